import Basics
import HTTPTypes
import Phrases
import Recurrence
import Scheduler
import Storage

/// What a line or a phrase means: the fields of a task, and from which words each of them comes.
struct PhraseAnswer: Sendable {
    /// Something that is worth saying before it is relied on.
    typealias Remark = PhraseRemark

    let input: PhraseInput
    /// The line as it was taken apart; of a phrase alone only when.
    let line: QuickAdd
    let project: ProjectWord?
    private(set) var remarks: [Remark] = []

    /// - Parameters:
    ///   - input: The text.
    ///   - line: What the text was taken apart into.
    ///   - project: What the name of a project in it was found to be; nil where there is none in it.
    init(_ input: PhraseInput, _ line: QuickAdd, project: ProjectWord?) {
        (self.input, self.line, self.project) = (input, line, project)
        remarks = (line.when?.remarks ?? []) + own
    }

    /// Takes a text apart.
    ///
    /// - Throws: A 422 ``Problem`` for what is not understood, not certain or not possible.
    static func line(of input: PhraseInput) throws -> QuickAdd {
        switch input.mode {
        case .phrase:
            do throws(PhraseRefusal) {
                return QuickAdd(when: try input.reader.read(input.text, at: input.moment), of: input.text)
            } catch {
                throw Problem(error)
            }
        case .task:
            let line = input.reader.quickAdd(input.text, at: input.moment)
            if let refusal = line.refusal { throw Problem(refusal, of: line, in: input) }
            return line
        }
    }

    /// The zone in which the times are.
    var zoneName: String {
        switch line.when?.meaning {
        case .time(let time)?: time.zone ?? input.moment.zone.identifier
        case .range(let start, _)?: start.zone ?? input.moment.zone.identifier
        case .rule(let rule)?: rule.first.zone ?? input.moment.zone.identifier
        case nil: input.moment.zone.identifier
        }
    }

    /// Whether it is to be told in Korean.
    private var isKorean: Bool {
        (line.when?.language ?? input.reader.language(of: input.text)) == .korean
    }

    /// What is worth saying beside what the phrase says of itself.
    private var own: [Remark] {
        var own: [Remark] = []
        if line.when == nil, line.reminders.contains(where: \.isBefore) {
            own.append(
                Remark(
                    code: "reminderWithoutDue",
                    text: isKorean
                        ? "기한이 없어서 그 전에 알릴 수 없습니다. 기한을 말하거나 시각을 말해 주세요"
                        : "without a due time nothing can be said before it; say when it is due, or remind at a time"))
        }
        own += line.titleNotes(of: input.text).map { Remark(code: "staysInTitle", text: $0) }
        if let project, project.id == nil {
            let nearest = project.nearest?.name
            own.append(
                Remark(
                    code: "projectUnknown",
                    text: isKorean
                        ? "\"\(project.typed)\" 프로젝트가 없습니다" + (nearest.map { ". \"\($0)\" 말인가요?" } ?? "")
                        : "there is no project \"\(project.typed)\""
                            + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")))
        }
        if let project, project.count > 1 {
            own.append(
                Remark(
                    code: "projectAmbiguous",
                    text: isKorean
                        ? "\"\(project.typed)\" 프로젝트가 \(project.count)개여서 첫 번째를 골랐습니다"
                        : "\(project.count) projects are called \"\(project.typed)\"; the first was taken"))
        }
        return own
    }

    /// The reminders that a task can have: those before the due time only where it has one.
    var reminders: [QuickAdd.Reminder] {
        line.reminders.filter { line.when != nil || !$0.isBefore }
    }
}

/// A project as it was typed, and what there is of that name.
struct ProjectWord: Sendable {
    /// The name as it was typed.
    let typed: String
    /// The project; nil where there is none of that name.
    var id: ProjectID?
    /// Its name as it is written.
    var name: String?
    /// How many projects have that name.
    var count = 0
    /// What may have been meant, where there is none.
    var nearest: (id: ProjectID, name: String)?
}

extension QuickAdd.Reminder {
    /// Whether it needs a due time.
    var isBefore: Bool { if case .before = self { true } else { false } }
}

// MARK: - Refusals

extension Problem {
    /// A text that is not taken, with the place, the readings and a text to try.
    fileprivate init(_ refusal: PhraseRefusal, readings: [String]? = nil, attempt: String? = nil) {
        let attempt = attempt ?? refusal.suggestion
        self.init(
            .unprocessableContent, "\(refusal.reason); try: \(attempt)",
            problems: [InputProblem(pointer: "/text", detail: refusal.reason)])
        members = [
            "at": .array([refusal.range.lowerBound, refusal.range.upperBound].map { .number(Double($0)) }),
            "code": .string(refusal.code.rawValue), "try": .string(attempt),
            "readings": .array((readings ?? refusal.readings).map { .string($0) }),
        ]
    }

    /// A line whose words for a time are not taken: what there is to try is the line with others in their place.
    fileprivate init(_ refusal: PhraseRefusal, of line: QuickAdd, in input: PhraseInput) {
        let bytes = Array(input.text.utf8)
        let range = line.refusedRange ?? refusal.range
        func with(_ phrase: String) -> String? {
            let text = String(
                decoding: bytes[..<range.lowerBound] + phrase.utf8 + bytes[range.upperBound...], as: UTF8.self)
            let again = input.reader.quickAdd(text, at: input.moment)
            return again.refusal == nil && again.when != nil ? text : nil
        }
        let without = String(decoding: bytes[..<range.lowerBound] + bytes[range.upperBound...], as: UTF8.self)
        let words = without.split(separator: " ").joined(separator: " ")
        self.init(refusal, readings: refusal.readings.compactMap(with), attempt: with(refusal.suggestion) ?? words)
    }
}
