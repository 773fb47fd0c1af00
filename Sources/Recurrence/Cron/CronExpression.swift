/// A cron expression as rules: five fields, six with seconds first, or a name such as `@daily`.
///
/// Fields are minute, hour, day of month, month and day of week, with `*`, lists, ranges, steps and English names of
/// months and weekdays; 0 and 7 are Sunday. A day of month may be `L` (last), `L-3` (three days before the last),
/// `15W` (the weekday nearest to the 15th) or `LW` (the last weekday); a day of week `5#2` (the second Friday) or
/// `5L` (the last Friday). Where both day fields are restricted a day that fits either counts, as cron has it, and
/// a rule for each is made. `?` is `*`.
public struct CronExpression: Hashable, Sendable, CustomStringConvertible {
    /// The rules whose union the expression is.
    public let rules: [RecurrenceRule]
    /// The expression as it was written.
    public let description: String

    /// Reads an expression.
    ///
    /// - Parameter text: The expression, at most 1,024 bytes.
    /// - Throws: `RecurrenceError` with the field at fault as its part: `.syntax`, `.value` for numbers out of range,
    ///   `.unsupported` for `@reboot`, `.limit` for a text too long.
    public init(_ text: String) throws(RecurrenceError) {
        guard text.utf8.count <= 1_024 else {
            throw RecurrenceError(
                code: .limit, message: "must not be longer than 1024 bytes", part: "cron")
        }
        description = text
        let words = try CronFields(text)
        rules = try words.rules()
    }
}

extension RecurrenceSet {
    /// Makes the set of all moments that a cron expression means.
    ///
    /// - Parameters:
    ///   - cron: The expression.
    ///   - start: The first local time that may be a member.
    ///   - zone: The zone of local times; nil for floating ones.
    ///   - policy: The readings to take.
    /// - Throws: `RecurrenceError`, see `CronExpression.init(_:)`.
    public init(
        cron: CronExpression, start: CivilDateTime, zone: ZoneRules?, policy: EvaluationPolicy = .standard
    ) throws(RecurrenceError) {
        try self.init(start: .dateTime(start), zone: zone, rules: cron.rules, policy: policy)
    }
}
