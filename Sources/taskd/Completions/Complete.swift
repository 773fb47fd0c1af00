import ArgumentParser
import Foundation
import Scheduler

/// `taskd __complete`: what may stand at the cursor, for the shells' scripts.
struct Complete: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "__complete",
        abstract: "Print what may stand at the end of a command line, for the scripts of taskd completions.",
        shouldDisplay: false
    )

    @Argument(help: "The shell.") var shell: Shell
    @Argument(help: "The command line up to the cursor.") var line: String
    @Argument(help: "The part of the last word that the shell replaces.") var replaced: String?

    func run(in context: CommandContext) async throws {
        let line = ShellLine(line)
        let request = CompletionRequest(line)
        let candidates: [CompletionCandidate]
        switch request.wanted {
        case .candidates(let known): candidates = known
        case .values(.files, _):
            // Shells know files best.
            return try StandardOutput.write(":files\n")
        case .values(let kind, let before):
            candidates = await values(kind, request, context, line.partial, before).map { candidate in
                CompletionCandidate(value: before + candidate.value, description: candidate.description)
            }
        }
        try StandardOutput.write(shell.lines(candidates, line, replaced: replaced))
    }

    private func values(
        _ kind: ValueKind, _ request: CompletionRequest, _ context: CommandContext, _ partial: String, _ before: String
    ) async -> [CompletionCandidate] {
        let known = (kind.knownWords ?? []).map { CompletionCandidate(value: $0) }
        switch kind {
        case .zones: return context.zones.names.map { CompletionCandidate(value: $0) }
        case .profiles:
            let layers = ClientSettingLayers(environment: context.environment, profile: nil)
            return layers.profiles.map { CompletionCandidate(value: $0) }
        case .filters:
            // The last word of a filter is completed, behind what stands before it.
            let typed = partial.dropFirst(before.count)
            let start = typed.lastIndex { $0 == " " || $0 == "(" }.map { typed.index(after: $0) } ?? typed.startIndex
            return known.map { CompletionCandidate(value: typed[..<start] + $0.value) }
        case .terms where partial.first.map({ "+@-".contains($0) }) != true: return known
        default: return known + (await DaemonCandidates(context: context, connection: request.connection).values(kind))
        }
    }
}

extension Shell: ExpressibleByArgument {}
