import Foundation
import Storage

extension PostgresTransaction {
    func keep(_ body: MessageBody, of delivery: DeliveryID, claimedBy owner: ClaimOwner) throws -> Bool {
        let place = DeliveryKey.place(of: delivery.number)
        let isClaimed = try run(
            "UPDATE delivery SET body_kind = ? WHERE hook_key = ? AND event_seq = ? AND claim_owner = ?",
            [DeliveryBody.keptCode, place.hook, place.sequence, owner.rawValue]
        )
        guard isClaimed == 1 else { return false }
        post(
            """
            INSERT INTO delivery_body (hook_key, event_seq, media_type, bytes) VALUES (?, ?, ?, ?)
            ON CONFLICT (hook_key, event_seq) DO UPDATE SET media_type = excluded.media_type, bytes = excluded.bytes
            """,
            [place.hook, place.sequence, body.mediaType, Data(body.bytes)]
        )
        return true
    }

    /// Reads the columns `body_kind, bytes, media_type`: what a delivery sends.
    static func body(from column: inout ColumnReader) throws -> DeliveryBody {
        let code = try column.next(Int.self)
        let (bytes, type): (Data?, String?) = (try column.next(), try column.next())
        switch code {
        case DeliveryBody.wholeEventCode: return .wholeEvent
        case DeliveryBody.keptCode:
            guard let bytes, let type else { return .open }
            return .kept(MessageBody(bytes: Array(bytes), mediaType: type))
        default: return .open
        }
    }
}
