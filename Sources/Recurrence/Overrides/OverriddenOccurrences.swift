/// The occurrences of a set with overrides: several streams merged by instant, then by original start.
struct OverriddenOccurrences {
    private let set: CompiledOverrides
    private let start: StreamStart
    private let before: Int
    private var base: Occurrences
    private var baseHead: Occurrence?
    private var instance: Int
    private var pieces: [PieceStream] = []
    private var nextPiece: Int
    private var last: Occurrence?

    init(_ set: CompiledOverrides, from start: StreamStart, before: Int) {
        (self.set, self.start, self.before) = (set, start, before)
        // The local times before the first piece have no later instants.
        let end = set.firstFuture == .max ? Int.max : set.firstFuture + ZoneTimeline.largestOffset
        switch start {
        case .instant(let instant):
            base = Occurrences(set.base, fromInstant: instant, before: min(before, end))
            instance = set.instances.partitioningIndex { $0.instant.wholeSeconds >= instant }
        case .local(let local):
            base = Occurrences(set.base, fromLocal: local, before: min(before, end))
            instance = 0
        }
        nextPiece = set.order.first(from: start)
        advanceBase()
    }

    mutating func next() -> Occurrence? {
        while let occurrence = takeFirst(), occurrence.instant.wholeSeconds < before {
            if let last, !last.comes(before: occurrence) { continue }
            if case .local(let local) = start, occurrence.originalSeconds < local { continue }
            last = occurrence
            return occurrence
        }
        return nil
    }

    private enum Source { case base, instance, piece(Int) }

    private mutating func takeFirst() -> Occurrence? {
        var (best, source) = firstHead()
        while nextPiece < set.order.pieces.count, case let piece = set.order.pieces[nextPiece],
            piece.earliest < before, piece.earliest <= best?.instant.wholeSeconds ?? .max
        {
            open(piece)
            (best, source) = firstHead()
        }
        switch source {
        case .base: advanceBase()
        case .instance: instance += 1
        case .piece(let index):
            pieces[index].advance()
            if pieces[index].head == nil { pieces.remove(at: index) }
        }
        return best
    }

    private func firstHead() -> (Occurrence?, Source) {
        var (best, source) = (baseHead, Source.base)
        func isFirst(_ occurrence: Occurrence) -> Bool { best.map { occurrence.comes(before: $0) } ?? true }
        if instance < set.instances.count, isFirst(set.instances[instance]) {
            (best, source) = (set.instances[instance], .instance)
        }
        for (index, piece) in pieces.enumerated() {
            if let head = piece.head, isFirst(head) { (best, source) = (head, .piece(index)) }
        }
        return (best, source)
    }

    private mutating func open(_ piece: OverridePiece) {
        nextPiece += 1
        if case .local(let local) = start, piece.before <= local { return }
        if case .instant(let instant) = start, piece.latest < instant { return }
        let stream = PieceStream(piece, of: set, from: start)
        if stream.head != nil { pieces.append(stream) }
    }

    private mutating func advanceBase() {
        repeat { baseHead = base.next() } while baseHead.map { $0.originalSeconds >= set.firstFuture } ?? false
    }
}
