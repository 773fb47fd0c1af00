package import Basics
import Filters

extension HookDraft: FieldHolder {
    /// How many arguments a command may have, and events a hook may name.
    package enum Bounds {
        package static let arguments = 1_000
        package static let events = 1...50
    }

    /// Each field that can be written, declared once: reading, merge patches, writing and checking follow from it.
    package static func visitFields(_ fields: inout some FieldVisitor<HookDraft>) {
        fields.field("url", \.url, or: nil, .any.described("Where a webhook leads."))
        fields.field(
            "argv", \.command, or: [],
            .list(atMost: Bounds.arguments).described("A command: the program, and its arguments."))
        fields.field(
            "payload", \.shape.payload, or: .full, .any.described("Whether the whole event is sent, or its ids alone."))
        fields.field(
            "preset", \.shape.preset, or: nil, .any.described("The service whose own format is sent."))
        fields.field(
            "template", \.template, or: nil, .any.described("A body of the hook's own, in the Mustache language."))
        fields.field(
            "maxBodyBytes", \.shape.sizeLimit, or: Hook.Shape.defaultSizeLimit,
            .within(Hook.Shape.permittedSizeLimits).described("Of a larger body only the ids are sent."))
        fields.field(
            "tls", \.tls, or: nil, .any.described("What connections use beside the system's authorities."))
        fields.field("events", \.events, or: [.all], .list(Bounds.events).described("Which events it gets."))
        fields.field(
            "tags", \.filter.tags, or: [],
            .texts(atMost: EventFilter.maxTags, each: 0...TaskContent.Bounds.tagLength)
                .described("Events of tasks that have one of these tags."))
        fields.field(
            "priorities", \.filter.priorities, or: [],
            .list(atMost: EventFilter.maxTags).described("Events of tasks that have one of these priorities."))
        fields.field(
            "filter", \.filter.text, or: nil,
            .text(1...TaskFilter.Bounds.length).described("Events of tasks that it selects."))
        fields.field(
            "timeZone", \.filter.timeZone, or: nil,
            .text(1...100).described("The zone of the days and local times in the filter."))
        fields.field(
            "ordering", \.traffic.ordering, or: .parallel,
            .any.described("Whether the events of one task are sent one after the other."))
        fields.field("rateLimit", \.traffic.rateLimit, or: nil, .any.described("How fast it is sent to."))
        fields.field(
            "concurrency", \.traffic.concurrency, or: nil,
            .within(Hook.Traffic.permittedConcurrency).described("How many at once."))
        fields.field(
            "retrySchedule", \.retrySchedule, or: nil,
            .any.described("The waits before the attempts; null for the standard ones."))
        fields.field(
            "expires", \.traffic.expiry, or: nil,
            .within(.seconds(1)...Hook.Traffic.maxExpiry)
                .described("How long an event is worth sending."))
        fields.field("headers", \.headers, or: [], Header.permittedList)
        fields.field("enabled", \.isEnabled, or: true, .any.described("Whether it gets events."))
    }

    package static var kinds: [HookDraft] { Hook.Kind.allCases.map { HookDraft(kind: $0) } }

    package func lack(of field: StaticString) -> String? {
        switch "\(field)" {
        case "argv": kind == .command ? nil : "applies to command hooks only; leave it out"
        case "tls": kind == .webhook ? nil : "applies to webhooks only; leave it out"
        case "headers": kind == .webhook ? nil : "applies to webhooks only; leave it out"
        case "payload", "preset", "template", "maxBodyBytes":
            kind == .stdout ? "does not apply to standard output, which always sends whole events" : nil
        default: nil
        }
    }

    package func checkTogether(at pointer: String, noting problems: inout [InputProblem]) {
        switch kind {
        case .webhook where url == nil: problems.append("\(pointer)/url", "is missing")
        case .command where command.isEmpty: problems.append("\(pointer)/argv", "is missing")
        case .command where url != nil, .stdout where url != nil:
            problems.append("\(pointer)/url", "applies to webhooks only; leave it out")
        default: break
        }
    }

    private var retrySchedule: RetryWaits? {
        get { traffic.retryWaits.map { RetryWaits(waits: $0) } }
        set { traffic.retryWaits = newValue?.waits }
    }
}

extension Hook.Payload: FieldChoice {}
extension Hook.Preset: FieldChoice {}
extension Hook.Template.Format: FieldChoice {}
extension Hook.Ordering: FieldChoice {}

extension HookDraft.Template: FieldObject {
    package static let blank = Self(format: .text)
    package static let schemaName = "HookTemplate"

    package static func visitFields(_ fields: inout some FieldVisitor<Self>) {
        fields.field("format", \.format, or: .text, FieldRule.any.required)
        fields.field("body", \.text, or: nil, omitsNil: true, bit: [], FieldRule.any.required)
    }
}

