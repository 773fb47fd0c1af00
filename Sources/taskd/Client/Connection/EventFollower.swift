import Recurrence
import Storage

/// Follows the daemon's events across restarts of it: what was missed is told after the next connection.
struct EventFollower {
    private static let longestPause = Swift.Duration.seconds(10)

    let daemon: Daemon
    let clock: any UTCClock
    /// Is told when the connection is lost for the first time, with the reason.
    let onLoss: (String) -> Void

    /// Hands each event to `body` until that answers false.
    ///
    /// - Parameters:
    ///   - place: The `seq` of the last event that is known; nil to begin with the next one.
    ///   - body: Takes an event and tells whether to go on.
    /// - Throws: What the first connection meets, and what cannot be mended by waiting.
    func run(after place: String?, _ body: (ServerSentEvent) throws -> Bool) async throws {
        var place = place
        var pause: Swift.Duration?
        while true {
            do {
                var isFirst = true
                let stream = try await daemon.stream("events/stream", lastEventID: place)
                var parser = ServerSentEventParser()
                for try await bytes in stream {
                    if isFirst { (isFirst, pause) = (false, .zero) }
                    for event in try parser.append(bytes.readableBytesView) {
                        place = event.id ?? place
                        guard try body(event) else { return }
                    }
                }
                pause = pause ?? .zero
                if pause == .zero { onLoss("the stream ended") }
            } catch let error where Self.mayPass(error) && pause != nil {
                if pause == .zero { onLoss("\(error)") }
            }
            let next = min(max((pause ?? .zero) * 2, .milliseconds(250)), Self.longestPause)
            pause = next
            try await rest(next)
        }
    }

    private func rest(_ pause: Swift.Duration) async throws {
        try await clock.sleep(until: clock.now.advanced(by: pause), tolerance: nil)
    }

    private static func mayPass(_ error: any Error) -> Bool {
        switch error {
        case let failure as CommandFailure: failure.exitStatus == 3
        case let refusal as DaemonRefusal: refusal.status >= 500
        case is OutputClosed, is CancellationError: false
        default: true
        }
    }
}
