// Receives webhooks of taskd with the library Notify, below whichever HTTP server you use.

import Foundation
import Notify
import Recurrence

struct WebhookReceiving {
    private struct Event: Decodable {
        struct Content: Decodable {
            struct Task: Decodable { var title: String }
            var task: Task?
        }

        var type: String
        var data: Content
    }

    private let verifier: WebhookVerifier
    private var handled: Set<String> = []  // keep these in your database, with what the event changes there

    /// Takes the hook's secret (`whsec_…`), or for Ed25519 its public key (`whpk_…`).
    init(key: String) throws {
        verifier = WebhookVerifier(keys: [try VerificationKey(key)])
    }

    /// Handles a request, and returns the status to answer with.
    mutating func receive(headers: [String: String], body: [UInt8], now: UTCInstant) -> Int {
        do {
            let received = try WebhookHeaders { headers[$0] }
            try verifier.verify(received, body: body, at: now)
            guard handled.insert(received.id).inserted else { return 204 }
            let event = try JSONDecoder().decode(Event.self, from: Data(body))
            print(event.type, event.data.task?.title ?? "")
            return 204  // taken: taskd does not send it again
        } catch {
            return 400  // whatever is wrong with it: it is not to be trusted
        }
    }
}
