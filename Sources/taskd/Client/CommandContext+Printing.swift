import ArgumentParser
import Basics
import Recurrence
import TaskdClient

extension CommandContext {
    /// Prints what the daemon answered: in the form that was asked for, or as lines for people.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - access: The form.
    ///   - gone: What names the one thing that is gone, of which the daemon has nothing to say; nil for an answer that has it.
    ///   - lines: The lines for people.
    /// - Throws: ``CommandFailure``, ``OutputClosed``; what `lines` throws.
    func print(
        _ response: DaemonResponse, _ access: AccessOptions, gone: String? = nil,
        _ lines: (TextFormatter) throws -> String
    ) throws {
        if let gone, access.output.quiet, response.body.isEmpty {
            return try StandardOutput.write(gone.withoutControls + "\n")
        }
        let printer = TextFormatter(context: self, access.output.display)
        guard let form = try access.output.form() else {
            do { return try show(lines(printer)) } catch let nothing as NothingToShow {
                try remark(printer.say(nothing.words) + "\n")
                if access.output.exitEmpty { throw ExitCode(1) }
                return
            }
        }
        var writer = MachineWriter(form, printer.times, isForTerminal: terminal.hasOutput)
        try StandardOutput.write(writer.text(response))
    }

    /// The same for tasks, of whose projects the lines tell the names.
    func print(
        _ response: DaemonResponse, _ access: AccessOptions, naming daemon: DaemonClient,
        _ lines: (TextFormatter) throws -> String
    ) async throws {
        let names = try access.output.form() == nil ? await projectNames(for: response, daemon) : [:]
        try print(response, access) { try lines($0.naming(names)) }
    }

    /// Prints a list: for people one page and how to see the rest, for programs all of it where their form is of items.
    ///
    /// - Parameters:
    ///   - daemon: The daemon to ask.
    ///   - path: The path of the list, below `/v1`.
    ///   - query: Its parameters, without `limit`.
    ///   - access: In which form, and what becomes of an empty list.
    ///   - limit: How many at most; nil where the user did not say.
    ///   - standard: How many people get then, and how many are asked for at once.
    ///   - isEndless: Whether it may go on for ever, so that programs get the first of it where no limit was said.
    ///   - none: What to say of an empty list.
    ///   - whenEmpty: What is done for an empty list besides.
    ///   - lines: The lines of the items for people.
    /// - Throws: ``CommandFailure``, `DaemonError`, ``OutputClosed``; `ExitCode` 1 for an empty list where that was asked.
    func printPages<Item: Decodable & Sendable>(
        _ daemon: DaemonClient,
        _ path: String,
        _ query: [QueryItem],
        _ access: AccessOptions,
        limit: Int? = nil,
        standard: Int = 100,
        isEndless: Bool = false,
        none: String,
        whenEmpty: () async throws -> Void = {},
        _ lines: (TextFormatter, [Item]) async throws -> String
    ) async throws {
        var isEmpty = true
        if let form = try access.output.form(), form.takesAllPages {
            isEmpty = try await writePages(daemon, path, query, form, access, limit: limit, isEndless: isEndless)
        } else {
            let answer = try await daemon.get(path, query + [QueryItem("limit", "\(limit ?? standard)")])
            let page: ListPage<Item> = try answer.decode()
            isEmpty = page.items.isEmpty
            if let form = try access.output.form() {
                var writer = writer(form, access, path)
                try StandardOutput.write(writer.text(answer))
            } else {
                try await showPage(page, answer, daemon, access, none: none, lines)
            }
        }
        if isEmpty { try await whenEmpty() }
        if isEmpty, access.output.exitEmpty { throw ExitCode(1) }
    }

    /// Prints the part of a list that was asked for, as ``printPages(_:_:_:_:limit:standard:isEndless:none:_:)`` does.
    func printPages<Item: Decodable & Sendable, Page: PageChoice>(
        _ daemon: DaemonClient, _ path: String, _ query: [QueryItem] = [], _ access: AccessOptions, _ page: Page,
        isEndless: Bool = false, none: String, whenEmpty: () async throws -> Void = {},
        _ lines: (TextFormatter, [Item]) async throws -> String
    ) async throws {
        try await printPages(
            daemon, path, query + page.start, access, limit: page.limit, standard: Page.standard, isEndless: isEndless,
            none: none, whenEmpty: whenEmpty, lines)
    }

