import ArgumentParser
import HTTPAPI

/// `taskd openapi`: the description of the API, as the daemon serves it.
struct OpenAPI: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "openapi",
        abstract: "Print the description of the HTTP API (OpenAPI 3.1, JSON); needs no daemon.",
        discussion: """
            A running daemon serves the same document at /openapi.json, and as a page at /docs.
            """
    )

    func run(in context: CommandContext) async throws {
        try StandardOutput.write(OpenAPIDocument(version: Taskd.version).json + [UInt8(ascii: "\n")])
    }
}
