import Testing

@testable import taskd

/// What the command line itself refuses, without a daemon.
struct UsageTextTests {
    private static let messages: [(arguments: String, message: String, what: String, how: String)] = [
        (
            "done", "Missing expected argument '<task> ...'", "which task?",
            "Give a handle or words of the title: taskd done kf3."
        ),
        (
            "hook test", "Missing expected argument '<id>'", "which hook?", "Give its handle; taskd hook list shows it."
        ),
        (
            "upcoming extra", "Unexpected argument 'extra'", "\"extra\" is more than taskd upcoming takes",
            "Run taskd upcoming --help for what it takes."
        ),
        (
            "list --limt 5", "Unknown option '--limt'. Did you mean '--sort'?",
            "there is no option --limt of taskd list", "Did you mean --limit?"
        ),
        (
            "list --frob", "Unknown option '--frob'. Did you mean '--group'?",
            "there is no option --frob of taskd list", "Run taskd list --help for what it takes."
        ),
        (
            "edit x --scope bar", "The value 'bar' is invalid for '--scope <scope>'. Please provide one of …",
            "--scope must be this, following or all, not \"bar\"", "Run taskd edit --help for what it takes."
        ),
        (
            "edit x --scope al", "The value 'al' is invalid for '--scope <scope>'. Please provide one of …",
            "--scope must be this, following or all, not \"al\"", "Did you mean all?"
        ),
        (
            "date x --lang fr", "The value 'fr' is invalid for '--lang <lang>': --lang must be en or ko.",
            "--lang must be en or ko, not \"fr\"", "Run taskd date --help for what it takes."
        ),
        (
            "date x --lang 12", "The value '12' is invalid for '--lang <lang>': --lang must be en or ko.",
            "--lang must be en or ko, not 12", "Run taskd date --help for what it takes."
        ),
        (
            "list --limit 0", "--limit must be 1 to 1000.", "--limit must be 1 to 1000, not 0",
            "Run taskd list --help for what it takes."
        ),
        (
            "hook add", "--events is empty; leave it out for all events.", "--events is empty",
            "Leave it out for all events."
        ),
    ]

    @Test(arguments: messages)
    func `what the parser refuses is told as what and how`(
        arguments: String, message: String, what: String, how: String
    ) {
        let failure = ParserText(arguments.split(separator: " ").map(String.init)).failure(message)
        #expect(failure == .usage(what, how))
    }

    @Test(arguments: [
        ("list --limit", "Missing value for '--limit <limit>'", "--limit needs a value"),
        (
            "list --limit abc", "The value 'abc' is invalid for '--limit <limit>'",
            "--limit must be a number from 1 to 1000, not \"abc\""
        ),
    ])
    func `what an option takes is told in the first sentence of its help`(
        arguments: String, message: String, what: String
    ) {
        let failure = ParserText(arguments.split(separator: " ").map(String.init)).failure(message)
        #expect(failure.message == what && failure.exitStatus == 64)
        #expect(failure.suggestion?.wholeMatch(of: /--limit: How many [^.]*1 to 1000[^.]*\./) != nil, "\(failure)")
    }

    @Test(arguments: [
        ("edit kf3 due:foo", "--due \"foo\" is not understood", "due:foo is not understood"),
        ("edit kf3 due:foo", "Try --due 'tomorrow 9am'; more.", "Try 'due:tomorrow 9am'; more."),
        ("edit kf3 for:foo", "--estimate \"foo\" is not a duration", "for:foo is not a duration"),
        ("edit kf3 --due foo", "--due \"foo\" is not understood", "--due \"foo\" is not understood"),
        ("add due:foo --due x", "--due \"foo\" is not understood", "--due \"foo\" is not understood"),
    ])
    func `an option that was typed as a term is called by it`(arguments: String, text: String, said: String) {
        #expect(TypedArguments(arguments.split(separator: " ").map(String.init)).naming(text) == said)
    }

    @Test(arguments: [
        ("/kind", "is missing", "kind is missing"),
        ("/reminders/0/at", "there is none", "reminders.0.at: there is none"),
        ("/status", "must be one of a, b", "status must be one of a, b"),
        ("", "is not valid JSON", "is not valid JSON"),
    ])
    func `a line of a file is told without pointers`(pointer: String, detail: String, said: String) {
        #expect(ProblemText.sentence(detail, ofField: pointer) == said)
    }

    @Test func `a receiver that is refused without more is answered by what one is`() {
        #expect(ProblemWording.remedy(at: "/url")?.hasPrefix("Give the address of a receiver") == true)
    }

