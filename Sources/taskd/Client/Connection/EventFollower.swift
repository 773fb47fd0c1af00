import AsyncHTTPClient
import Basics
import NIOCore
import Recurrence

/// Follows the daemon's events across restarts of it: what was missed is told after the next connection.
struct EventFollower {
    private static let minPause = Swift.Duration.milliseconds(250)
    private static let maxPause = Swift.Duration.seconds(10)

    let daemon: Daemon
    let clock: any UTCClock
    /// Is told when the connection is lost, with the reason.
    let onLoss: (String) -> Void

    /// Hands each event to `body` until that answers false.
    ///
    /// - Parameters:
    ///   - place: The `seq` of the last event that is known; nil to begin with the next one.
    ///   - body: Takes an event and tells whether to go on.
    /// - Throws: What the first connection meets, and what cannot be mended by waiting.
    func run(after place: String?, _ body: (ServerSentEvent) throws -> Bool) async throws {
        var place = place
        var pause = Swift.Duration.zero
        var hasConnected = false
        while true {
            let loss: String
            do {
                let stream = try await daemon.stream("events/stream", lastEventID: place)
                (hasConnected, pause) = (true, .zero)
                guard try await hand(stream, &place, body) else { return }
                loss = "the stream ended"
            } catch let error where hasConnected && Self.mayPass(error) {
                loss = "\(error)"
            }
            if pause == .zero { onLoss(loss) }
            pause = min(max(pause * 2, Self.minPause), Self.maxPause)
            try await clock.steady.wait(for: pause)
        }
    }

    /// Hands on what comes until the stream ends; false when `body` wants no more.
    private func hand(
        _ stream: HTTPClientResponse.Body,
        _ place: inout String?,
        _ body: (ServerSentEvent) throws -> Bool
    ) async throws -> Bool {
        var parser = ServerSentEventParser()
        for try await bytes in stream {
            for event in try parser.append(bytes.readableBytesView) {
                place = event.id ?? place
                guard try body(event) else { return false }
            }
        }
        return true
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
