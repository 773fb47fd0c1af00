import Basics
import Foundation
import TaskdClient

/// Tasks from standard input, added together: a line of words each, or JSON.
struct AddedLines {
    let add: Add
    let context: CommandContext

    /// How much is read.
    private static let maxBytes = 4 << 20

    static let nothing = CommandFailure.usage(
        "there is nothing to add", "Give the words of a task: taskd add 'Tea in 20m'.")

    /// Adds them, all or none.
    ///
    /// - Throws: ``CommandFailure`` with the number of the line that cannot be read.
    func run() async throws {
        let input = try read()
        let first = input.first { $0 > UInt8(ascii: " ") }
        guard let first else {
            throw Self.nothing
        }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        if add.client.access.json {
            if isJSON { return try await run(json: input) }
            let isValue = (try? JSONValue(json: input)) != nil
            let output = add.client.access.output
            if isValue || output.jsonFields != nil || output.jsonl {
                throw CommandFailure.usage(
                    isValue ? "standard input is JSON, but no task" : "standard input is not JSON",
                    "Write {\"title\": \"Tea\"}, or an array of such objects\(isValue ? "" : "; lines of words go without --json")."
                )
            }
        } else if isJSON, (try? JSONValue(json: input)) != nil {
            context.tell(["standard input looks like JSON, and is taken as titles; give --json to add what it says"])
        }
        guard let text = String(validating: input, as: UTF8.self) else {
            throw CommandFailure.usage(
                "standard input is not UTF-8 text", "Convert it: iconv -f LATIN1 -t UTF-8 FILE | taskd add -.")
        }
        // By their places among all lines, which whoever reads an error looks for.
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            .map { (number: $0 + 1, text: String($1).trimmingSpaces) }.filter { !$0.text.isEmpty }
        try check(lines.count)
        if let line = lines.first, lines.count == 1 { return try await add.run(line.text, context) }
        guard add.id == nil else {
            throw CommandFailure.usage("--id is for one task, and there are \(lines.count)", "Add them one by one.")
        }
        let new = try lines.map { number, line in
            do { return try NewLine(line, add, context) } catch let failure as CommandFailure {
                throw Self.failure(failure, ofLine: number)
            }
        }
        if add.isDry {
            let values = try new.map { try $0.value() }
            if let problem = try NewTaskCheck(context).problem(withAll: values) {
                throw CommandFailure.refused(problem)
            }
            var place = 0
            try await add.look(for: new, context) { line, lookup in
                defer { place += 1 }
                try await placed(lines[place].number) { try await line.lookUp(lookup) }
            }
        }
        for (line, typed) in zip(new, lines) { context.tell(line.warnings.map { "line \(typed.number): \($0)" }) }
        if add.isDry {
            let isJSON = add.client.access.json
            return try StandardOutput.write(new.map { isJSON ? $0.previewJSON : $0.preview(context) }.joined())
        }
        try await add.client.withDaemon(context) { daemon in
            var bodies: [[UInt8]] = []
            for (line, typed) in zip(new, lines) {
                bodies.append(try await placed(typed.number) { try await line.body(add.lookup(daemon, context)) })
            }
            try await post(bodies, daemon, of: new)
        }
    }

    /// Carries out what is done for a line, whose number is told where it fails.
    private func placed<Result>(_ number: Int, _ body: () async throws -> Result) async throws -> Result {
        do { return try await body() } catch let failure as CommandFailure {
            throw Self.failure(failure, ofLine: number)
        }
    }

    private static func failure(_ failure: CommandFailure, ofLine number: Int) -> CommandFailure {
        CommandFailure(
            message: "line \(number): \(failure.message); nothing was added", suggestion: failure.suggestion,
            exitStatus: failure.exitStatus)
    }

