/// The occurrences of one moved piece that rules give, in the order of their new instants.
struct PieceStream {
    private let set: CompiledOverrides
    private let piece: OverridePiece
    private let shift: Int
    /// The rules in moved local time, with their next moments.
    private var rules: [SegmentStream] = []
    private var heads: [Moment?] = []
    /// The set itself, where the piece is moved by exact seconds and so keeps its order.
    private var exact: [Occurrences] = []
    private(set) var head: Occurrence?

    init(_ piece: OverridePiece, of set: CompiledOverrides, from start: StreamStart) {
        (self.set, self.piece, shift) = (set, piece, piece.shift ?? 0)
        if set.isExact {
            exact = [Self.original(piece, set, from: start)]
        } else {
            let start = Self.moved(start, by: shift, notBefore: piece)
            let (reading, before) = (set.base.reading, piece.latest + 1)
            rules = set.base.rules.map {
                SegmentStream($0, reading: reading, from: start, before: before, shift: shift)
            }
            for index in rules.indices { heads.append(rules[index].next()) }
        }
        advance()
    }

    private static func moved(_ start: StreamStart, by shift: Int, notBefore piece: OverridePiece) -> StreamStart {
        switch start {
        case .instant(let instant): .instant(max(instant, piece.earliest))
        case .local(let local): .local(max(local, piece.from) + shift)
        }
    }

    private static func original(
        _ piece: OverridePiece, _ set: CompiledOverrides, from start: StreamStart
    ) -> Occurrences {
        let shift = piece.shift ?? 0
        let end = piece.latest - shift + 1
        switch start {
        case .instant(let instant):
            return Occurrences(set.base, fromInstant: max(instant, piece.earliest) - shift, before: end)
        case .local(let local): return Occurrences(set.base, fromLocal: max(local, piece.from), before: end)
        }
    }

    mutating func advance() {
        repeat { head = exact.isEmpty ? nextOfRules() : nextOfExact() } while head.map { !isMember($0) } ?? false
    }

    private func isMember(_ occurrence: Occurrence) -> Bool {
        piece.contains(occurrence.originalSeconds)
            && (set.isExact || set.baseContains(occurrence.originalSeconds))
    }

    private mutating func nextOfRules() -> Occurrence? {
        while true {
            var (best, source) = ((Int.max, Int.max), -1)
            for (index, head) in heads.enumerated() {
                if let head, (head.instant, head.local) < best { (best, source) = ((head.instant, head.local), index) }
            }
            guard source >= 0, let moment = heads[source] else { return nil }
            heads[source] = rules[source].next()
            if let made = set.made(moment, shift) { return made }
        }
    }

    private mutating func nextOfExact() -> Occurrence? {
        while let original = exact[0].next() {
            let moment = Moment(
                local: original.originalSeconds, instant: original.instant.wholeSeconds,
                adjustment: original.adjustment)
            if let moved = set.moved(moment, by: shift).first { return moved }
        }
        return nil
    }
}
