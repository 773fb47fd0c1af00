import Basics
import Scheduler
import TaskdClient

/// Lines that are sent at once.
struct ImportPart {
    private(set) var firstLine = 1
    private(set) var lines = 0
    private(set) var bytes: [UInt8] = []

    var nextLine: Int { firstLine + lines }

    /// What is wrong with a line, with what it has where that is there already.
    func words(_ fault: ImportFault) -> String {
        let record = record(ofLine: fault.line)
        if fault.isConflict, let name = record?.name {
            return "line \(fault.line): \(name) has other content in the store, or earlier in this file".withoutControls
        }
        if fault.isVersion, let version = record?.laterVersion {
            return "line \(fault.line): the export is of version \(version), which this taskd does not read"
        }
        return "line \(fault.line): \(ProblemText.sentence(fault.detail, ofField: fault.pointer))".withoutControls
    }

    /// How to mend what is wrong with lines.
    func remedy(for faults: [ImportFault]) -> String {
        if faults.contains(where: { $0.isVersion && record(ofLine: $0.line)?.laterVersion != nil }) {
            return "Import it by the taskd that made it, or a later one."
        }
        guard faults.contains(where: \.isConflict) else {
            return "Correct the file and run the command again, or skip bad lines with --skip-bad."
        }
        let rest = faults.allSatisfy(\.isConflict) ? "" : " (what is told of other lines then is to be corrected)"
        return "Give --replace to overwrite what is there\(rest), or pass over such lines with --skip-bad."
    }

    private func record(ofLine number: Int) -> ImportedLine? {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.indices.contains(number - firstLine) else { return nil }
        return (try? JSONValue(json: Array(lines[number - firstLine]))).map { ImportedLine(value: $0) }
    }

    mutating func append(_ line: [UInt8]) {
        bytes += line
        bytes.append(UInt8(ascii: "\n"))
        lines += 1
    }

    mutating func begin() {
        (firstLine, lines) = (nextLine, 0)
        bytes.removeAll(keepingCapacity: true)
    }
}

/// A line of an export, as far as people are told of it.
struct ImportedLine {
    let value: JSONValue

    private var kind: String { value["kind"]?.string ?? "" }

    /// What people call what the line has; nil where it has no name.
    var name: String? {
        let record = value[kind] ?? value
        guard let name = record["title"]?.string ?? record["name"]?.string else { return nil }
        let id = record["seriesId"]?.string ?? record["id"]?.string
        let handle = id.flatMap { Handle(ofID: $0)?.description }
        return ([kind, handle].compactMap(\.self) + ["\"\(name.shown)\""]).joined(separator: " ")
    }

    /// The version of a header that this taskd is too old for.
    var laterVersion: Int? {
        guard kind == "header", let version = value["version"]?.integer, version > TransferFormat.version else {
            return nil
        }
        return Int(version)
    }
}

/// What is wrong with a line.
struct ImportFault {
    let line: Int
    let pointer: String
    let detail: String

    init(_ fault: ImportView.Fault) {
        (line, pointer, detail) = (fault.line, fault.pointer, fault.detail)
    }

    /// Reads what a part was refused for, whose pointers begin with the line: `line 43 /id`.
    init(_ fault: DaemonProblem.Fault, first: Int) {
        let place = fault.pointer.firstMatch(of: /^line (\d+) ?/)
        line = place.flatMap { Int($0.output.1) } ?? first
        pointer = place.map { String(fault.pointer[$0.range.upperBound...]) } ?? fault.pointer
        detail = fault.detail
    }

    /// Whether the same is there with other content.
    var isConflict: Bool { detail.hasPrefix("exists already") }
    /// Whether it is the version of the export.
    var isVersion: Bool { pointer == "/version" && detail.contains("needs a newer taskd") }
}

/// What became of all parts so far.
struct ImportSum {
    var lines = 0
    var (new, same, different, bad) = (0, 0, 0, 0)
    var faults: [ImportView.Fault] = []
    /// They, as people are told of them.
    var words: [String] = []
    var changes: [String] = []
    /// Whether the file ended before the export did.
    var isCutOff = false

    mutating func add(_ part: ImportView, _ sent: ImportPart) {
        lines += sent.lines
        (new, same, different, bad) = (new + part.new, same + part.same, different + part.different, bad + part.bad)
        let told = part.errors.prefix(max(0, 1_000 - faults.count))
        faults += told
        words += told.map { sent.words(ImportFault($0)) }
        if let change = part.change { changes = (changes + [change]).suffix(1_000) }
    }

    func text(isDry: Bool, replaces: Bool) -> String {
        let word = isDry ? "would be imported" : "imported"
        let fate =
            if different == 0 { "" } else if replaces { " and replaced" } else if isDry {
                ", which --replace would overwrite and --skip-bad leave"
            } else { " and left as they are in the store" }
        return words.map { "\($0)\n" }.joined()
            + "\(word): \(new) new, \(same) the same, \(different) different\(fate)"
            + (bad == 0 ? "\n" : ", \(bad) bad\n")
    }

    var json: String {
        var json = JSONWriter()
        json.object { json in
            json.field("new", new)
            json.field("same", same)
            json.field("different", different)
            json.field("bad", bad)
            json.field("errors") { json in
                json.array(faults) { json, fault in
                    json.object { json in
                        json.field("line", fault.line)
                        json.field("pointer", fault.pointer)
                        json.field("detail", fault.detail)
                    }
                }
            }
            json.field("changes") { json in json.array(changes) { $0.string($1) } }
        }
        return String(decoding: json.bytes, as: UTF8.self) + "\n"
    }
}
