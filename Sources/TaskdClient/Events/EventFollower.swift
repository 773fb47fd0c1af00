import AsyncHTTPClient
import Basics
import NIOCore

/// Follows the daemon's events across restarts of it: what was missed comes with the next connection.
struct EventFollower {
    /// Carries an error of the one who handles events past the handling of lost connections.
    private struct HandlerError: Error {
        let underlying: any Error
    }

    let client: DaemonClient
    let clock: any SteadyClock
    /// Is called when there is a connection.
    let onConnected: () async throws -> Void
    /// Is called when the connection is lost.
    let onConnectionLost: (DaemonError) -> Void

    /// Hands each event to `body` until that returns false.
    func run(after id: String?, _ body: (DaemonResponse) async throws -> Bool) async throws {
        // Where the caller has it from, so that the daemon names what was given where it makes no sense.
        let query = QueryItem.optional("after", id)
        var (last, hasConnected): (String?, Bool) = (nil, false)
        var backoff = Backoff(first: .milliseconds(250), longest: .seconds(10))
        var isLost = false
        while true {
            let loss: DaemonError
            do {
                let stream = try await client.stream("events/stream", query, lastEventID: last)
                (hasConnected, isLost) = (true, false)
                backoff.succeed()
                do { try await onConnected() } catch { throw HandlerError(underlying: error) }
                guard try await handle(stream, &last, body) else { return }
                loss = .unreachable(client.address, reason: "the stream ended")
            } catch let error as HandlerError {
                throw error.underlying
            } catch let error as DaemonError where hasConnected && error.isTransient {
                loss = error
            }
            if !isLost { onConnectionLost(loss) }
            isLost = true
            try await clock.wait(for: backoff.fail())
        }
    }

    /// Hands on what comes until the stream ends; false when `body` wants no more.
    private func handle(
        _ stream: HTTPClientResponse.Body,
        _ last: inout String?,
        _ body: (DaemonResponse) async throws -> Bool
    ) async throws -> Bool {
        var parser = ServerSentEventParser()
        do {
            for try await bytes in stream {
                for event in try parser.append(bytes.readableBytesView) {
                    let goesOn = try await hand(event, to: body)
                    last = event.id ?? last
                    guard goesOn else { return false }
                }
            }
            return true
        } catch let error where error is HandlerError || error is DaemonError || error is CancellationError {
            throw error
        } catch {
            throw DaemonError.unreachable(client.address, reason: DaemonClient.reason(error))
        }
    }

    private func hand(
        _ event: ServerSentEvent,
        to body: (DaemonResponse) async throws -> Bool
    ) async throws(HandlerError) -> Bool {
        do {
            return try await body(DaemonResponse(body: Array(event.data.utf8)))
        } catch {
            throw HandlerError(underlying: error)
        }
    }
}