    private static let typed: [(arguments: [String], errors: String)] = [
        (
            ["add", "x", "--due", "soon"],
            "--due \"soon\" is no certain time\n  Try --due 'in 3 days'; \(TimeReader.help)."
        ),
        (
            ["add", "x", "--due", "2026-02-30"],
            "--due \"2026-02-30\": that month has 28 days\n  Try --due '2026-02-28'; \(TimeReader.help)."
        ),
        (
            ["add", "x", "--due", "2026-13-01"],
            "--due \"2026-13-01\": months go from 1 to 12\n  Try --due '2026-12-01'; \(TimeReader.help)."
        ),
        (
            ["add", "x", "--repeat", "soonish"],
            "--repeat \"soonish\" is not understood\n  Try --repeat 'every week'; \(TimeReader.help)."
        ),
        (
            ["add", "x", "--remind", ""],
            "--remind is empty\n  Write 1h for an hour before, '10m after', or 'tomorrow 9am'."
        ),
        (
            ["list", "due:foo"],
            "due:foo: \"foo\" is not understood\n  Try 'due:tomorrow'; \(TimeReader.help)."
        ),
        (["list", "--done"], "there is no option --done of taskd list\n  Write taskd list done."),
        (
            ["trash", "empty", "--nope"],
            "there is no option --nope of taskd trash empty\n  Run taskd trash empty --help for what it takes."
        ),
        (["trash", "empty", "--yess"], "there is no option --yess of taskd trash empty\n  Did you mean --yes?"),
        (
            ["trash", "empty", "-f"],
            "there is no option -f of taskd trash empty\n  Run taskd trash empty --help for what it takes."
        ),
        (["trash", "empty"], "nothing restores what is deleted from the trash\n  Add --yes to delete it all."),
        (["pause", "--nope"], "there is no option --nope of taskd pause\n  Did you mean --note?"),
        (
            ["resume", "--nope"],
            "there is no option --nope of taskd resume\n  Run taskd resume --help for what it takes."
        ),
        (["resume", "--al"], "there is no option --al of taskd resume\n  Did you mean --all?"),
        (
            ["config", "check", "--new-key"],
            "there is no option --new-key of taskd config check\n  Run taskd config check --help for what it takes."
        ),
        (["token", "add", "--scop", "read"], "there is no option --scop of taskd token add\n  Did you mean --scope?"),
        (
            ["show", "--nope"], "there is no option --nope of taskd show\n  Run taskd show --help for what it takes."
        ),
        (["attach"], "which task?\n  Give a handle or words of the title: taskd attach kf3 photo.jpg."),
        (
            ["token", "add", "--nope"],
            "there is no option --nope of taskd token add\n  Run taskd token add --help for what it takes."
        ),
        // An option that no help shows, a value that begins so and an option of a program are none of those.
        (["series", "edit", "x", "--due", "fri"], "a series has no --due and no --start\n  Move it with --dtstart."),
        (
            ["list", "--sort", "-due", "--limit", "0"],
            "--limit must be 1 to 1000, not 0\n  Run taskd list --help for what it takes."
        ),
        (
            ["hook", "add", "https://example.com/", "--command", "/bin/x", "--loud"],
            "give either a URL, for a webhook, or --command, for a program\n  Run taskd hook add --help for what it takes."
        ),
        (["list", "-@Shop"], "\"-@Shop\" is no term of a list\n  Write --where 'not project:Shop'."),
        (
            ["list", "-@New-house"],
            "\"-@New-house\" is no term of a list\n  Write --where 'not project:\"New-house\"'."
        ),
        (
            ["list", "--where", "done"],
            "--where \"done\" is a term of taskd list, and no filter\n  Write 'status:completed' and --all, or '\"done\"' to "
                + "look for the word."
        ),
        (
            ["edit", "--where", "done", "p:low"],
            "--where \"done\" is a term of taskd list, and no filter\n  Write 'status:completed' with taskd bulk edit, as taskd "
                + "edit changes open tasks alone, or '\"done\"' to look for the word."
        ),
        (
            ["bulk", "done", "--where", "done"],
            "--where \"done\" is a term of taskd list, and no filter\n  Write 'status:completed', or '\"done\"' to look for "
                + "the word."
        ),
        (
            ["serve", "--listen", "a:1", "--listen", "b:2"],
            "--listen is given twice, as \"a:1\" and \"b:2\"\n  Write --listen a:1,b:2."
        ),
        (
            ["token", "add", "x", "--scope", "read,write"],
            "--scope takes one of read, write, hooks or admin at a time\n  Repeat it: --scope read --scope write."
        ),
        (["list", "due:"], "\"due:\" has no value\n  Write it like due:today."),
        (["list", "@"], "\"@\" has no value\n  Write it like @PROJECT."),
        (
            ["edit", "kf3", "foo:bar"],
            """
            "foo:bar" is no change that taskd edit knows
              Changes are due: start: repeat: remind: title: note: for: zone: +TAG -TAG @PROJECT p:high.
            """
        ),
        (
            ["list", "--where", "a", "--where", "b"],
            "--where is given twice, as \"a\" and \"b\"\n  Leave one of them away."
        ),
        (
            ["add", "x", "--project", "a", "--project=b"],
            "--project is given twice, as \"a\" and \"b\"\n  Leave one of them away."
        ),
        (
            ["token", "add", "x", "--expires", "in 90d", "--expires", "none"],
            "--expires is given twice, as \"in 90d\" and \"none\"\n  Leave one of them away."
        ),
        (
            ["list", "--where=-home"],
            "--where \"-home\" is a term of taskd list, and no filter\n  Write 'not tag:home'."
        ),
        (
            ["stats", "--year=abc"],
            "--year must be a year such as 2025, not \"abc\"\n  Run taskd stats --help for what it takes."
        ),
        (["edit", "kf3", "+home", "-home"], "-home contradicts +home\n  Leave one of them away."),
        (
            ["edit", "kf3", "due:fri", "due:sat"],
            "due is given twice: \"due:sat\" is the second\n  Leave one of them away."
        ),
        (
            ["add", "x", "--due", "2월 30일"],
            "--due \"2월 30일\": 없는 날짜입니다. 2월은 29일까지입니다\n  Try --due '2월 28일'; \(TimeReader.help)."
        ),
        (["token", "add"], "the new token needs a name\n  Give one, such as taskd token add phone."),
        (
            ["completions", "print", "foo"],
            """
            <shell> must be bash, zsh or fish, not "foo"
              Run taskd completions print --help for what it takes.
            """
        ),
        (
            ["list", "--template", "{{handle"],
            "--template: a {{ is not closed\n  Write it like '{{handle}} {{title}}\\n'."
        ),
        (
            ["list", "--template", "{{nope(due)}}"],
            """
            --template: there is no function "nope"
              Functions are json, time, relative, upper, lower, count, empty.
            """
        ),
        (
            ["list", "--url", "unix:nope"],
            """
            --url must be http://HOST:PORT, https://HOST or unix:/PATH, not "unix:nope"
              Write it like http://127.0.0.1:7373.
            """
        ),
        (
            ["hook", "add", "https://example.com/", "--body-template", "/nope"],
            "\"/nope\" cannot be opened: there is no such file\n  Name another file."
        ),
        (
            ["hook", "add", "https://example.com/", "--body-template", "x", "--preset", "slack"],
            "--body-template and --preset cannot be used together\n  Run taskd hook add --help for what it takes."
        ),
        (
            ["add", "x", "--dry-run", "--quiet"],
            "--quiet and --dry-run cannot be used together\n  Run taskd add --help for what it takes."
        ),
        (
            ["date", "x", "--zone", "foo"],
            "--zone: there is no time zone \"foo\"\n  Use an IANA name such as Europe/Berlin."
        ),
        (
            ["date", "x", "--zone", "Europe/Berln"],
            "--zone: there is no time zone \"Europe/Berln\"\n  Did you mean Europe/Berlin?"
        ),
    ]

    @Test
    func `what cannot be read is refused in the words that were typed`() async throws {
        for (arguments, errors) in Self.typed {
            let outcome = try await BuiltProgram.run(
                arguments, environment: ["TASKD_URL": "http://127.0.0.1:1", "TASKD_TOKEN": "none"])
            #expect(outcome.status == 64 && outcome.output.isEmpty, "\(arguments)")
            #expect(outcome.errors == "taskd: \(errors)\n", "\(arguments): \(outcome.errors)")
        }
    }
    @Test(arguments: ["why", "status", "nodes", "stats", "export", "import", "doctor"])
    func `the help of a command names no form that the command does not have`(command: String) async throws {
        let page = try await BuiltProgram.run([command, "--help"]).output
        let lacking = try #require(LackingForms.of(command)).options
        #expect(lacking.filter(page.contains).isEmpty, "\(page)")
    }
}
