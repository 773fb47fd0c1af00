import Basics
import CoreMetrics
import HTTPTypes
import Hummingbird

/// Counts requests and measures how long their answers take to begin, by route: what stands between the braces of a path is
/// in no label, and neither is a method that nobody knows.
struct RequestMetrics<Time: UTCClock>: RouterMiddleware {
    /// What is told apart, whose values are few: of what has no route, none.
    private struct Key: Hashable {
        var method: String
        var route: String
        var status: Int
    }

    /// What is measured of requests that are not told apart; how long they took is not told apart by status.
    private struct Measures {
        let counter: Counter
        let timer: Timer

        init(_ key: Key, _ registry: MetricsRegistry) {
            let labels = [("method", key.method), ("route", key.route)]
            counter = Counter(
                label: RequestMetricNames.requests, dimensions: labels + [("status", "\(key.status)")],
                factory: registry)
            timer = Timer(label: RequestMetricNames.seconds, dimensions: labels, factory: registry)
        }
    }

    private let registry: MetricsRegistry
    private let clock: Time
    private let measures = Locked<[Key: Measures]>([:])

    init(registry: MetricsRegistry, clock: Time) {
        (self.registry, self.clock) = (registry, clock)
    }

    @concurrent
    func handle(_ request: Request, context: APIContext, next: APIContext.Responder) async throws -> Response {
        let begin = clock.steady.now
        let response = try await next(request, context)
        let method = knownMethods.contains(request.method) ? request.method.rawValue : "other"
        note(
            Key(method: method, route: context.route ?? "none", status: response.status.code),
            lasting: begin.duration(to: clock.steady.now))
        return response
    }

    private func note(_ key: Key, lasting duration: Swift.Duration) {
        let measures = measures.withLock { all in
            if let known = all[key] { return known }
            let new = Measures(key, registry)
            all[key] = new
            return new
        }
        measures.counter.increment()
        measures.timer.recordNanoseconds(Int64(duration / .nanoseconds(1)))
    }
}

/// Kept here, since a generic type has no place for it.
private let knownMethods: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete, .options]

/// What the metrics of requests are called.
enum RequestMetricNames {
    /// Counts requests, by route and status.
    static let requests = "taskd_http_requests_total"
    /// Measures how long it takes until an answer begins, by route.
    static let seconds = "taskd_http_request_seconds"
    /// How many connections are open.
    static let connections = "taskd_http_connections"
    /// When the certificate ends, by its file.
    static let certificateEnd = "taskd_certificate_expiry_timestamp_seconds"
}
