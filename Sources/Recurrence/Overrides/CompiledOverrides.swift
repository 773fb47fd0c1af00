/// A set with overrides, made ready.
///
/// The occurrences are those of `base` up to the first override with RANGE=THISANDFUTURE, those of the pieces that
/// such overrides move, and the single ones that overrides put somewhere.
final class CompiledOverrides: Sendable {
    /// The set without what single overrides speak of.
    let base: CompiledSet
    /// The occurrences that stand for themselves: moved by single overrides, and RDATE of moved pieces.
    let instances: [Occurrence]
    private let instancesByID: [Occurrence]
    /// Ascending, without a gap between them; empty where nothing reaches into the future.
    let pieces: [OverridePiece]
    let order: PieceOrder
    /// Whether pieces are moved by exact seconds.
    let isExact: Bool

    /// The original local start from which on pieces hold.
    var firstFuture: Int { pieces.first?.from ?? .max }

    init(base: CompiledSet, instances: [Occurrence], pieces: [OverridePiece]) {
        self.base = base
        self.pieces = pieces
        order = PieceOrder(pieces)
        isExact = base.rules.contains { $0.elapsed != nil }
        self.instances = instances.sorted { $0.comes(before: $1) }
        instancesByID = instances.sorted { ($0.originalSeconds, $0.instant) < ($1.originalSeconds, $1.instant) }
    }

    func piece(of original: Int) -> OverridePiece? {
        let next = pieces.partitioningIndex { $0.from > original }
        return next == 0 ? nil : pieces[next - 1]
    }

    /// Whether the set without overrides has that original local start.
    func baseContains(_ original: Int) -> Bool {
        base.reading.moments(ofLocal: original).contains(where: baseContains)
    }

    func baseContains(_ original: Moment) -> Bool {
        var found = Occurrences(base, fromInstant: original.instant, before: original.instant + 1)
        return found.next()?.originalSeconds == original.local
    }

    /// What becomes of an original moment that is moved so far; nothing where a policy ignores the new local time.
    func moved(_ original: Moment, by shift: Int) -> [Occurrence] {
        guard isExact else {
            let moments = base.reading.moments(ofLocal: original.local + shift)
            return moments.compactMap { base.reading.gap == .skip && $0.adjustment == .gap ? nil : made($0, shift) }
        }
        let moment = base.reading.moment(ofInstant: original.instant + shift)
        return [made(moment, moment.local - original.local)].compactMap(\.self)
    }

    /// The occurrence of a moved moment; nil outside the years 1...9999.
    func made(_ moment: Moment, _ shift: Int) -> Occurrence? {
        let day = CivilDate(daysSinceEpoch: floorDivide(moment.local, 86_400))
        guard (CivilDate.earliest...CivilDate.latest).contains(day), let shift = Int32(exactly: shift) else {
            return nil
        }
        return Occurrence(moment, isDate: base.isDate, shift: shift, isOriginallyDate: base.isDate)
    }
}

extension CompiledOverrides {
    /// The occurrence with the earliest original local start that is later than `local`.
    func first(afterLocal local: Int) -> Occurrence? {
        let place = instancesByID.partitioningIndex { $0.originalSeconds > local }
        let single = place < instancesByID.count ? instancesByID[place] : nil
        guard let ruled = firstOfRules(afterLocal: local) else { return single }
        guard let single else { return ruled }
        return single.originalSeconds <= ruled.originalSeconds ? single : ruled
    }

    private func firstOfRules(afterLocal local: Int) -> Occurrence? {
        var local = local
        while let next = base.first(afterLocal: local) {
            let original = next.originalSeconds
            guard let piece = piece(of: original) else { return next }
            guard let shift = piece.shift else {
                guard piece.before < .max else { return nil }
                local = max(original, piece.before - 1)
                continue
            }
            let moment = Moment(
                local: original, instant: next.instant.wholeSeconds, adjustment: next.adjustment)
            if let moved = moved(moment, by: shift).first { return moved }
            local = original
        }
        return nil
    }
}

extension Occurrence {
    /// The order of overridden sets: by instant, then by original start.
    func comes(before other: Occurrence) -> Bool {
        (instant, originalSeconds) < (other.instant, other.originalSeconds)
    }
}
