import Basics
import HTTPTypes
import Storage

extension Operation {
    static let ofPhrases = [readPhrase, listSuggestions]

    static let readPhrase = Operation(
        "readPhrase", .post, "phrases", .phrases, .read, reach: .tasks,
        summary: "Read a task in one line, or a date in words",
        """
        What it means, in English and Korean, with the words that each part comes from; nothing is written. What could mean \
        two things is refused, with `at`, its `readings` and a text to `try`. See docs/dates.md.
        """
    )
    .taking(PhraseInput.schema).answering(.ok(PhraseAnswer.schema, "What it means."))
    .refusing(.unprocessableContent, "It is not understood, not certain or not possible; or a member is wrong.")

    static let listSuggestions = Operation(
        "listSuggestions", .get, "suggestions", .phrases, .read, reach: .tasks,
        summary: "Suggest what a new task may have",
        """
        Tags, the project, the priority, when it is due and when it reminds, counted from the latest tasks that have a word \
        of the title in theirs, the surest first. What fewer than two of them have, or fewer than half of those that could \
        have it, is not suggested.
        """
    )
    .asking(SuggestionRoutes.parameters)
    .answering(
        .ok(
            .object([
                "words": Schema.array(of: .string).described("The words of the title that were looked for."),
                "items": .array(of: SuggestionItem.schema),
            ]).named("Suggestions"), "The suggestions."))
}
