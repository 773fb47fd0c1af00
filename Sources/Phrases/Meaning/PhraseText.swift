import Recurrence

/// A time in the making as text: ISO 8601 in bytes of fixed room, and a zone behind it.
struct PhraseText {
    private var text = DigitText()
    private var zone = ""

    var string: String { zone.isEmpty ? text.string : text.string + "[" + zone + "]" }

    mutating func append(_ time: PhraseTime) {
        text.append(time.civil.date, separator: true)
        if case .dateTime(let local) = time.civil {
            text.append("T")
            append(clock: local.secondOfDay)
        }
        if let offset = time.utcOffset { append(offset: offset) }
        zone = time.zone ?? ""
    }

    private mutating func append(clock second: Int) {
        text.append(second / 3_600, width: 2)
        text.append(":")
        text.append(second / 60 % 60, width: 2)
        guard second % 60 != 0 else { return }
        text.append(":")
        text.append(second % 60, width: 2)
    }

    private mutating func append(offset: Int) {
        text.append(offset < 0 ? "-" : "+")
        append(clock: abs(offset))
    }
}
