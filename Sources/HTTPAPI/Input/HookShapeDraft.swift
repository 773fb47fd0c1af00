import Notify
import Recurrence
import Scheduler
import Storage

/// What a client says of how a hook's messages are made and sent.
struct HookShapeDraft: Sendable {
    private var payload: Hook.Payload?
    private var preset = FieldChange<Hook.Preset>.keep
    private var template = FieldChange<Hook.Template>.keep
    private var sizeLimit: Int?
    private var command: [String]?
    private var tls: HookTLSDraft?
    private var clearsTLS = false

    mutating func read(_ reader: inout ObjectReader) {
        payload = reader.choice("payload")
        preset = reader.change("preset") { $0.choice("preset") }
        template = reader.change("template") { $0.object("template").flatMap(Self.template) }
        readSizeLimit(&reader)
        command = reader.strings("argv", atMost: 1_000)
        clearsTLS = reader.isNull("tls")
        if var fields = reader.object("tls") { tls = HookTLSDraft(&fields) }
    }

    private mutating func readSizeLimit(_ reader: inout ObjectReader) {
        sizeLimit = reader.integer("maxBodyBytes")
        guard let sizeLimit, !Hook.Shape.permittedSizeLimits.contains(sizeLimit) else { return }
        let (least, most) = (Hook.Shape.permittedSizeLimits.lowerBound, Hook.Shape.permittedSizeLimits.upperBound)
        reader.collector.add(reader.pointer(to: "maxBodyBytes"), "must be \(least) to \(most)")
    }

    private static func template(_ fields: ObjectReader) -> Hook.Template? {
        var fields = fields
        let format: Hook.Template.Format? = fields.choice("format")
        let text = fields.string("body")
        if format == nil, fields.value("format") == nil { fields.missing("format") }
        if text == nil, fields.value("body") == nil { fields.missing("body") }
        fields.finish()
        guard let format, let text else { return nil }
        return Hook.Template(format: format, text: text)
    }

    /// Changes a hook, and refuses it when it could not be used then.
    ///
    /// - Throws: A 422 problem that names the fields at fault.
    func apply(to hook: inout Hook, secrets: SecretBox, check: HookCheck) throws {
        try refuseForeignFields(of: hook.kind)
        hook.shape.payload = payload ?? hook.shape.payload
        hook.shape.preset = preset.applied(to: hook.shape.preset)
        hook.shape.template = template.applied(to: hook.shape.template)
        hook.shape.sizeLimit = sizeLimit ?? hook.shape.sizeLimit
        hook.command = command ?? hook.command
        if clearsTLS { hook.tls = nil }
        let key = try tls?.apply(to: &hook, secrets) ?? hook.clientKey(secrets)
        let complaints = check.complaints(about: hook, clientKey: key)
        guard complaints.isEmpty else {
            throw Problem(complaints.map { InputProblem(pointer: $0.pointer, detail: $0.detail) })
        }
    }

    private func refuseForeignFields(of kind: Hook.Kind) throws {
        var problems: [InputProblem] = []
        func refuse(_ name: String, _ isThere: Bool, _ reason: String) {
            if isThere { problems.append(InputProblem(pointer: "/\(name)", detail: reason)) }
        }
        refuse("argv", command != nil && kind != .command, "only a command has one")
        refuse("tls", (tls != nil || clearsTLS) && kind != .webhook, "only a webhook has it")
        if kind == .stdout {
            refuse("payload", payload != nil, "standard output has whole events")
            refuse("preset", preset.isChange, "standard output has whole events")
            refuse("template", template.isChange, "standard output has whole events")
            refuse("maxBodyBytes", sizeLimit != nil, "standard output has whole events")
        }
        if !problems.isEmpty { throw Problem(problems) }
    }
}

/// What a client says of a hook's TLS; the private key is written and never read.
private struct HookTLSDraft: Sendable {
    /// How long a text of certificates or of a key may be.
    private static let maxPEM = 100_000

    private let authorities: FieldChange<String>
    private let certificate: FieldChange<String>
    private let key: FieldChange<String>

    init(_ fields: inout ObjectReader) {
        authorities = fields.change("authorities") { $0.string("authorities", atMost: Self.maxPEM) }
        certificate = fields.change("certificate") { $0.string("certificate", atMost: Self.maxPEM) }
        key = fields.change("key") { $0.string("key", atMost: Self.maxPEM) }
        fields.ignore(["hasKey"])
        fields.finish()
    }

    /// Changes a hook's settings.
    ///
    /// - Returns: The private key that they have now; nil for none.
    func apply(to hook: inout Hook, _ secrets: SecretBox) throws -> String? {
        var tls = hook.tls ?? Hook.TLS()
        tls.authorities = authorities.applied(to: tls.authorities)
        tls.certificate = certificate.applied(to: tls.certificate)
        let new = key.applied(to: hook.clientKey(secrets))
        tls.sealedKey = try new.map { try secrets.seal(text: $0, as: .clientKey, for: hook.id) }
        hook.tls = tls == Hook.TLS() ? nil : tls
        return new
    }
}

extension Hook {
    /// The private key of the client certificate; nil for none, and for one that cannot be opened any more.
    fileprivate func clientKey(_ secrets: SecretBox) -> String? {
        tls?.sealedKey.flatMap { try? secrets.openText($0, as: .clientKey, for: id) }
    }
}

/// What a merge patch (RFC 7396) says of a field that may be empty: nothing, null, or a value.
private enum FieldChange<Value: Sendable>: Sendable {
    case keep
    case clear
    case set(Value)

    /// The value after the change.
    func applied(to value: Value?) -> Value? {
        switch self {
        case .keep: value
        case .clear: nil
        case .set(let new): new
        }
    }

    var isChange: Bool {
        if case .keep = self { false } else { true }
    }
}

extension ObjectReader {
    /// Reads a field that null clears.
    fileprivate mutating func change<Value>(
        _ name: String, _ read: (inout ObjectReader) -> Value?
    ) -> FieldChange<Value> {
        if isNull(name) { return .clear }
        return read(&self).map { .set($0) } ?? .keep
    }
}
