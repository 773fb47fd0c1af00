import HTTPTypes
import NIOCore
import Scheduler
import Storage

/// A part of an import as a client sends it.
struct ImportInput: Sendable {
    /// A record, with the number of its line in the whole.
    struct Record: Sendable {
        let line: Int
        let record: any TransferRecord
    }

    /// What is wrong with a line.
    struct Fault: Sendable {
        let line: Int
        let problem: InputProblem
    }

    private(set) var records: [Record] = []
    private(set) var faults: [Fault] = []
    /// The lines at fault.
    private(set) var badLines = 0
    /// Whether the end of the whole is in it.
    private(set) var hasEnd = false

    /// Reads the lines of a part; empty ones are passed over.
    ///
    /// - Parameters:
    ///   - body: The lines.
    ///   - first: The number of the first.
    /// - Throws: A ``Problem`` where there are too many.
    init(_ body: ByteBuffer, from first: Int) throws {
        var lines = body.readableBytesView.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // Behind the end of the last line there is none.
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard lines.count <= TransferFormat.maxLines else {
            throw Problem(.contentTooLarge, "a part has at most \(TransferFormat.maxLines) lines; send less at once")
        }
        var hasHeader = false
        for (index, line) in lines.enumerated() where !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) {
            var problems: [InputProblem] = []
            switch ImportLine.read(line, noting: &problems) {
            case .header?: hasHeader = true
            case .record(let record)?: records.append(Record(line: first + index, record: record))
            case .end(let count)?:
                hasEnd = true
                if let count { check(count, atLine: first + index, from: first, hasHeader) }
            case nil:
                badLines += 1
                faults += problems.map { Fault(line: first + index, problem: $0) }
            }
        }
    }

    /// Holds what the end says of how many records there are against those before it, as far as that is known: of a part
    /// that is not the first one, how many there can be at most.
    private mutating func check(_ count: Int, atLine line: Int, from first: Int, _ hasHeader: Bool) {
        let here = records.count + badLines
        let (least, most) = hasHeader ? (here, here) : (0, first > 1 ? first - 1 + here : .max)
        guard count < least || count > most else { return }
        let detail = """
            is \(count), but \(hasHeader ? "" : "at most ")\(most) records come before the end record; send the whole \
            file
            """
        badLines += 1
        faults.append(Fault(line: line, problem: InputProblem(pointer: "/records", detail: detail)))
    }
}

extension [ImportInput.Fault] {
    /// The problem of a request that has them.
    var problem: Problem {
        Problem(
            prefix(InputProblem.maxReported).map { fault in
                let pointer = fault.problem.pointer
                return InputProblem(
                    pointer: "line \(fault.line)" + (pointer.isEmpty ? "" : " \(pointer)"), detail: fault.problem.detail
                )
            })
    }
}
