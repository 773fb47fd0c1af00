import Foundation
import Phrases
import Recurrence
import TaskdClient

/// A task as a line of words in the person's editor, and what was changed in it.
struct TaskEditor {
    let task: TaskView
    let context: CommandContext
    let lookup: IdentifierLookup

    /// Opens the editor, and carries out what was changed.
    ///
    /// - Parameter change: Takes terms for ``EditTerms``; none where nothing was changed.
    /// - Throws: ``CommandFailure`` where there is no editor, or it failed; what `change` throws, of which it is told where the
    ///   edited line is kept.
    func edit(_ change: ([String]) async throws -> Void) async throws {
        let reader = context.timeReader(zone: task.timeZone)
        let moment = try reader.moment()
        let line = try await self.line(reader.phrases, moment)
        let file = try file(with: line)
        var isKept = false
        defer { if !isKept { try? FileManager.default.removeItem(at: file) } }
        let edited = try edited(file)
        do {
            try await change(terms(from: line, to: edited, reader.phrases, moment))
        } catch {
            isKept = true
            context.tell(["the line as it was edited is kept in \(file.path)"])
            throw error
        }
    }

    /// The terms of what was changed.
    private func terms(
        from line: String, to edited: String, _ phrases: PhraseReader, _ moment: PhraseMoment
    ) throws -> [String] {
        // Who empties the file gives up.
        guard edited != line, !edited.isEmpty else { return [] }
        let (before, after) = (phrases.quickAdd(line, at: moment), phrases.quickAdd(edited, at: moment))
        guard !after.lacksTitle || before.lacksTitle else {
            throw CommandFailure.usage(
                "the title is missing in \"\(edited.shown)\"",
                "Leave the title in front, or change the rest alone: taskd edit \(task.shownHandle) due:fri.")
        }
        context.tell(after.titleNotes(of: edited))
        var terms = after.tags.filter { !before.tags.contains($0) }.map { "+\($0)" }
        terms += before.tags.filter { !after.tags.contains($0) }.map { "\(TermArguments.minus)\($0)" }
        func changed(_ name: String, _ old: String?, _ new: String?) {
            if old != new { terms.append("\(name):\(new ?? TaskFields.nothing)") }
        }
        changed("title", before.title, after.title)
        changed("project", before.project, after.project)
        changed("priority", before.priority?.rawValue, after.priority?.rawValue)
        changed("for", before.estimate?.description, after.estimate?.description)
        changed("note", before.description, after.description)
        // The line has none, so that those it has now are new.
        terms += after.spans.filter { $0.part == .reminder }.map { span in
            let words = String(decoding: Array(edited.utf8)[span.range], as: UTF8.self)
            return "remind:" + words.drop { $0.isLetter || $0 == ":" }.drop { $0 == " " }
        }
        let (old, new) = (when(before, in: line), when(after, in: edited))
        if case .rule? = after.when?.meaning, let new {
            terms.append("repeat:\(new)")
        } else {
            guard new != nil || old == nil || task.recurrence == nil || task.start != nil else {
                throw CommandFailure.usage(
                    "a task that repeats has a due time, and the line has none",
                    "Take the rule away with it: taskd edit \(task.shownHandle) due:none repeat:none.")
            }
            changed("due", old, new)
        }
        return terms
    }

    /// The words that say when a task is due.
    private func when(_ read: QuickAdd, in line: String) -> String? {
        read.spans.first { $0.part == .when }.map {
            QuickAdd.phrase(String(decoding: Array(line.utf8)[$0.range], as: UTF8.self))
        }
    }

    /// The task as a line that is read as what it is; tags that no line can have are left out, and stay.
    private func line(_ phrases: PhraseReader, _ moment: PhraseMoment) async throws -> String {
        var parts: [String] = task.tags.map { "+\($0)" }.filter {
            let read = phrases.quickAdd("x \($0)", at: moment)
            return read.title == "x" && read.tags.count == 1
        }
        if let id = task.projectId {
            let project: ProjectView = try await lookup.daemon.get("projects/\(id)").decode()
            let name = "@" + String(project.name.map { $0 == " " ? "-" : $0 })
            let read = phrases.quickAdd("x \(name)", at: moment)
            if read.title == "x", read.project != nil { parts.append(name) }
        }
        if task.priority != "none" { parts.append("p:\(task.priority)") }
        if let due = task.due.flatMap({ CivilTime($0) }) { parts.append(PhraseTime(due).description) }
        let rest = parts.isEmpty ? "" : " " + parts.joined(separator: " ")
        let plain = task.title.withoutControls
        if phrases.quickAdd(plain + rest, at: moment).title == plain { return plain + rest }
        let words = plain.split(separator: " ").map { word in
            // A backslash before what would not be read as anything but text stays where it is.
            phrases.quickAdd("x \\\(word)", at: moment).title == "x \(word)" ? "\\\(word)" : String(word)
        }.joined(separator: " ")
        guard phrases.quickAdd(words + rest, at: moment).title == plain else {
            throw CommandFailure.failed(
                "\"\(task.title.shown)\" cannot be put into a line of words as it is",
                "Change it with options: taskd edit \(task.shownHandle) --title … --due …")
        }
        return words + rest
    }

    /// A file of a line, for nobody else to read.
    private func file(with line: String) throws -> URL {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("taskd-\(UUID().uuidString).txt")
        let note =
            "\n# \(task.id)\n# Lines that begin with # are left out, and with nothing left nothing is changed. taskd help dates tells what dates can look like.\n"
        guard
            FileManager.default.createFile(
                atPath: file.path, contents: Data((line + note).utf8), attributes: [.posixPermissions: 0o600])
        else { throw CommandFailure.failed("\(file.path) cannot be written", "Set TMPDIR to a folder that can.") }
        return file
    }

    /// The line of a file, once the editor is done with it.
    private func edited(_ file: URL) throws -> String {
        let variable = ["VISUAL", "EDITOR"].first { context.environment[$0].map { !$0.isEmpty } ?? false }
        // A shell reads the variable, as other programs have it: it may hold options.
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "\(variable.flatMap { context.environment[$0] } ?? "vi") \"$1\"", "sh", file.path]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw CommandFailure.failed(
                "the editor ended with status \(process.terminationStatus); nothing was changed",
                "Set \(variable ?? "EDITOR") to the editor that you use.")
        }
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmingSpaces }
        return lines.filter { !$0.isEmpty && $0 != "#" && !$0.hasPrefix("# ") }.joined(separator: " ")
    }
}
