import Basics
import NIOCore
import Recurrence
import Storage

/// A new token as a client wants it.
struct NewToken: Sendable {
    let id: TokenID?
    let fields: TokenFields
    let reach: TokenReach

    /// Reads a new token.
    ///
    /// - Throws: A 422 ``Problem`` that names each field at fault.
    init(_ value: JSONValue, now: UTCInstant) throws {
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: "", collector)
        id = reader.text("id", "a UUID") { TokenID($0) }
        let (fields, place) = (Patch<TokenFields>(&reader), Patch<TokenReachFields>(&reader))
        reader.finish(readOnly: AccessToken.readOnlyMembers)
        var (token, reach, problems) = (TokenFields(), TokenReachFields(), [InputProblem]())
        if reader.isObject {
            fields.apply(to: &token, isNew: true, noting: &problems)
            place.apply(to: &reach, isNew: true, noting: &problems)
            reach.checkTogether(at: "", noting: &problems)
        }
        if problems.isEmpty, collector.problems.isEmpty { token.check(with: reach.reach, at: now, noting: &problems) }
        collector.add(problems)
        try collector.throwIfAny()
        (self.fields, self.reach) = (token, reach.reach)
    }
}

/// How a token is to be rotated.
struct TokenRotation: Sendable {
    /// How long the old secrets go on: a day, unless somebody says otherwise.
    private(set) var overlap = Swift.Duration.seconds(86_400)
    /// The longest that they may: thirty days.
    private static let maxOverlap = Swift.Duration.seconds(30 * 86_400)

    /// Reads it; an empty body says nothing.
    ///
    /// - Throws: A 422 ``Problem`` that names each field at fault.
    init(_ input: ByteBuffer) throws {
        guard input.readableBytes > 0 else { return }
        let collector = ProblemCollector()
        var reader = ObjectReader(try JSONValue(body: input), at: "", collector)
        if let duration = reader.exactDuration("overlap") {
            overlap = duration
            if let complaint = (Swift.Duration.zero...Self.maxOverlap).complaint(about: duration) {
                collector.add("/overlap", complaint)
            }
        }
        reader.finish()
        try collector.throwIfAny()
    }
}