    private func run(json input: [UInt8]) async throws {
        let value: JSONValue
        do { value = try JSONValue(json: input) } catch {
            throw CommandFailure.usage(
                "standard input is not one JSON value: \(error)".withoutControls,
                "Write {\"title\": \"Tea\"}, or an array of such objects.")
        }
        let reminders = try context.settings.remind ?? ["PT0S"]
        let tasks = (value.array ?? [value]).map { $0.reminding(reminders) }
        try check(tasks.count)
        try refuseOptions()
        if add.isDry {
            let check = try NewTaskCheck(context)
            if value.array == nil, let task = tasks.first {
                if let problem = check.problem(with: task) { throw CommandFailure.refused(problem) }
            } else if let problem = check.problem(withAll: tasks) {
                throw CommandFailure(ofTypedTasks: problem)
            }
            return try StandardOutput.write(tasks.map(\.line).joined())
        }
        let bodies = tasks.map { task in
            var json = JSONWriter()
            json.value(task)
            return json.bytes
        }
        try await add.client.withDaemon(context) { daemon in
            guard value.array == nil, let body = bodies.first else { return try await post(bodies, daemon, of: []) }
            let answer = try await daemon.post("tasks", body, query: [.shortHandles])
            try await context.tellHolds(of: [answer.decode()], daemon, add.client.access)
            try await context.print(answer, add.client.access, naming: daemon) {
                try $0.line("added", answer.decode(), isWhole: true)
            }
        }
    }

    /// Refuses what JSON says by itself, if at all.
    private func refuseOptions() throws {
        let others = [
            ("--literal", add.literal), ("--create", add.create), ("--no-remind", add.isSilent),
            ("--id", add.id != nil),
            (
                "--due, --tag and the like",
                try !TaskFields(changing: add.task, context.timeReader(zone: add.task.zone)).isEmpty
            ),
        ]
        guard let (name, _) = others.first(where: \.1) else { return }
        throw CommandFailure.usage("\(name) cannot be used together with JSON", "Write it into the JSON.")
    }

    private func check(_ count: Int) throws {
        guard count <= Add.maxLines else {
            throw CommandFailure.usage(
                "there are \(count) tasks, and at most \(Add.maxLines) are added together",
                "Add them in parts, or use taskd import.")
        }
    }

    private func post(_ bodies: [[UInt8]], _ daemon: DaemonClient, of lines: [NewLine]) async throws {
        var json = JSONWriter()
        json.object { json in
            json.field("operations") { json in
                json.array(bodies) { json, body in
                    json.object { json in
                        json.field("op", "create")
                        json.field("task") { $0.raw(body) }
                    }
                }
            }
        }
        let answer: DaemonResponse
        do {
            answer = try await daemon.post(
                "batch", json.bytes, query: [.shortHandles], timeout: daemon.limits.longTimeout)
        } catch DaemonError.refused(let problem) where lines.isEmpty {
            throw CommandFailure(ofTypedTasks: problem)
        }
        let tasks = (try answer.decode() as BatchView<TaskView>).results
        try await context.tellHolds(of: tasks, daemon, add.client.access)
        try await context.print(answer, add.client.access, naming: daemon) { printer in
            tasks.enumerated().map { number, task in
                printer.line("added", task, isWhole: true) + (number < lines.count ? lines[number].echo(printer) : "")
            }.joined()
        }
    }

    private func read() throws -> [UInt8] {
        var all: [UInt8] = []
        while case let more = try InputFile.read(.standardInput, "standard input"), !more.isEmpty {
            all += more
            guard all.count <= Self.maxBytes else {
                throw CommandFailure.usage(
                    "standard input is longer than \(Self.maxBytes >> 20) MiB", "Add it in parts.")
            }
        }
        return all
    }
}

extension JSONValue {
    /// A new task with reminders at offsets from its due time, where it has one and says nothing of reminders.
    fileprivate func reminding(_ offsets: [String]) -> JSONValue {
        guard case .object(let task) = self, task["due"]?.string != nil, task["reminders"] == nil else { return self }
        let reminders = offsets.map { JSONValue.object(["offset": .string($0), "relativeTo": .string("due")]) }
        return .object(
            JSONObject(task.fields.map { ($0.name, $0.value) } + [("reminders", JSONValue.array(reminders))]))
    }
}
