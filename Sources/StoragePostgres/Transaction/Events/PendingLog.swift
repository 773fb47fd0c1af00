import Recurrence
import Storage

/// Events and their deliveries on their way to the server, as one array a column.
struct PendingLog {
    /// A statement with the values of its parameters.
    struct Step {
        let sql: String
        let arguments: Arguments
    }

    private static let insertEvents = """
        INSERT INTO event (seq, id, type, at, data, trace)
        SELECT added.seq, added.id, added.type, added.at, added.data, ?6
        FROM unnest(?1, ?2, ?3, ?4, ?5) AS added (seq, id, type, at, data)
        """

    /// A delivery in a lane waits for those of the lane that are pending, in the table or before it in the arrays.
    private static let insertDeliveries = """
        INSERT INTO delivery (hook_key, event_seq, next_attempt_at, lane, is_blocked)
        SELECT added.hook, added.seq, added.turn, added.lane, added.lane IS NOT NULL AND (added.is_behind OR EXISTS (
            SELECT 1 FROM delivery WHERE state = 0 AND delivery.hook_key = added.hook AND delivery.lane = added.lane))
        FROM unnest(?1, ?2, ?3, ?4, ?5) AS added (hook, seq, turn, lane, is_behind)
        """

    /// A lane of a hook.
    private struct Lane: Hashable {
        let hook: Int64
        let lane: Int64
    }

    private var trace: String?
    private var sequences: [Int64] = []
    private var ids: [UUIDValue] = []
    private var types: [String] = []
    private var instants: [UTCInstant] = []
    private var texts: [TextBytes] = []

    private var hooks: [Int64] = []
    private var places: [Int64] = []
    private var turns: [UTCInstant] = []
    private var lanes: [Int64?] = []
    private var areBehind: [Bool] = []
    private var lanesInUse: Set<Lane> = []

    var isEmpty: Bool { sequences.isEmpty }

    /// Adds an event; those of one transaction are recorded in one trace.
    mutating func add(_ draft: EventDraft, at sequence: Int64, trace: String?) {
        self.trace = trace
        sequences.append(sequence)
        ids.append(draft.id.uuid)
        types.append(draft.type.rawValue)
        instants.append(draft.timestamp)
        texts.append(TextBytes(bytes: draft.data))
    }

    /// Adds a delivery.
    mutating func addDelivery(to hook: Int64, of sequence: Int64, turn: UTCInstant, lane: Int64?) {
        hooks.append(hook)
        places.append(sequence)
        turns.append(turn)
        lanes.append(lane)
        areBehind.append(lane.map { !lanesInUse.insert(Lane(hook: hook, lane: $0)).inserted } ?? false)
    }

    /// The statements that write it.
    var steps: [Step] {
        let events = Step(sql: Self.insertEvents, arguments: [sequences, ids, types, instants, texts, trace])
        guard !hooks.isEmpty else { return [events] }
        return [events, Step(sql: Self.insertDeliveries, arguments: [hooks, places, turns, lanes, areBehind])]
    }
}

/// A text as its UTF-8, of which no String is made.
struct TextBytes: ParameterValue {
    let bytes: [UInt8]

    static var serverType: ServerType { .text }

    /// Writes the text; a NUL, which no JSON has, is kept as U+FFFD.
    func write(to bytes: inout [UInt8]) {
        if !self.bytes.contains(0) { return bytes += self.bytes }
        String(decoding: self.bytes, as: UTF8.self).write(to: &bytes)
    }
}
