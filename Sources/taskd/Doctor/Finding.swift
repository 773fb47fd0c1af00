import Basics
import Foundation

/// What `taskd doctor` has found out about one thing.
struct Finding: Sendable {
    /// How it stands.
    enum Level: String, Sendable {
        /// As it should.
        case good
        /// Something to know; nothing is broken.
        case note
        /// Something is broken, or will be.
        case bad
    }

    /// What can be done about it without harm.
    enum Repair: Sendable {
        /// Take a file out of the reach of other users.
        case protect(String)
        /// Write the completions of a shell.
        case installCompletions(CompletionFile)

        /// What was done, once it is.
        fileprivate var done: String {
            switch self {
            case .protect(let path): "\(path) is now for you alone (mode 600)".withoutControls
            case .installCompletions(let file): "installed for \(file.shell.rawValue): \(file.path)".withoutControls
            }
        }
    }

    /// What was looked at, in a word.
    let check: String
    let level: Level
    let text: String
    /// How to mend it, on one line; nil where there is nothing to mend.
    var mend: String?
    var repair: Repair?
    /// Whether it was mended.
    private(set) var isMended = false

    static func good(_ check: String, _ text: String) -> Finding {
        Finding(check: check, level: .good, text: text)
    }

    static func note(_ check: String, _ text: String, mend: String, _ repair: Repair? = nil) -> Finding {
        Finding(check: check, level: .note, text: text, mend: mend, repair: repair)
    }

    static func bad(_ check: String, _ text: String, mend: String, _ repair: Repair? = nil) -> Finding {
        Finding(check: check, level: .bad, text: text, mend: mend, repair: repair)
    }

    private init(check: String, level: Level, text: String, mend: String? = nil, repair: Repair? = nil) {
        (self.check, self.level, self.mend, self.repair) = (check, level, mend, repair)
        self.text = text.withoutControls
    }

    /// Whether it is left broken.
    var isBad: Bool { level == .bad && !isMended }

    /// Does what can be done without harm; what cannot be done stays as it is.
    mutating func fix() {
        switch repair {
        case .protect(let path): isMended = chmod(path, 0o600) == 0
        case .installCompletions(let file): isMended = (try? file.install()) != nil
        case nil: break
        }
    }

    func lines(_ style: TextStyle) -> String {
        let (sign, role): (String, TextStyle.Role) =
            switch level {
            case _ where isMended: ("mended", .good)
            case .good: ("ok", .good)
            case .note: ("note", .identifier)
            case .bad: ("BAD", .late)
            }
        let head = sign.padding(toLength: 7, withPad: " ", startingAt: 0)
        let what = isMended ? repair?.done ?? text : text
        let first = "\(style.apply(role, to: head))\(check): \(what)\n"
        guard let mend, !isMended else { return first }
        return first + "       \(mend.withoutControls)\n"
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("check", check)
            json.field("level", level.rawValue)
            json.field("text", text)
            json.field("mend", mend)
            json.field("fixable", repair != nil)
            json.field("fixed", isMended)
        }
    }
}
