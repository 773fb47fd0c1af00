// Delivers events with the library Notify to a sink of its own, and signs a message as webhooks are signed.
// usage: delivering STORE

import Basics
import Logging
import Notify
import Recurrence
import Storage
import StorageSQLite

// example: sink
/// Passes on what would go to standard output.
struct InboxSink: Sink {
    let inbox: AsyncStream<OutgoingMessage>.Continuation
    let pace = SinkLimits(concurrency: 1, batchSize: 10)

    func deliver(_ message: OutgoingMessage) async -> DeliveryOutcome {
        inbox.yield(message)
        return .delivered
    }
}
// end

@main
struct Delivering {
    static func main() async throws {
        let path = CommandLine.arguments.dropFirst().first ?? "tasks.db"
        let (store, clock) = (try SQLiteStore(path: path), WallClock())
        let now = clock.now

        // example: delivering
        let (messages, inbox) = AsyncStream.makeStream(of: OutgoingMessage.self)
        let loop = DeliveryLoop(
            store: store, sinks: [.stdout: InboxSink(inbox: inbox)], clock: clock, logger: Logger(label: "delivering"))
        let running = Task { await loop.run() }
        try await store.write { transaction in
            try transaction.save(Hook(id: HookID(madeAt: now), kind: .stdout, now: now))
            try transaction.append([
                EventDraft(id: EventID(madeAt: now), type: .taskCreated, timestamp: now, data: Array("{}".utf8))
            ])
        }
        for await message in messages.prefix(1) {
            print("attempt \(message.attempt): \(message.event.type.rawValue)")
        }
        running.cancel()
        await running.value
        // end

        // example: signing
        let secret = SigningSecret.make()
        let body = Array(#"{"type":"reminder.due"}"#.utf8)
        let headers = WebhookSigner(secrets: [secret]).headers(forMessage: "evt_1", at: now, body: body)
        try WebhookVerifier(secrets: [secret]).verify(headers, body: body, at: now)
        print("signed by \(headers.signature.prefix(3))")
        // end
    }
}
