import AsyncHTTPClient
import Basics
import NIOHTTP1

/// What is asked of a daemon, whichever way it is sent.
struct DaemonRequest: Sendable {
    let method: HTTPMethod
    /// The path behind the daemon's address, with the query.
    let path: String
    /// The body; empty for none.
    let body: [UInt8]
    private(set) var headers: [(name: String, value: String)]

    init(_ method: HTTPMethod, at path: String, token: String?, body: [UInt8] = []) {
        (self.method, self.path, self.body) = (method, path, body)
        headers = token.map { [("Authorization", "Bearer \($0)")] } ?? []
    }

    mutating func add(_ name: String, _ value: String) {
        headers.append((name, value))
    }

    /// The request for a pool of connections.
    func pooled(to address: DaemonAddress) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: address.base + path)
        request.method = method
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if hasBody { request.body = .bytes(body) }
        return request
    }

    /// The request as it is sent over a connection of its own (RFC 9112); nil where it has what would have to be encoded.
    func bytes(to address: DaemonAddress) -> [UInt8]? {
        let line = address.path + path
        guard line.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            headers.allSatisfy({ $0.value.utf8.allSatisfy { (0x20...0x7E).contains($0) } })
        else { return nil }
        var head = "\(method.rawValue) \(line) HTTP/1.1\r\nHost: \(address.authority)\r\nConnection: close\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if hasBody { head += "Content-Length: \(body.count)\r\n" }
        return Array("\(head)\r\n".utf8) + body
    }

    /// Whether it says how long its body is, also where that is empty.
    private var hasBody: Bool { !body.isEmpty || method == .POST || method == .PATCH }
}
