import Basics
import HTTPTypes
import Storage

extension Operation {
    static let ofPhrases = [readPhrase]

    static let readPhrase = Operation(
        "readPhrase", .post, "phrases", .phrases, .read, reach: .tasks, summary: "Read a task in one line, or a date in words",
        """
        What it means, in English and Korean, with the words that each part comes from; nothing is written. What could mean \
        two things is refused, with `at`, its `readings` and a text to `try`. See docs/dates.md.
        """
    )
    .taking(PhraseInput.schema).answering(.ok(PhraseAnswer.schema, "What it means."))
    .refusing(.unprocessableContent, "It is not understood, not certain or not possible; or a member is wrong.")
}
