import Basics
import Phrases
import Recurrence
import Scheduler
import Storage

extension PhraseAnswer {
    /// The whole answer.
    func write(membersTo json: inout JSONWriter) {
        json.field("title", input.mode == .task ? line.title : nil)
        write(fieldsTo: &json)
        json.field("result", line.when?.meaning.description)
        json.field("words", line.when.map { input.reader.words(for: $0, at: input.moment) })
        json.field("language", (line.when?.language ?? input.reader.language(of: input.text)).rawValue)
        json.field("project") { json in
            if let project { project.write(to: &json) } else { json.null() }
        }
        json.field("spans") { json in json.array(spans) { $1.write(to: &$0) } }
        json.field("notes") { json in
            json.array(remarks) { json, remark in
                json.object { json in
                    json.field("code", remark.code)
                    json.field("text", remark.text)
                }
            }
        }
    }

    /// The fields of a new task but for its title, as `POST /v1/tasks` takes them.
    func write(fieldsTo json: inout JSONWriter) {
        let times = times
        json.field("due", times.due)
        json.field("start", times.start)
        json.field("timeZone", zoneName)
        json.field("recurrence") { json in
            guard case .rule(let rule)? = line.when?.meaning else { return json.null() }
            json.object { json in
                json.field("rrule") { json in json.array([rule.rule.description]) { $0.string($1) } }
                let anchor: TaskRecurrence.Anchor = rule.isAnchoredAtCompletion ? .completion : .due
                json.field("anchor", anchor.rawValue)
            }
        }
        json.field("reminders") { json in json.array(reminders) { write($1, to: &$0) } }
        json.field("tags") { json in json.array(line.tags.differentTags) { $0.string($1) } }
        json.field("projectId", project?.id?.description)
        json.field("priority", (line.priority ?? .none).rawValue)
        json.field("estimatedDuration", line.estimate?.description)
        json.field("description", line.description)
    }

    private var times: (start: String?, due: String?) {
        switch line.when?.meaning {
        case .time(let time)?: (nil, text(time))
        case .range(let start, let due)?: (text(start), text(due))
        case .rule(let rule)?: (nil, text(rule.first))
        case nil: (nil, nil)
        }
    }

    private func write(_ reminder: QuickAdd.Reminder, to json: inout JSONWriter) {
        json.object { json in
            switch reminder {
            case .before(let length):
                json.field("offset", CalendarDuration(days: -length.days, seconds: -length.seconds).description)
            case .at(let time): json.field("at", text(time))
            }
        }
    }

    /// A local time in the zone of the task; an instant where it is in another zone, or the second of two equal ones.
    private func text(_ time: PhraseTime) -> String {
        let local = time.civil.startOfDayOrTime
        let zone = input.reader.rules(of: time.zone) ?? input.moment.zone
        let instant =
            time.utcOffset.map { UTCInstant(secondsSinceEpoch: Int64(local.secondsSinceEpoch - $0)) }
            ?? zone.instant(of: local)
        let isElsewhere = (time.zone ?? input.moment.zone.identifier) != zoneName
        guard !time.civil.isDate, isElsewhere || instant != zone.instant(of: local) else {
            return time.civil.description
        }
        return instant.description
    }

    // MARK: - From which words

    /// A part of the text, and what it was read as.
    private struct Span {
        var part: QuickAdd.Part
        var range: Range<Int>
        var words: String
        var readAs: String?

        func write(to json: inout JSONWriter) {
            json.object { json in
                json.field("part", part.rawValue)
                json.field("from", range.lowerBound)
                json.field("to", range.upperBound)
                json.field("words", words)
                json.field("readAs", readAs)
            }
        }
    }

    private var spans: [Span] {
        let bytes = Array(input.text.utf8)
        var reminders = line.reminders[...]
        return line.spans.map { span in
            let words = String(decoding: bytes[span.range], as: UTF8.self)
            let readAs: String? =
                switch span.part {
                case .tag: QuickAdd.tag(words)
                case .project: project?.name
                case .priority: line.priority?.rawValue
                case .when: line.when.map { input.reader.words(for: $0, at: input.moment) }
                case .reminder: reminders.popFirst().flatMap(words(of:))
                case .estimate: line.estimate?.description
                case .description: line.description
                }
            return Span(part: span.part, range: span.range, words: words, readAs: readAs)
        }
    }

    /// How far before the due time, or when; nil of one that is left out.
    private func words(of reminder: QuickAdd.Reminder) -> String? {
        switch reminder {
        case .before(let length):
            guard line.when != nil else { return nil }
            return CalendarDuration(days: -length.days, seconds: -length.seconds).description
        case .at(let time): return time.phrase(in: input.reader.language(of: input.text))
        }
    }
}

extension ProjectWord {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("typed", typed)
            json.field("id", id?.description)
            json.field("name", name)
            json.field("nearest") { json in
                guard let nearest else { return json.null() }
                json.object { json in
                    json.field("id", nearest.id.description)
                    json.field("name", nearest.name)
                }
            }
        }
    }
}

extension PhraseAnswer {
    static let schema: Schema = {
        let fields = TaskDraft.members(.answer).only([
            "due", "start", "timeZone", "tags", "projectId", "priority", "estimatedDuration", "description",
        ])
        return Schema.object(
            ["title": Schema.string.nullable.described("What is left of the line; null of a date alone.")] + fields + [
                "recurrence": Schema.object([
                    "rrule": .array(of: .string), "anchor": .choice(of: TaskRecurrence.Anchor.self),
                ])
                .named("PhraseRecurrence").nullable,
                "reminders": .array(
                    of: .object(["offset": Schema.duration.optional, "at": Schema.time.optional]).named(
                        "PhraseReminder")),
                "result": Schema.string.nullable.described(
                    "When, in the form of `taskd date`: a text that is a phrase itself."),
                "words": Schema.string.nullable.described("When, in words of the language of the phrase."),
                "language": .choice(of: PhraseLanguage.self),
                "project": Schema.object([
                    "typed": .string, "id": Schema.uuid.nullable, "name": Schema.string.nullable,
                    "nearest": Schema.object(["id": .uuid, "name": .string]).named("NamedProject").nullable,
                ]).named("TypedProject", "The project that the line names, and the nearest one where there is none.")
                    .nullable,
                "spans": .array(
                    of: .object([
                        "part": .choice(of: QuickAdd.Part.self), "from": .count, "to": .count, "words": .string,
                        "readAs": Schema.string.nullable,
                    ]).named(
                        "PhraseSpan", "Words that are not in the title: from which byte of the text, to before which.")),
                "notes": .array(of: .object(["code": .string, "text": .string]).named("PhraseNote")),
            ]
        ).named(
            "Phrase",
            "What a line or a phrase means; its members that a task has are taken by POST /v1/tasks as they are.")
    }()
}
