import Recurrence
import Scheduler

/// Why a rule, a set or a line of input was not taken, in words.
struct RuleFault {
    /// What is wrong, and where.
    let message: String
    /// The error of the rule itself, where it is one.
    let fault: RecurrenceError?

    init(_ error: any Error) {
        fault = error as? RecurrenceError
        message =
            switch error {
            case let error as DecodingError: Self.words(error)
            case let error as SchedulerError: error.description
            default: "\(error)"
            }
    }

    /// Carries out `body` and tells its error as wrong usage: nothing else can be wrong with what was typed.
    static func telling<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as RecurrenceError {
            // What the RFC names was typed as an option, of which the place of a single value says nothing.
            let option = error.part.flatMap { options[$0] }
            throw CommandFailure.usage(option.map { "\($0) \(error.message)" } ?? RuleFault(error).message)
        } catch {
            throw CommandFailure.usage(RuleFault(error).message)
        }
    }

    /// The options by the properties and members that they give.
    private static let options = [
        "DTSTART": "--dtstart", "RDATE": "--rdate", "EXDATE": "--exdate", "limit": "--limit", "after": "--after",
        "before": "--before",
    ]

    private static func words(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "\(key.stringValue): is missing"
        case .typeMismatch(let type, let context): "\(place(context)): must be \(name(of: type))"
        case .valueNotFound(let type, let context): "\(place(context)): must be \(name(of: type)), not null"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            "\(place(context)): \(context.debugDescription)"
        default: "the line is not a JSON object"
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        let keys = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
        return keys.isEmpty ? "the line" : keys.joined(separator: "/")
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Int.Type: "an integer"
        case is any Collection.Type where !(type is any ExpressibleByDictionaryLiteral.Type): "an array of strings"
        default: "an object"
        }
    }
}
