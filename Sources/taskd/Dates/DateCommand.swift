import ArgumentParser
import Basics
import Phrases
import Recurrence

/// `taskd date`: what a phrase means.
struct DateCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "date",
        abstract: "Tell what a phrase such as 'every last friday at 5pm' means, in English or Korean.",
        usage: "taskd date [<phrase> ...] [<options>]",
        discussion: """
              taskd date next friday 5pm
              taskd date '매주 월요일 오전 9시'

            Prints what the phrase means in a form that scripts can read, then in words, and of a repetition the next \
            five times. A phrase that is not understood, or that has two readings, is refused with a phrase to try (exit \
            status 1). What phrases can look like: taskd help dates.

            With --jsonl it reads JSON objects from standard input, one a line, and writes one for each:

              in   {"phrase": "fri 5pm", "lang": "en", "now": "2026-11-21T14:30",
                    "zone": "Europe/Berlin", "id": 1}
              out  {"id": 1, "result": "2026-11-27T17:00"}
                   or {"id": 1, "refused": "…", "at": [0, 3], "try": "…"}
                   or {"id": 1, "error": "…"}

            Only "phrase" is required; "at" is the place in bytes. A bad line gets an "error" and does not stop the run.
            """
    )

    @Argument(help: ArgumentHelp("The phrase; its words may be arguments of their own.", valueName: "phrase"))
    var phrase: [String] = []

    @Option(help: ArgumentHelp("When the phrase is said, such as 2026-11-21T14:30 (default: now).", valueName: "time"))
    var now: String?

    @Option(
        name: [.long, .customLong("tz")],
        help: "The time zone in which it is said, such as Europe/Berlin (TASKD_ZONE; default: this machine's).")
    var zone: String?

    @Option(
        help: ArgumentHelp(
            "The language, en or ko (default: ko for a phrase with Hangul in it, else en).", valueName: "language"),
        transform: DateCommand.language)
    var lang: PhraseLanguage?

    @Flag(help: "Read many phrases from standard input, one JSON object a line.")
    var jsonl = false

    @Flag(help: "Print a JSON object, on one line.")
    var json = false

    func validate() throws {
        let others =
            (phrase.isEmpty ? [] : ["\"\(phrase.joined(separator: " ").shown)\""])
            + [("--now", now != nil), ("--zone", zone != nil), ("--lang", lang != nil)].filter(\.1).map(\.0)
        if jsonl, !others.isEmpty {
            throw ValidationError(
                """
                --jsonl reads the phrases from standard input, with now, zone and lang of each. \
                Leave \(others.joined(separator: " and ")) away.
                """)
        }
    }

    func run(in context: CommandContext) async throws {
        if jsonl { return try DateLines(context).run() }
        // Not before, as the parser names an option that there is not.
        guard !phrase.isEmpty else {
            throw CommandFailure.usage(
                "give a phrase, or --jsonl for many", "Run taskd date --help for what it takes.")
        }
        let request = DateRequest(phrase: phrase.joined(separator: " "), now: now, zone: zone)
        let moment = try DateRequest.telling { try request.moment(in: context) }
        do {
            let reader = DateRequest.reader(language: lang, in: context)
            let answer = DateAnswer(
                reading: try reader.read(request.phrase, at: moment), moment: moment, reader: reader)
            guard json else {
                try StandardOutput.write(answer.lines(zones: context.zones))
                return context.tell(answer.notes(context.zones))
            }
            try StandardOutput.write(Self.line { answer.write(to: &$0, zones: context.zones) })
        } catch let refusal as PhraseRefusal {
            guard json else { throw Self.failure(refusal, of: request.phrase) }
            try StandardOutput.write(Self.line { $0.write(refusal, withReadings: true) })
            throw ExitCode.failure
        }
    }

    private static func line(_ write: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        json.object(write)
        return json.line
    }

    /// The refusal with a mark under the place, where the phrase is one that a terminal shows in columns, and what to try.
    private static func failure(_ refusal: PhraseRefusal, of phrase: String) -> CommandFailure {
        let isPlain =
            !phrase.isEmpty && phrase.utf8.allSatisfy { (0x20...0x7E).contains($0) } && phrase.utf8.count <= 200
        let mark =
            String(repeating: " ", count: refusal.range.lowerBound)
            + String(repeating: "^", count: max(refusal.range.count, 1))
        let place = isPlain ? "\n  \(phrase)\n  \(mark)" : ""
        let phrases = refusal.readings.isEmpty ? [refusal.suggestion] : refusal.readings
        let isKorean = refusal.language == .korean
        let tries = phrases.map { phrase in
            "taskd date \(phrase.withoutControls.quotedForShell)"
        }.joined(separator: isKorean ? " 또는 " : " or ")
        return .failed(
            refusal.reason.withoutControls + place, isKorean ? "이렇게 써 보세요: \(tries)" : "Try: \(tries)")
    }

    private static func language(_ text: String) throws -> PhraseLanguage {
        guard let language = PhraseLanguage(rawValue: text.lowercased()) else {
            throw ValidationError("--lang must be en or ko.")
        }
        return language
    }
}
