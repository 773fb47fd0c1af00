import Basics
import Recurrence
import Storage

/// What names a resource in a request and is not its whole id: a beginning of its handle or of its id, or of an occurrence
/// the handle of its series with its recurrence id behind a colon, such as `kf3:2026-12-01` or `kf3:12-01`.
struct Reference: Sendable {
    /// The fewest digits of a beginning of an id.
    private static let fewestDigits = 8

    /// What was written.
    let text: String
    /// The handles that it may mean; nil for none.
    let handles: ClosedRange<Handle>?
    /// The ids that it may mean; nil for none.
    let ids: ClosedRange<UUIDValue>?
    /// Which occurrence of a series is meant; nil where none is named.
    let occurrence: SlotBeginning?

    /// Reads one; nil where nothing can be named so.
    init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        self.text = text
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        handles = Handle.range(beginning: String(parts[0]))
        if parts.count == 2 {
            guard handles != nil, let occurrence = SlotBeginning(parts[1]) else { return nil }
            (self.occurrence, ids) = (occurrence, nil)
        } else {
            (occurrence, ids) = (nil, Self.ids(beginning: text))
            if handles == nil, ids == nil { return nil }
        }
    }

    /// The ids that begin with digits, between which there may be hyphens.
    private static func ids(beginning text: String) -> ClosedRange<UUIDValue>? {
        var (lower, upper, count): ([UInt8], [UInt8], Int) = ([], [], 0)
        for character in text.utf8 where character != UInt8(ascii: "-") {
            guard let digit = Character(UnicodeScalar(character)).hexDigitValue, count < 32 else { return nil }
            if count % 2 == 0 {
                lower.append(UInt8(digit) << 4)
                upper.append(UInt8(digit) << 4 | 0xF)
            } else {
                lower[count / 2] |= UInt8(digit)
                upper[count / 2] = lower[count / 2]
            }
            count += 1
        }
        guard count >= fewestDigits else { return nil }
        let missing = 16 - lower.count
        guard let first = UUIDValue(bytes: lower + [UInt8](repeating: 0, count: missing)),
            let last = UUIDValue(bytes: upper + [UInt8](repeating: 0xFF, count: missing))
        else { return nil }
        return first...last
    }
}

/// As much of a recurrence id as somebody wrote, with or without its year: `2026-12-01T09:00`, `2026-12`, `12-01`, `12-01T09`.
struct SlotBeginning: Hashable, Sendable {
    private var year: Int?
    /// The month, the day, the hour, the minute and the second, as far as they were written.
    private var fields: [Int]

    init?(_ text: Substring) {
        let halves = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        var (days, times) = (Self.numbers(halves[0], "-"), [Int]())
        if days?.first?.digits == 4 { year = days?.removeFirst().value }
        if halves.count == 2 {
            guard let numbers = Self.numbers(halves[1], ":"), days?.count == 2 else { return nil }
            times = numbers.map(\.value)
        }
        guard let days, days.count <= 2, times.count <= 3, year != nil || !days.isEmpty else { return nil }
        guard days.allSatisfy({ $0.digits <= 2 }) else { return nil }
        fields = days.map(\.value) + times
    }

    private static func numbers(_ text: Substring, _ separator: Character) -> [(digits: Int, value: Int)]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            (1...4).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
                ? Int(part).map { (digits: part.utf8.count, value: $0) } : nil
        }
        return numbers.count == parts.count ? numbers : nil
    }

    /// The local times that it may mean in the years of a series, one range for each year that has them.
    func ranges(in years: ClosedRange<Int>) -> [ClosedRange<CivilTime>] {
        let meant = year.map { $0...$0 } ?? years
        return meant.compactMap { year in
            let month = fields.first
            guard let lower = Self.time(year, fields, orElse: [1, 1, 0, 0, 0]) else { return nil }
            let length = (28...31).last { CivilDate(year: year, month: month ?? 12, day: $0) != nil } ?? 31
            guard let upper = Self.time(year, fields, orElse: [12, length, 23, 59, 59]) else { return nil }
            return .dateTime(lower)...(.dateTime(upper))
        }
    }

    private static func time(_ year: Int, _ fields: [Int], orElse others: [Int]) -> CivilDateTime? {
        let all = fields + others.dropFirst(fields.count)
        return CivilDateTime(year: year, month: all[0], day: all[1], hour: all[2], minute: all[3], second: all[4])
    }
}
