import Basics
import Notify
import Scheduler
import Storage

/// A new hook as a client wants it.
struct NewHook: Sendable {
    /// Which signatures a new hook's messages carry.
    private enum Signing: String, CaseIterable, Sendable {
        case v1
        case v1a
        case both

        var schemes: [SigningSecret.Scheme] {
            switch self {
            case .v1: [.v1]
            case .v1a: [.v1a]
            case .both: [.v1, .v1a]
            }
        }
    }

    let id: HookID?
    let draft: HookDraft
    /// What is wrong with it, as far as that can be said without asking anybody else.
    let problems: [InputProblem]
    private var secret: SigningSecret?
    private let signing: Signing?

    /// The secrets that it is to sign with: those that were imported, or new ones.
    var signingSecrets: [SigningSecret] {
        if let secret { return [secret] }
        return draft.kind == .webhook ? (signing ?? .v1).schemes.map { .make(for: $0) } : []
    }

    /// Reads a new hook, and notes what is wrong with each field.
    init(_ value: JSONValue) {
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: "", collector)
        id = reader.text("id", "a UUID") { HookID($0) }
        let kind =
            reader.text("kind", "webhook or command") { $0 == "stdout" ? nil : Hook.Kind(rawValue: $0) } ?? .webhook
        let fields = Patch<HookDraft>(&reader)
        signing = reader.choice("signing")
        if let text = reader.string("secret") {
            do { secret = try SigningSecret(text) } catch { collector.add("/secret", "\(error)") }
        }
        Self.checkSigning(&reader, of: kind)
        reader.finish(readOnly: Hook.readOnlyMembers)
        var (draft, problems) = (HookDraft(kind: kind), [InputProblem]())
        if reader.isObject { fields.apply(to: &draft, isNew: true, noting: &problems) }
        if reader.isObject { draft.checkTogether(at: "", noting: &problems) }
        let known = Set(collector.problems.map(\.pointer))
        // Of what is there and could not be read it was said already.
        collector.add(problems.filter { !known.contains($0.pointer) })
        self.draft = draft
        self.problems = collector.problems
    }

    private static func checkSigning(_ reader: inout ObjectReader, of kind: Hook.Kind) {
        for name in ["secret", "signing"] where kind == .command && reader.value(name) != nil {
            reader.collector.add("/\(name)", "applies to webhooks only; leave it out")
        }
        if reader.value("secret") != nil, reader.value("signing") != nil {
            reader.collector.add("/signing", "is determined by secret; send only one of the two")
        }
    }
}

/// A merge patch (RFC 7396) of a hook.
struct HookMergePatch: Sendable {
    private let fields: Patch<HookDraft>
    /// What is wrong with it, whatever the hook is.
    let problems: [InputProblem]
    /// The URL that it names; nil where it names none.
    let url: String?

    /// Reads a merge patch of a hook, and notes what is wrong with each field.
    init(_ value: JSONValue) {
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: "", collector)
        fields = Patch<HookDraft>(&reader)
        reader.finish(readOnly: Hook.readOnlyMembers.union(["id", "kind", "secret", "signing"]))
        problems = collector.problems
        var (draft, ignored) = (HookDraft(kind: .webhook), [InputProblem]())
        fields.apply(to: &draft, noting: &ignored)
        url = draft.url
    }

    /// What a hook is to be; notes each field that it lacks, or must not have.
    func draft(of hook: Hook, noting problems: inout [InputProblem]) -> HookDraft {
        var draft = HookDraft(hook)
        fields.apply(to: &draft, noting: &problems)
        draft.checkTogether(at: "", noting: &problems)
        return draft
    }

    /// Whether it names a member.
    func names(_ member: String) -> Bool { fields.holds(member) }

    /// Whether a hook is to lead elsewhere.
    func moves(_ hook: Hook) -> Bool {
        guard let url, let old = hook.url, url != old else { return false }
        guard let new = try? WebhookURL(url), let known = try? WebhookURL(old) else { return true }
        return new != known
    }
}
