import Foundation

/// An answer by which the daemon refuses a request (RFC 9457, `application/problem+json`).
struct DaemonRefusal: Error, Hashable, Sendable {
    private struct Problem: Decodable {
        struct Fault: Decodable {
            var pointer: String
            var detail: String
        }

        var title: String?
        var detail: String?
        var errors: [Fault]?
    }

    /// The HTTP status.
    let status: Int
    /// What the daemon says, and each field at fault on a line of its own.
    let message: String

    init(status: Int, body: [UInt8], credential: Credential) {
        let problem = try? JSONDecoder().decode(Problem.self, from: Data(body))
        var lines = [problem?.detail ?? problem?.title ?? "the daemon answered with status \(status)"]
        lines += (problem?.errors ?? []).map { "  \($0.pointer): \($0.detail)" }
        if status == 401 {
            let what = credential.token == nil ? "no token was found" : "the token was refused"
            lines.append("  \(what): \(credential.origin)")
        }
        self.status = status
        message = lines.map(\.withoutControls).joined(separator: "\n")
    }
}
