import Recurrence

/// Words for what a change did.
struct ChangeWords {
    private let raw: String
    private let entry: Entry?
    private let language: ExplanationLanguage

    private typealias Entry = (english: String, korean: String, verb: String, koreanVerb: String)

    /// - Parameters:
    ///   - kind: The kind of the change, as the daemon calls it.
    ///   - language: The reader's language.
    init(_ kind: String, _ language: ExplanationLanguage) {
        (raw, self.language, entry) = (kind, language, Self.entries[kind])
    }

    /// Whether tasks were changed, and not what tasks are in or under.
    var isAboutTasks: Bool {
        !["Project", "Tag", "Series"].contains { raw.hasSuffix($0) } && !["pause", "resume"].contains(raw)
    }

    /// The words alone: `task completed`.
    var kind: String {
        guard let entry else { return raw }
        return language == .korean ? entry.korean : entry.english
    }

    /// The words with what it was about: `completed Dentist`; alone where nobody tells.
    func about(_ subject: String?) -> String {
        guard let subject else { return kind }
        guard let entry else { return "\(raw) \(subject)" }
        return language == .korean ? "\(entry.koreanVerb): \(subject)" : "\(entry.verb) \(subject)"
    }

    private static let entries: [String: Entry] = [
        "create": ("task created", "할 일 추가", "created", "추가"), "update": ("task changed", "할 일 변경", "changed", "변경"),
        "complete": ("task completed", "할 일 완료", "completed", "완료"),
        "skip": ("occurrence skipped", "회차 건너뜀", "skipped", "건너뜀"),
        "reopen": ("task reopened", "할 일 다시 엶", "reopened", "다시 엶"),
        "delete": ("task deleted", "할 일 삭제", "deleted", "삭제"),
        "restore": ("task restored", "할 일 되살림", "restored", "되살림"),
        "snooze": ("reminder snoozed", "다시 알림", "snoozed", "다시 알림"),
        "acknowledge": ("reminder acknowledged", "알림 확인", "acknowledged", "알림 확인"),
        "updateSeries": ("series changed", "반복 변경", "series changed", "반복 변경"),
        "deleteSeries": ("series ended", "반복 끝냄", "series ended", "반복 끝냄"),
        "createProject": ("project created", "프로젝트 추가", "project created", "프로젝트 추가"),
        "updateProject": ("project changed", "프로젝트 변경", "project changed", "프로젝트 변경"),
        "deleteProject": ("project deleted", "프로젝트 삭제", "project deleted", "프로젝트 삭제"),
        "createTag": ("tag created", "태그 추가", "tag created", "태그 추가"),
        "updateTag": ("tag changed", "태그 변경", "tag changed", "태그 변경"),
        "deleteTag": ("tag deleted", "태그 삭제", "tag deleted", "태그 삭제"),
        "pause": ("paused", "일시 중지", "paused", "일시 중지"), "resume": ("pause ended", "다시 시작", "pause ended", "다시 시작"),
        "batch": ("several changes", "여러 변경", "changes to", "여러 변경"), "undo": ("undo", "되돌리기", "undo:", "되돌리기"),
        "redo": ("redo", "다시 실행", "redo:", "다시 실행"),
    ]
}
