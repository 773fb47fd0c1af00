import Basics
import HTTPTypes

/// A limit that a client meets, as it is told of it: how much there is, and how much is left (RateLimit header fields for
/// HTTP, draft-ietf-httpapi-ratelimit-headers-10).
struct RateLimit: Hashable, Sendable {
    /// What is counted where it is not requests in the course of time.
    enum Unit: String {
        case concurrentRequests = "concurrent-requests"
        case contentBytes = "content-bytes"
    }

    /// The header that says what the limit is, and the one that says what is left.
    let policy: String
    let state: String

    /// A limit of requests, which are let through again as time passes.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - bucket: What is left of it.
    ///   - now: The current reading of the clock by which it fills.
    init(_ name: String, _ bucket: TokenBucket, at now: SteadyInstant) {
        let left = bucket.available(at: now)
        policy = "\"\(name)\";q=\(bucket.burst);w=\(Self.seconds(bucket.timeToFill))"
        let wait = left < bucket.burst ? ";t=\(Self.seconds(bucket.wait(for: left + 1, at: now)))" : ""
        state = "\"\(name)\";r=\(left)\(wait)"
    }

    /// A limit of what may be under way at the same time, of which nothing is left.
    init(reached name: String, of count: Int, _ unit: Unit = .concurrentRequests) {
        policy = "\"\(name)\";q=\(count);qu=\"\(unit.rawValue)\""
        state = "\"\(name)\";r=0"
    }

    /// Whole seconds, of which at least one is waited for what is not there.
    static func seconds(_ duration: Swift.Duration) -> Int64 {
        max(1, duration.components.seconds + (duration.components.attoseconds > 0 ? 1 : 0))
    }
}

extension Problem {
    /// The same problem, with the limit that it is about, and after how many seconds to try again.
    func limited(by limit: RateLimit, retryAfter seconds: Int64? = nil) -> Problem {
        var problem = self
        problem.headers[.rateLimitPolicy] = limit.policy
        problem.headers[.rateLimit] = limit.state
        if let seconds { problem.headers[.retryAfter] = "\(seconds)" }
        return problem
    }
}

extension HTTPField.Name {
    static let rateLimitPolicy = known("RateLimit-Policy")
    static let rateLimit = known("RateLimit")
}
