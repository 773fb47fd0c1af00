// Adds a task that is typed in one line, waits until it reminds, and completes it.
// usage: reminding-client URL TOKEN LINE

import Basics
import TaskdClient

@main
struct RemindingClient {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 3 else { return print("usage: reminding-client URL TOKEN LINE") }
        let (url, token, line) = (arguments[0], arguments[1], arguments[2])

        do {
            // example: connecting
            try await DaemonClient.withClient(of: DaemonAddress(url), token: token) { client in
                let phrase = try await client.phrase(PhraseRequest(line, timeZone: "Europe/Berlin"))
                for span in phrase.spans { print("\(span.part): \(span.words)") }
                for note in phrase.notes { print("note: \(note.text)") }
                for suggestion in try await client.suggestions(forTitle: phrase.title ?? "", limit: 1) {
                    print("suggested: \(suggestion.because)")
                }
                try await add(phrase.task, andCompleteWhenItReminds: client)
            }
            // end
        } catch DaemonError.refused(let problem) {
            print(problem.attempt.map { "try: \($0)" } ?? problem.description)
        }
    }

    static func add(_ task: NewTask, andCompleteWhenItReminds client: DaemonClient) async throws {
        // example: following
        var added: TaskView?
        try await client.followEvents(
            on: ContinuousTime(),
            // The stream begins where the log ends now.
            onConnected: { if added == nil { added = try await client.create(task) } }
        ) { response in
            let event = try response.decode(EventView.self)
            guard event.data?.task?.id == added?.id else { return true }
            print(event.type)
            return event.type != "reminder.due"
        }
        // end

        // example: completing
        guard let added else { return }
        let completion = try await client.complete(added.id)
        print(
            "\(completion.completed.title): \(completion.completed.status), \(completion.next == nil ? "done" : "goes on")"
        )
        // end
    }
}
