import ArgumentParser
import TaskdClient

/// Which part of a list a command asks for.
protocol PageChoice: ParsableArguments {
    /// How many people get where nobody says how many.
    static var standard: Int { get }
    /// How many at most; nil where that was not said.
    var limit: Int? { get }
    /// Where an earlier page ended; nil for the first page.
    var cursor: String? { get }
}

extension PageChoice {
    /// The page as parameters of a request.
    var query: [QueryItem] { [QueryItem("limit", "\(limit ?? Self.standard)")] + start }

    /// Where the page begins, as a parameter of a request.
    var start: [QueryItem] { QueryItem.optional("cursor", cursor) }

    func validate() throws { try PageOptions.check(limit: limit) }
}

/// What the options of pages say of themselves.
enum PageHelp {
    static let cursor = ArgumentHelp(
        "Continue a list: the nextCursor that --json printed with the page before.", valueName: "cursor")

    static func limit(_ standard: Int) -> ArgumentHelp {
        ArgumentHelp(
            "How many at most, 1 to 1000 (default: \(standard); with --jsonl, --csv, --template or --quiet, all).",
            valueName: "count")
    }
}

/// Which part of a list that may go on for ever a command asks for.
struct EndlessPageOptions: PageChoice {
    static let standard = PageOptions.standard

    @Option(
        help: ArgumentHelp(
            """
            How many at most, 1 to 1000 (default: \(standard); with --jsonl, --csv, --template or --quiet, all before --until, \
            else 1000).
            """, valueName: "count"))
    var limit: Int?

    @Option(help: PageHelp.cursor)
    var cursor: String?
}

/// Which part of a list a command asks for that prints no more than a page in any form.
struct SinglePageOptions: PageChoice {
    static let standard = PageOptions.standard

    @Option(help: ArgumentHelp("How many at most, 1 to 1000 (default: \(standard)).", valueName: "count"))
    var limit: Int?

    @Option(help: PageHelp.cursor)
    var cursor: String?
}

/// Which part of a long list a command asks for.
struct PageOptions: PageChoice {
    static let standard = 20

    @Option(help: PageHelp.limit(standard))
    var limit: Int?

    @Option(help: PageHelp.cursor)
    var cursor: String?

    /// Refuses what no page can have as many of.
    ///
    /// - Throws: ``ValidationError``.
    static func check(limit: Int?) throws {
        guard limit.map({ (1...1_000).contains($0) }) ?? true else {
            throw ValidationError("--limit must be 1 to 1000.")
        }
    }
}

/// Which part of a list a command asks for where most want to see all there is.
struct LongPageOptions: PageChoice {
    static let standard = 100

    @Option(help: PageHelp.limit(standard))
    var limit: Int?

    @Option(help: PageHelp.cursor)
    var cursor: String?
}

/// The tag and the project that a list is narrowed to.
struct NarrowingOptions: ParsableArguments {
    @Option(name: .customLong("tag"), help: "Only tasks with this tag.")
    var tags: [String] = []

    @Option(help: "Only tasks in this project: its name, handle or id.")
    var project: String?

    /// They as parameters of a request.
    func query(_ daemon: DaemonClient) async throws -> [QueryItem] {
        var query = QueryItem.optional("tag", tags.first)
        if let project {
            query.append(QueryItem("projectId", try await IdentifierLookup(daemon: daemon).project(project)))
        }
        return query
    }

    /// Refuses a tag that there is none of, where nothing was found with it.
    func requireTag(_ daemon: DaemonClient) async throws {
        if let tag = tags.first { _ = try await daemon.get(daemon.path(ofTag: tag)) }
    }

    func validate() throws {
        try Contradiction.check("--tag", single: tags)
    }
}
