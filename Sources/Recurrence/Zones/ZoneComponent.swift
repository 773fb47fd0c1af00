/// A VTIMEZONE component of iCalendar text (RFC 5545 §3.6.5), as read.
struct ZoneComponent {
    private(set) var identifier = ""
    private(set) var observances: [ZoneObservance] = []

    private static let maximumSize = 1 << 20
    private static let maximumObservances = 256

    init(_ text: String) throws(RecurrenceError) {
        guard text.utf8.count <= Self.maximumSize else {
            throw RecurrenceError(code: .limit, message: "must not be longer than 1 MiB", part: "VTIMEZONE")
        }
        let all = try ZoneContentLine.lines(of: text)
        var lines = all[...]
        guard let first = lines.popFirst(), first.begins("VTIMEZONE") else {
            throw RecurrenceError(
                code: .syntax, message: "must begin with BEGIN:VTIMEZONE", part: "VTIMEZONE",
                line: all.first?.number ?? 1)
        }
        while let line = lines.popFirst(), !line.ends("VTIMEZONE") { try take(line, &lines) }
        guard all.last?.ends("VTIMEZONE") == true, lines.isEmpty else {
            throw RecurrenceError(
                code: .syntax,
                message: lines.isEmpty ? "END:VTIMEZONE is missing" : "unexpected text after END:VTIMEZONE",
                part: "VTIMEZONE", line: (lines.first ?? all.last)?.number)
        }
        guard !identifier.isEmpty else { throw first.missing("TZID", "is required in a VTIMEZONE") }
        guard !observances.isEmpty else {
            throw first.missing("STANDARD", "a VTIMEZONE needs at least one STANDARD or DAYLIGHT sub-component")
        }
    }

    private mutating func take(
        _ line: ZoneContentLine, _ lines: inout ArraySlice<ZoneContentLine>
    ) throws(RecurrenceError) {
        if line.begins("STANDARD") || line.begins("DAYLIGHT") {
            guard observances.count < Self.maximumObservances else {
                throw line.fault(.limit, "a VTIMEZONE must have at most \(Self.maximumObservances) sub-components")
            }
            observances.append(try Self.observance(line, &lines))
        } else if line.name == "BEGIN" {
            while let inner = lines.popFirst() { if inner.ends(line.value) { return } }
            throw line.fault(.syntax, "END:\(line.value.prefix(40)) is missing")
        } else if line.name == "TZID" {
            guard identifier.isEmpty else { throw line.fault(.conflict, "must appear only once in a VTIMEZONE") }
            identifier = Self.unescaped(line.value)
        }
    }

    private static func observance(
        _ begin: ZoneContentLine, _ lines: inout ArraySlice<ZoneContentLine>
    ) throws(RecurrenceError) -> ZoneObservance {
        var draft = ZoneObservance.Draft(name: begin.value.uppercased(), line: begin.number)
        while let line = lines.popFirst() {
            if line.ends(begin.value) { return try draft.observance() }
            guard line.name != "BEGIN", line.name != "END" else {
                throw line.fault(.syntax, "END:\(draft.name) is missing before it")
            }
            try draft.take(line)
        }
        throw begin.fault(.syntax, "END:\(draft.name) is missing")
    }

    /// The text of a TEXT value (§3.3.11).
    private static func unescaped(_ value: String) -> String {
        var (text, isEscaped) = ("", false)
        for character in value {
            if character == "\\", !isEscaped {
                isEscaped = true
                continue
            }
            text.append(isEscaped && (character == "n" || character == "N") ? "\n" : character)
            isEscaped = false
        }
        return text
    }
}

extension ZoneContentLine {
    fileprivate func begins(_ component: String) -> Bool { name == "BEGIN" && value.uppercased() == component }
    fileprivate func ends(_ component: String) -> Bool {
        name == "END" && value.uppercased() == component.uppercased()
    }

    fileprivate func missing(_ property: String, _ message: String) -> RecurrenceError {
        RecurrenceError(code: .syntax, message: message, part: property, line: number)
    }
}
