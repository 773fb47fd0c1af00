/// Why a phrase was not taken, where, and what to say instead.
public struct PhraseRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of refusal it is; callers compare it.
    public enum Code: String, Hashable, Sendable {
        /// A part of the phrase is not understood, or something is missing.
        case syntax
        /// It names no certain time.
        case vague
        /// It has two readings.
        case ambiguous
        /// There is no such day or time.
        case impossible
        /// Two parts of it exclude each other.
        case conflict
        /// The zone is not known by that name.
        case zone
        /// It is longer than is accepted, or leads beyond the calendar.
        case limit
    }

    /// The kind of refusal.
    public var code: Code
    /// What is wrong, in one sentence.
    public var reason: String
    /// The bytes at fault, counted from 0 in the phrase's UTF-8.
    public var range: Range<Int>
    /// A correct phrase to try.
    public var suggestion: String
    /// The readings of a phrase that has several, each a phrase.
    public var readings: [String]
    /// The language in which the phrase was read, and in which the reason is told.
    public var language: PhraseLanguage

    /// The reason and the phrase to try, in one line.
    public var description: String { "\(reason); try: \(suggestion)" }
}
