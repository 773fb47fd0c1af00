package import Filters

/// What is wrong with one field of an input.
public struct InputProblem: Hashable, Sendable {
    /// The field: a JSON Pointer (RFC 6901) such as `/recurrence/rrule/0`.
    public var pointer: String
    /// What is wrong with it and how to fix it, one sentence.
    public var detail: String

    /// How many problems of one input are reported.
    package static let maxReported = 100

    /// Makes a problem from its parts.
    public init(pointer: String, detail: String) {
        self.pointer = pointer
        self.detail = detail
    }
}

/// Collects what is wrong with an input, so that a client learns all of it at once, up to a bound, and of each value only
/// what was found first.
package final class ProblemCollector {
    package private(set) var problems: [InputProblem] = []
    /// The pointers that those of all members of a value begin with that cannot be read.
    private var refused: [String] = []

    package init() {}

    package func add(_ pointer: String, _ detail: String) {
        add([InputProblem(pointer: pointer, detail: detail)])
    }

    package func add(_ more: [InputProblem]) {
        for problem in more where problems.count < InputProblem.maxReported && !isCovered(problem.pointer) {
            problems.append(problem)
        }
    }

    /// Notes a value that cannot be read at all, so that nothing of what it should have is missed.
    package func refuse(_ pointer: String, _ detail: String) {
        add(pointer, detail)
        refused.append(pointer + "/")
    }

    /// Whether a value has been complained of, or cannot be read with all that it should have: what else is wrong there
    /// mostly follows from that.
    private func isCovered(_ pointer: String) -> Bool {
        problems.contains { $0.pointer == pointer } || refused.contains { pointer.hasPrefix($0) }
    }
}

extension [InputProblem] {
    package mutating func append(_ pointer: String, _ detail: String) {
        append(InputProblem(pointer: pointer, detail: detail))
    }

    /// Notes why a text is no filter.
    ///
    /// - Parameters:
    ///   - text: The text; nil where there is none.
    ///   - pointer: Where it stands.
    /// - Returns: The reason, and where in the text; nil where it is a filter.
    @discardableResult
    package mutating func check(filter text: String?, at pointer: String) -> FilterError? {
        do throws(FilterError) {
            if let text { _ = try TaskFilter(text) }
            return nil
        } catch {
            append(pointer, "is not a valid filter: \(error)")
            return error
        }
    }
}

/// How long a text is.
///
/// What is bounded are its Unicode scalars, and with them its bytes, of which UTF-8 has four at most for each. What a
/// reader sees as one letter can have any number of them.
package enum TextLength {
    /// What is wrong with a text that may have so many characters; nil when nothing is.
    ///
    /// Cost: that of the bound, not of the text.
    package static func complaint(about text: String, atMost limit: Int) -> String? {
        if text.utf8.count > 4 * limit {
            return
                "must have at most \(limit) characters (Unicode scalars), and so \(4 * limit) bytes, not \(text.utf8.count)"
        }
        if text.utf8.count > limit {
            let count = text.unicodeScalars.count
            if count > limit { return "must have at most \(limit) characters (Unicode scalars), not \(count)" }
        }
        return text.utf8.contains(0) ? "must not contain U+0000" : nil
    }
}
