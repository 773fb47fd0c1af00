import Basics
import Filters
import Scheduler
import Storage

/// What views, hooks, pauses and bulk changes say of a filter that cannot be read.
extension Problem {
    /// Input whose fields make no sense.
    ///
    /// - Parameters:
    ///   - problems: What is wrong with each.
    ///   - error: What is wrong with the filter among them; nil where nothing is.
    init(_ problems: [InputProblem], filter error: FilterError?) {
        self.init(problems)
        if let error { members = error.members }
    }
}

extension FilterError {
    /// Where in the filter, and what was probably meant there, as members of a problem.
    var members: [String: JSONValue] {
        var members = ["at": JSONValue.array([range.lowerBound, range.upperBound].map { .number(Double($0)) })]
        members["suggestion"] = suggestion.map { .string($0) }
        return members
    }
}

extension [InputProblem] {
    /// Notes the name of a time zone that there is not, in which the days of a filter would be.
    mutating func check(timeZone: String?, in zones: ZoneDatabase) {
        guard let timeZone, (try? zones.rules(for: timeZone)) == nil else { return }
        append("/timeZone", "must be an IANA name such as Europe/Berlin")
    }
}
