import Recurrence

/// What a person is asked.
enum Question: Hashable, Sendable {
    case whatToAdd
    case which
    case howLong
    /// Whether to do what a verb says with the task that a line describes.
    case isMeant(line: String, verb: String)
    case deletingTasks(Int)
    case changingTasks(Int)
    /// How far a change of one of many reaches.
    case scope(title: String, isDeletion: Bool)
    /// Whether to make a project that there is not, with the nearest name that there is.
    case makingProject(name: String, nearest: String?)
    /// Whether a command that was typed with Hangul keys is meant.
    case hangulKeys(typed: String, meant: String)

    /// The question in the reader's language.
    func text(in language: ExplanationLanguage) -> String {
        switch language {
        case .english: english
        case .korean: korean
        }
    }

    private var english: String {
        switch self {
        case .whatToAdd: "What is to be done, and when?"
        case .which: "Which one?"
        case .howLong: "For how long, or until when: a number from above, or such as 20m?"
        case .isMeant(let line, let verb): "\(line) - \(verb)?"
        case .deletingTasks(let count): "Delete \(count) tasks?"
        case .changingTasks(let count): "Change \(count) tasks?"
        case .scope(let title, let isDeletion):
            "\(title) repeats. What is to be \(isDeletion ? "deleted" : "changed")?"
        case .makingProject(let name, let nearest):
            "There is no project \"\(name)\"\(nearest.map { " (there is \"\($0)\")" } ?? ""). Make it?"
        case .hangulKeys(let typed, let meant): "\(typed) is \(meant) on a Korean layout; run it?"
        }
    }

    private var korean: String {
        switch self {
        case .whatToAdd: "언제 무엇을 할까요?"
        case .which: "어느 것인가요?"
        case .howLong: "얼마 동안, 또는 언제까지 미룰까요? 위의 번호, 또는 20m처럼:"
        case .isMeant(let line, let verb): "\(line) - \(Self.korean[verb] ?? verb)할까요?"
        case .deletingTasks(let count): "할 일 \(count)개를 삭제할까요?"
        case .changingTasks(let count): "할 일 \(count)개를 변경할까요?"
        case .scope(let title, let isDeletion): "반복되는 할 일입니다: \(title). 어디까지 \(isDeletion ? "삭제" : "변경")할까요?"
        case .makingProject(let name, let nearest):
            "\"\(name)\" 프로젝트가 없습니다\(nearest.map { " (\"\($0)\"은(는) 있습니다)" } ?? ""). 만들까요?"
        case .hangulKeys(let typed, let meant): "\(typed)은(는) 한글 자판으로 친 \(meant)입니다. 실행할까요?"
        }
    }

    /// What is to be done, before 할까요.
    private static let korean = [
        "done": "완료", "skipped": "생략", "reopen": "재개", "change": "변경", "delete": "삭제", "delete for good": "영구 삭제",
        "snooze": "연기",
        "acknowledge": "확인",
    ]
}
