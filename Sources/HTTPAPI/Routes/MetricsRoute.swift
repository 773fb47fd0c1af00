import Basics
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Recurrence
import Storage

/// `/metrics`: what the daemon counted since it started, and what its store holds now, for Prometheus.
struct MetricsRoute<Time: UTCClock>: Sendable {
    let store: any Store
    let registry: MetricsRegistry
    let clock: Time
    let backupAge: @Sendable (UTCInstant) -> Swift.Duration?
    let certificate: ServerCertificate?
    let connections: OpenConnections
    let keeping: @Sendable () async -> StoreKeeping?

    func add(to router: Router<APIContext>) {
        router.add(.readMetrics) { _, context in try await answer(context) }
    }

    private func answer(_ context: APIContext) async throws -> Response {
        var text = PrometheusText()
        do {
            let now = clock.now
            let levels = try await store.read { try StoreLevels($0, at: now) }
            registry.forget("hook", except: levels.hookIDs)
            registry.write(to: &text)
            levels.write(to: &text)
            text.begin(.of("taskd_backup_age_seconds"))
            text.sample(
                "taskd_backup_age_seconds", Labels([]), backupAge(now).map { max(.zero, $0) / .seconds(1) } ?? .infinity
            )
            writeOwn(to: &text)
            if let keeping = await keeping() { Self.write(keeping, to: &text) }
        } catch {
            context.logger.error("the store cannot be read", metadata: ["error": "\(error)"])
            throw Problem(.serviceUnavailable, "the store cannot be read; see the server's log")
        }
        return Response(
            status: .ok,
            headers: [.contentType: PrometheusText.mediaType],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text.text))
        )
    }

    /// What the server of the store stands at.
    private static func write(_ keeping: StoreKeeping, to text: inout PrometheusText) {
        var name: String?
        for level in keeping.levels {
            if level.name != name { text.begin(.of(level.name)) }
            name = level.name
            text.sample(level.name, Labels(level.label.map { [($0.name, $0.value)] } ?? []), level.value)
        }
        text.begin(.of("taskd_database_faults"))
        text.sample("taskd_database_faults", Labels([]), Double(keeping.findings.count(where: \.isBad)))
    }

    /// What the server and its process stand at.
    private func writeOwn(to text: inout PrometheusText) {
        text.begin(.of(RequestMetricNames.connections))
        text.sample(RequestMetricNames.connections, Labels([]), Double(connections.count))
        text.begin(.of(RequestMetricNames.certificateEnd))
        if let certificate {
            text.sample(
                RequestMetricNames.certificateEnd, Labels([("file", certificate.path)]),
                Double(certificate.end.millisecondsSinceEpoch) / 1_000)
        }
        ProcessLevels().write(to: &text)
    }
}