    private func writer(_ form: MachineForm, _ access: AccessOptions, _ path: String) -> MachineWriter {
        let times = TextFormatter(context: self, access.output.display).times
        return MachineWriter(form, times, path: path, isForTerminal: terminal.hasOutput)
    }

    /// How many items programs get of a list that may go on for ever.
    private static let endlessLimit = 1_000

    /// Writes all items of a list, a page of them at a time.
    private func writePages(
        _ daemon: DaemonClient, _ path: String, _ query: [QueryItem], _ form: MachineForm, _ access: AccessOptions,
        limit: Int?, isEndless: Bool
    ) async throws -> Bool {
        var writer = writer(form, access, path)
        var (left, query, isEmpty) = (limit ?? (isEndless ? Self.endlessLimit : .max), query, true)
        while true {
            let answer = try await daemon.get(path, query + [QueryItem("limit", "\(min(left, 500))")])
            let page: PageEnds = try answer.decode()
            isEmpty = isEmpty && page.items.isEmpty
            try StandardOutput.write(writer.text(answer))
            left -= page.items.count
            guard let next = page.nextCursor else { return isEmpty }
            guard left > 0 else {
                if limit == nil { tell(["these are the first \(Self.endlessLimit); --until prints all before a time"]) }
                return isEmpty
            }
            query = query.filter { $0.name != "cursor" } + [QueryItem("cursor", next)]
        }
    }

    /// Shows people a page, and how to see the rest.
    func showPage<Item>(
        _ page: ListPage<Item>, _ answer: DaemonResponse, _ daemon: DaemonClient, _ access: AccessOptions, none: String,
        _ lines: (TextFormatter, [Item]) async throws -> String
    ) async throws {
        var printer = TextFormatter(context: self, access.output.display)
        guard !page.items.isEmpty else { return try remark(printer.say(none) + "\n") }
        printer.projectNames = try await projectNames(for: answer, daemon)
        let text = try await lines(printer, page.items)
        guard page.nextCursor != nil else { return try show(text) }
        let count = page.items.count
        let (isKorean, isFirst) = (printer.language == .korean, !typed.has("--cursor"))
        let further = count < 1_000 ? "--limit \(min(1_000, count * 5))" : "--jsonl"
        let words =
            isKorean
            ? ["\(isFirst ? "처음" : "다음") \(count)개입니다", "더 보려면 \(further)"]
            : ["the \(isFirst ? "first" : "next") \(count) of more", "\(further) shows more"]
        let line = words.joined(separator: "; ")
        guard terminal.hasOutput else {
            try show(text)
            return try remark(line + "\n")
        }
        let lines = DisplayWidth.of(line) > terminal.columns ? words : [line]
        try show(text + lines.map { printer.style(.faint, $0) + "\n" }.joined())
    }

    /// The names of the projects that the items are in, asked for only where there are some.
    func projectNames(for answer: DaemonResponse, _ daemon: DaemonClient) async throws -> [String: String] {
        let isInProject = MachineAnswer(try answer.value()).items.contains { item in
            let project = FieldSelection.value(at: "projectId", in: item)
            return project.string != nil || project.array?.contains { $0.string != nil } == true
        }
        guard isInProject else { return [:] }
        return try await projectNames(daemon)
    }

    /// The names of the projects.
    func projectNames(_ daemon: DaemonClient) async throws -> [String: String] {
        do {
            let page = try await daemon.projects([QueryItem("limit", "1000")])
            return Dictionary(page.items.map { ($0.id, $0.name) }) { first, _ in first }
        } catch DaemonError.refused {
            // A token that reaches tasks alone: their projects are shown by their ids.
            return [:]
        }
    }

    /// Shows a text for people, a screen at a time where it is longer than one.
    func show(_ text: String) throws {
        let isLong = text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) >= terminal.rows
        if terminal.hasOutput, isLong, let pager = terminal.pager, Pager.show(text, with: pager, environment) { return }
        try StandardOutput.write(text)
    }

    /// Says what is no part of the output; where that goes to a program, beside it.
    func remark(_ text: String) throws {
        if terminal.hasOutput { try StandardOutput.write(text) } else { StandardError.write(text) }
    }
}

/// There is nothing to show, which is no part of the output but said beside it.
struct NothingToShow: Error {
    let words: String
}

/// How many items a page has, and what follows it.
private struct PageEnds: Decodable {
    struct Item: Decodable {}

    var items: [Item]
    var nextCursor: String?
}
