/// What a new task may well have, by what earlier tasks with a word of its title have.
public struct SuggestionView: Decodable, Hashable, Sendable {
    /// What of the task is suggested: `projectId`, `tags`, `priority`, `dueTime`, `dueWeekday`, `dueLead` or `reminders`.
    public var field: String
    /// What is suggested: of tags and reminders a list with one element, else a text.
    public var value: PropertyValue
    /// The name of the project that is suggested.
    public var name: String?
    /// Why, in words and numbers.
    public var because: String
    /// The word of the title that it follows from.
    public var word: String
    /// How many earlier tasks with the word have it.
    public var count: Int
    /// Of how many that could have it.
    public var total: Int

    private enum CodingKeys: String, CodingKey {
        case field, value, name, because, word, count
        case total = "of"
    }
}
