import ArgumentParser
import Basics
import Foundation

/// What a hook's messages look like, and how they are sent.
struct HookShapeOptions: ParsableArguments {
    enum PayloadArgument: String, ChoiceArgument {
        case full, thin
    }

    enum PresetArgument: String, ChoiceArgument {
        case ntfy, slack, discord, teams, gotify
    }

    enum FormatArgument: String, ChoiceArgument {
        case text, json
    }

    @Option(help: "Whether the whole event is sent, or only its ids (default: full)")
    var payload: PayloadArgument?

    @Option(help: "Send messages in the format of this service")
    var preset: PresetArgument?

    @Option(
        help: ArgumentHelp(
            "A file with a Mustache template of the body, or - for standard input; see taskd help templates.",
            valueName: "file"))
    var bodyTemplate: String?

    @Option(help: ArgumentHelp("What the template makes (default: json)", valueName: "format"))
    var templateFormat: FormatArgument?

    @Option(
        help: ArgumentHelp(
            "The largest body, 1024 to 1048576; of an event with a larger one only its ids are sent (default: 262144).",
            valueName: "bytes"))
    var maxBodyBytes: Int?

    @Option(
        help: ArgumentHelp("A PEM file of certificate authorities to trust, besides the system's.", valueName: "file"))
    var tlsAuthorities: String?

    @Option(help: ArgumentHelp("A PEM file with the client certificate.", valueName: "file"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("A PEM file with the certificate's private key, without a password.", valueName: "file"))
    var tlsKey: String?

    func validate() throws {
        if templateFormat != nil, bodyTemplate == nil {
            throw ValidationError("--template-format needs --body-template.")
        }
        if payload != nil, preset != nil { throw ValidationError("--payload and --preset cannot be used together.") }
        if bodyTemplate != nil, preset != nil {
            throw ValidationError("--body-template and --preset cannot be used together.")
        }
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError(
                tlsKey == nil ? "--tls-certificate needs --tls-key." : "--tls-key needs --tls-certificate.")
        }
    }

    /// Writes the fields that were said.
    ///
    /// - Throws: ``CommandFailure`` for a file that cannot be read.
    func write(to json: inout JSONWriter) throws {
        if let payload { json.field("payload", payload.rawValue) }
        if let preset { json.field("preset", preset.rawValue) }
        if let maxBodyBytes { json.field("maxBodyBytes", maxBodyBytes) }
        if let text = try bodyTemplate.map(InputFile.text) {
            json.field("template") { json in
                json.object { json in
                    json.field("format", (templateFormat ?? .json).rawValue)
                    json.field("body", text)
                }
            }
        }
        try writeTLS(to: &json)
    }

    private func writeTLS(to json: inout JSONWriter) throws {
        let files = [("authorities", tlsAuthorities), ("certificate", tlsCertificate), ("key", tlsKey)]
        let texts = try files.compactMap { name, path in try path.map { (name, try InputFile.text($0)) } }
        guard !texts.isEmpty else { return }
        json.field("tls") { json in
            json.object { json in
                for (name, text) in texts { json.field(named: name, text) }
            }
        }
    }
}
