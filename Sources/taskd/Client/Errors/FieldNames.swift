/// What a person calls a field of a request: the option, the term or the argument that said it.
struct FieldName: Hashable, Sendable {
    /// The name as an error shows it, such as `--zone` or `zone:Mars`.
    let name: String
    /// What was typed for it; nil where that is not known, or is in the name.
    let value: String?

    /// The name with the value.
    var given: String { value.map { "\(name) \"\($0.shown)\"" } ?? name }

    /// The name of the field that a pointer leads to, or of a parameter.
    ///
    /// - Parameters:
    ///   - pointer: A JSON Pointer into the body of the request, or `?` and the name of a parameter.
    ///   - typed: What was typed.
    init(_ pointer: String, _ typed: TypedArguments) {
        let parts = pointer.split(separator: "/").map(String.init)
        let pattern =
            pointer.hasPrefix("?")
            ? pointer : parts.map { "/" + (Int($0) == nil ? $0 : "*") }.joined()
        let place = parts.compactMap { Int($0) }.last
        guard let known = Self.known(pattern) else {
            (name, value) = (pointer.hasPrefix("?") ? "--\(pointer.dropFirst())" : parts.joined(separator: "."), nil)
            return
        }
        let option = known.options.first(where: typed.has)
        if option == nil, let term = typed.term(known.terms) {
            (name, value) = (term.shown, nil)
            return
        }
        let values = option.map { typed.values(of: $0) } ?? []
        name = option ?? known.words ?? known.options[0]
        let all = name == "--events" ? values.flatMap { $0.split(separator: ",").map(String.init) } : values
        let index = place ?? 0
        value = all.indices.contains(index) && (place != nil || all.count == 1) ? all[index] : nil
    }

    private typealias Entry = (options: [String], terms: [String], words: String?)

    /// The entry of a pointer, or of what it lies in.
    private static func known(_ pattern: String) -> Entry? {
        var pattern = pattern
        while true {
            if let entry = entries[pattern] { return entry }
            guard let slash = pattern.lastIndex(of: "/"), slash != pattern.startIndex else { return nil }
            pattern = String(pattern[..<slash])
            // A field that only JSON can say keeps its own name.
            guard pattern.hasSuffix("*") || wholes.contains(pattern) else { return nil }
        }
    }

    /// The fields whose parts are all said by the same option.
    private static let wholes: Set<String> = ["/tls", "/template", "/headers", "/properties"]

    private static let entries: [String: Entry] = [
        "/title": (["--title"], ["title"], "the title"),
        "/description": (["--description", "--note"], ["note", "description"], "the description"),
        "/due": (["--due"], ["due"], "the due time"), "/start": (["--start"], ["start"], "the start"),
        "/timeZone": (["--zone", "--where-zone"], ["zone"], nil),
        "/recurrence": (["--repeat", "--missed", "--anchor", "--respawn"], ["repeat", "every"], nil),
        "/recurrence/rrule": (["--missed", "--anchor", "--respawn", "--repeat"], ["repeat", "every"], nil),
        "/recurrence/rrule/*": (["--repeat"], ["repeat", "every"], nil), "/rrule/*": (["--repeat"], [], nil),
        "/recurrence/anchor": (["--anchor"], [], nil), "/recurrence/missed": (["--missed"], [], nil),
        "/recurrence/respawn": (["--respawn"], [], nil), "/dtstart": (["--dtstart"], [], nil),
        "/reminders": (["--remind"], ["remind", "r"], "the reminder"),
        "/reminders/*": (["--remind"], ["remind", "r"], "the reminder"),
        "/blockedBy": (["--blocked-by"], [], nil), "/blockedBy/*": (["--blocked-by"], [], nil),
        "/tags": (["--tag"], ["tag"], nil), "/tags/*": (["--tag"], ["tag"], nil),
        "/tag": (["--tag"], [], nil), "?tag": (["--tag"], [], nil),
        "/projectId": (["--project"], ["project"], nil), "?projectId": (["--project"], [], nil),
        "/parentId": (["--parent"], [], nil), "/sortOrder": (["--sort-order"], [], nil),
        "/estimatedDuration": (["--estimate", "--estimated-duration"], ["for", "estimate"], nil),
        "/priority": (["--priority"], ["p", "priority"], nil), "?priority": (["--priority"], [], nil),
        "/properties": (["--property"], [], nil), "/id": (["--id"], [], nil),
        "/name": (["--name"], [], "the name"), "?name": ([], [], "the name"), "/icon": (["--icon"], [], nil),
        "/color": (["--color"], [], nil),
        "/fileName": (["--name"], [], nil), "/mediaType": (["--type"], [], nil), "/note": (["--note"], [], nil),
        "/filter": (["--where"], [], nil), "?filter": (["--where"], [], nil), "?q": (["--search", "--text"], [], nil),
        "/sort": (["--sort"], [], nil), "?sort": (["--sort"], [], nil), "?view": (["--view"], [], nil),
        "?cursor": (["--cursor"], [], nil), "?limit": (["--limit"], [], nil), "/limit": (["--limit"], [], nil),
        "?from": (["--from"], [], nil), "/from": (["--from"], [], nil), "?after": (["--after"], [], nil),
        "?until": (["--until"], [], nil), "/until": (["--until"], [], nil), "/for": (["--for"], [], nil),
        "?timeZone": (["--zone", "--where-zone"], [], nil), "?scope": (["--scope"], [], nil),
        "?dueFrom": (["--due-from"], [], nil), "?dueUntil": (["--due-until"], [], nil),
        "/expiresAt": (["--expires"], [], nil), "/expires": (["--expires"], [], nil),
        "/scopes": (["--scope"], [], nil), "/scopes/*": (["--scope"], [], nil), "/hookId": (["--hook"], [], nil),
        "/reminderId": (["--reminder"], [], nil), "/taskId": ([], [], "the task"),
        "/url": (["--url"], [], "the URL"), "/argv": (["--command"], [], "the program"),
        "/events": (["--events"], [], nil), "/events/*": (["--events"], [], nil), "/type": (["--type"], [], nil),
        "/template": (["--body-template"], [], nil), "/preset": (["--preset"], [], nil),
        "/tls": (["--tls-authorities", "--tls-certificate", "--tls-key"], [], nil),
        "/headers": (["--header", "--secret-header"], [], nil), "/secret": (["--secret"], [], nil),
        "/headers/*": (["--header", "--secret-header"], [], nil), "/retrySchedule": (["--retry"], [], nil),
        "/retrySchedule/*": (["--retry"], [], nil), "/maxBodyBytes": (["--max-body-bytes"], [], nil),
        "/concurrency": (["--concurrency"], [], nil), "/rateLimit/perSecond": (["--rate"], [], nil),
        "/rateLimit/burst": (["--burst"], [], nil), "/perSecond": (["--rate"], [], nil),
        "/overlap": (["--overlap"], [], nil), "/change": (["--change"], [], nil),
    ]
}