extension HookDraft.TLS: FieldObject {
    /// How long a text of certificates may be, or of a key.
    private static let maxPEM = 100_000

    package static let blank = Self()
    package static let schemaName = "HookTLS"

    package static func visitFields(_ fields: inout some FieldVisitor<Self>) {
        fields.field("authorities", \.authorities, or: nil, .text(atMost: maxPEM))
        fields.field("certificate", \.certificate, or: nil, .text(atMost: maxPEM))
        fields.field("key", \.key, or: nil, omitsNil: true, bit: [], Key.permitted(atMost: maxPEM))
        fields.field("hasKey", \.hasKey, or: ReadOnly(false))
    }

    private var hasKey: ReadOnly<Bool> {
        get { ReadOnly(key != nil) }
        set {}
    }
}

extension HookDraft.TLS.Key: FieldValue {
    /// Writes nothing: it is never shown.
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) {}

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Self? {
        reader.string(name).map { .given($0) }
    }

    package static func schema(_ form: FieldForm) -> Schema {
        form == .answer ? .absent : .string.with("writeOnly", .bool(true))
    }

    fileprivate static func permitted(atMost limit: Int) -> FieldRule<Self?> {
        FieldRule(narrow: { $0.limited(to: 0...limit) }) { key, pointer, problems in
            if case .given(let text)? = key { problems.check(text, pointer, 0...limit) }
        }
    }
}

extension Hook.RateLimit: FieldObject {
    package static let blank = Self(perSecond: 1)
    package static let schemaName = "RateLimit"

    package static func visitFields(_ fields: inout some FieldVisitor<Self>) {
        fields.field("perSecond", \.perSecond, or: 1, permittedRate.required)
        fields.field("burst", \.burst, or: 1, .within(permittedBursts))
    }

    private static var permittedRate: FieldRule<Double> {
        FieldRule(
            narrow: { $0.between(permittedRates.lowerBound, permittedRates.upperBound) }
        ) { rate, pointer, problems in
            if !permittedRates.contains(rate) { problems.append(pointer, "must be 0.0001 to 10000") }
        }
    }
}

/// The waits before the attempts, in a field.
private struct RetryWaits: FieldValue {
    var waits: [Swift.Duration]

    func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) {
        json.field(name) { json in json.array(waits) { $0.string($1.isoText) } }
    }

    static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> RetryWaits? {
        let permitted = Hook.Traffic.permittedWaitCount
        let waits = reader.exactDurations(name, .zero...Hook.Traffic.maxWait, atMost: permitted.upperBound)
        return waits.map { RetryWaits(waits: $0) }
    }

    static func schema(_ form: FieldForm) -> Schema {
        .array(of: Swift.Duration.schema(form)).counted(Hook.Traffic.permittedWaitCount)
    }

    func check(at pointer: String, noting problems: inout [InputProblem]) {
        FieldRule.list(Hook.Traffic.permittedWaitCount).check(waits, pointer, &problems)
    }
}

extension EventPattern: FieldElement {
    package func write(elementTo json: inout JSONWriter) { json.string(description) }

    package static func elementSchema(_ form: FieldForm) -> Schema {
        .string.example("reminder.*").described("A type, such as reminder.due, a family, such as task.*, or *.")
    }

    package static func read(
        elementsOf name: String, from reader: inout ObjectReader, atMost count: Int
    ) -> [EventPattern]? {
        reader.texts(name, "an event type such as reminder.due, a family such as task.*, or *", atMost: count) { text in
            EventPattern(known: text)
        }
    }
}

extension HookDraft.Header: FieldObject, FieldElement {
    package static let blank = Self(name: "", isSecret: false)
    package static let schemaName = "HookHeader"

    package static func visitFields(_ fields: inout some FieldVisitor<Self>) {
        fields.field("name", \.name, or: "", permittedName.required)
        fields.field("value", \.value, or: nil, omitsNil: true, bit: [], permittedValue)
        fields.field("secret", \.isSecret, or: false, .any.described("Whether its value is never shown."))
    }

    private static var permittedName: FieldRule<String> {
        FieldRule { name, pointer, problems in
            if let complaint = HeaderRules.complaint(aboutName: name) { problems.append(pointer, complaint) }
        }
    }

    private static var permittedValue: FieldRule<String?> {
        FieldRule { value, pointer, problems in
            guard let complaint = value.flatMap(HeaderRules.complaint(aboutValue:)) else { return }
            problems.append(pointer, complaint)
        }
    }

    /// Each name once, in whatever case.
    fileprivate static var permittedList: FieldRule<[Self]> {
        FieldRule(maxCount: HookHeader.maxHeaders, narrow: { $0.counted(0...HookHeader.maxHeaders) }) {
            headers, pointer, problems in
            problems.check(unique: headers.map { $0.name.lowercased() }, pointer, member: "/name")
        }
    }
}
