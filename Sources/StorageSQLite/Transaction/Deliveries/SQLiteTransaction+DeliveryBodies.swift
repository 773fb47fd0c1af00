import Foundation
import GRDB
import Storage

extension SQLiteTransaction {
    func keep(_ body: MessageBody, of delivery: DeliveryID, claimedBy owner: ClaimOwner) throws -> Bool {
        let isClaimed = try run(
            "UPDATE delivery SET body_kind = ? WHERE key = ? AND claim_owner = ?",
            [DeliveryBody.keptCode, delivery.number, owner.rawValue]
        )
        guard isClaimed == 1 else { return false }
        try run(
            "INSERT OR REPLACE INTO delivery_body (delivery_key, media_type, bytes) VALUES (?, ?, ?)",
            [delivery.number, body.mediaType, Data(body.bytes)]
        )
        return true
    }

    /// What a delivery sends, by its column `body_kind`.
    func body(of delivery: DeliveryID, code: Int) throws -> DeliveryBody {
        switch code {
        case DeliveryBody.wholeEventCode: return .wholeEvent
        case DeliveryBody.keptCode:
            let bodies = try rows(
                "SELECT bytes, media_type FROM delivery_body WHERE delivery_key = ?",
                [delivery.number]
            ) { column in
                MessageBody(bytes: Array(try column.next(Data.self)), mediaType: try column.next())
            }
            return bodies.first.map { .kept($0) } ?? .open
        default: return .open
        }
    }
}
