/// A part of a set, from the RECURRENCE-ID of an override with RANGE=THISANDFUTURE to that of the next.
struct OverridePiece: Sendable {
    /// The original local starts that belong to it, in seconds since 1970; `before` is not part of it.
    let from: Int
    let before: Int
    /// How many seconds later its occurrences begin; nil where they are cancelled.
    let shift: Int?

    /// No moved occurrence of the piece begins earlier.
    var earliest: Int { from + (shift ?? 0) - ZoneTimeline.largestOffset }
    /// No moved occurrence of the piece begins later.
    var latest: Int { before == .max ? .max / 4 : before + (shift ?? 0) + ZoneTimeline.largestOffset }

    func contains(_ original: Int) -> Bool { original >= from && original < before }
}

/// The moved pieces of a set in the order in which they begin.
struct PieceOrder: Sendable {
    let pieces: [OverridePiece]
    /// The latest end of each piece and those before it.
    private let latestEnds: [Int]

    init(_ pieces: [OverridePiece]) {
        self.pieces = pieces.filter { $0.shift != nil }.sorted { $0.earliest < $1.earliest }
        var (ends, latest) = ([Int](), Int.min)
        for piece in self.pieces {
            latest = max(latest, piece.latest)
            ends.append(latest)
        }
        latestEnds = ends
    }

    /// The first piece that may have an occurrence from there on; all that follow are worth a look.
    func first(from start: StreamStart) -> Int {
        switch start {
        case .instant(let instant): latestEnds.partitioningIndex { $0 >= instant }
        case .local: 0
        }
    }
}
