import Basics
import Foundation

/// Why a call of a daemon has no result.
public enum DaemonError: Error, Hashable, Sendable {
    /// The text is not the URL of a daemon.
    case invalidAddress(String)
    /// There is no connection, or it broke while something was read, which changed nothing.
    case unreachable(DaemonAddress, reason: String)
    /// The connection broke after the request was sent; whether it was carried out is not known.
    case brokenOff(DaemonAddress, reason: String)
    /// The certificate of what listens there is not one of a trusted authority, or not for this name; nothing was sent.
    case untrusted(DaemonAddress)
    /// No response came in time; whether the request was carried out is not known.
    case timedOut(DaemonAddress)
    /// The daemon refused the request, which has changed nothing.
    case refused(DaemonProblem)
    /// What came is not what a daemon of this version sends.
    case invalidResponse(String)

    /// Whether the same call may succeed later without anything being changed in it: the daemon was away or busy.
    public var isTransient: Bool {
        switch self {
        case .unreachable, .brokenOff, .timedOut: true
        case .refused(let problem): problem.status >= 500
        case .invalidAddress, .invalidResponse, .untrusted: false
        }
    }

    /// How to fix it; nil where ``description`` says so already.
    public var suggestion: String? {
        switch self {
        case .invalidAddress: "Write it like \(DaemonAddress.standard)."
        case .unreachable: "Start the daemon with \"taskd serve\", or give the address at which it listens."
        case .untrusted:
            "Give the file of its authority with --ca-file or TASKD_CA_FILE, and use a name that is in the certificate."
        case .brokenOff, .timedOut: "Repeat a POST with the same idempotency key: it is carried out at most once."
        case .refused(let problem):
            problem.status == 401 ? "Use the token in the file that \"taskd token path\" prints." : nil
        case .invalidResponse: "Check that a taskd of this version listens at the address."
        }
    }
}

extension DaemonError: CustomStringConvertible {
    /// What is wrong, in a sentence without a full stop; a refusal names each field at fault on a line of its own.
    public var description: String {
        switch self {
        case .invalidAddress(let text):
            "\"\(text)\" is not the address of a daemon; give a URL such as http://127.0.0.1:7373"
        case .unreachable(let address, let reason): "cannot reach the daemon at \(address): \(reason)"
        case .brokenOff(let address, let reason):
            "the connection to the daemon at \(address) broke after the request was sent: \(reason)"
        case .untrusted(let address): "the certificate of \(address) is not trusted, or not for this name"
        case .timedOut(let address): "the daemon at \(address) did not respond in time"
        case .refused(let problem): problem.description
        case .invalidResponse(let reason): "the response is not from a taskd of this version: \(reason)"
        }
    }
}

/// What a daemon says about a request that it refuses (RFC 9457, `application/problem+json`).
public struct DaemonProblem: Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with one field of a request.
    public struct Fault: Decodable, Hashable, Sendable {
        /// The field, as a JSON Pointer (RFC 6901), or the name of a query parameter.
        public var pointer: String
        /// What is wrong with it.
        public var detail: String
    }

    private struct Body: Decodable {
        var title: String?
        var detail: String?
        var errors: [Fault]?
        var at: [Int]?
        var readings: [String]?
        var `try`: String?
    }

    /// The HTTP status, such as 404 or 422.
    public let status: Int
    /// What is wrong, in a sentence.
    public let detail: String
    /// The fields at fault; empty where it is not about fields.
    public let faults: [Fault]
    /// The whole document, as it came; nil where there was none.
    public let document: [UInt8]?
    /// Which bytes of a filter or a phrase are at fault; nil where it is about neither.
    public let range: Range<Int>?
    /// The readings of a phrase that has several, each as a text to send instead.
    public let readings: [String]
    /// A text to send instead of a phrase that is not taken; nil where it is about none.
    public let attempt: String?

    /// Reads the body of a response of a server at an address; one that is no problem still gives the status.
    init(status: Int, body: [UInt8], address: DaemonAddress) {
        let problem = try? JSONDecoder().decode(Body.self, from: Data(body))
        self.status = status
        document = problem == nil ? nil : body
        detail =
            problem?.detail ?? problem?.title
                ?? """
                the server at \(address) responded with status \(status), and not as taskd does; check that the address \
                is that of a taskd daemon
                """
        faults = problem?.errors ?? []
        let place = problem?.at ?? []
        range = place.count == 2 && place[0] <= place[1] ? place[0]..<place[1] : nil
        (readings, attempt) = (problem?.readings ?? [], problem?.try)
    }

    /// The problem that a daemon would have with fields, each a pointer and what is wrong with it; nil where there is none.
    package init?(ofFields fields: [(pointer: String, detail: String)]) {
        guard !fields.isEmpty else { return nil }
        let words = fields.map { "\($0.pointer): \($0.detail)" }
        let detail = words.count == 1 ? words[0] : "\(words.count) problems; the first is \(words[0])"
        var json = JSONWriter()
        json.object { json in
            json.field("type", "about:blank")
            json.field("title", "Unprocessable Content")
            json.field("status", 422)
            json.field("detail", detail)
            json.field("errors") { json in
                json.array(fields) { json, field in
                    json.object { json in
                        json.field("pointer", field.pointer)
                        json.field("detail", field.detail)
                    }
                }
            }
        }
        (status, self.detail, document) = (422, detail, json.bytes)
        faults = fields.map { Fault(pointer: $0.pointer, detail: $0.detail) }
        (range, readings, attempt) = (nil, [], nil)
    }

    /// The detail, which names the field where one is at fault; of several each has a line of its own.
    public var description: String { description(naming: [:]) }

    /// The same for a caller that has names of its own for some fields.
    ///
    /// - Parameter names: The names, by the pointers of the fields.
    /// - Returns: What ``description`` says, with these names.
    public func description(naming names: [String: String]) -> String {
        if faults.count > 1 {
            let lines = faults.map { "  \(names[$0.pointer] ?? $0.pointer): \($0.detail)" }
            return (["\(faults.count) problems:"] + lines).joined(separator: "\n")
        }
        // A detail that only names the field, and then says what is wrong with it.
        guard let fault = faults.first, let name = names[fault.pointer], detail.hasSuffix(" \(fault.detail)") else {
            return detail
        }
        return "\(name) \(fault.detail)"
    }
}
