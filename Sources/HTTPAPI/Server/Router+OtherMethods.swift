import HTTPTypes
import Hummingbird

extension Router<APIContext> {
    /// The paths whose answers nobody knows the length of before they have been sent: they have no HEAD.
    private static var endless: Set<String> { ["/v1/export", "/v1/events/stream"] }

    /// Answers 405 on the paths of all routes so far to the methods that they do not have; the router by itself would say
    /// that the path is unknown.
    func refuseOtherMethods() {
        let methods = Dictionary(grouping: routes, by: \.path.description).mapValues { Set($0.map(\.method)) }
        let all: [HTTPRequest.Method] =
            [.get, .head, .post, .put, .patch, .delete, .options, .trace]
            + [HTTPRequest.Method("QUERY")].compactMap(\.self)
        for (path, declared) in methods {
            // The router answers HEAD as GET, without the body.
            let hasHead = declared.contains(.get) && !Self.endless.contains(path)
            let permitted = hasHead ? declared.union([.head]) : declared
            let names = permitted.map(\.rawValue).sorted()
            for method in all where !permitted.contains(method) {
                on(RouterPath(path), method: method) { _, _ -> Response in
                    throw Problem(method, isNotAmong: names)
                }
            }
        }
    }
}

extension Problem {
    /// A method that a path does not have, with those that it has (RFC 9110 §15.5.6).
    fileprivate init(_ method: HTTPRequest.Method, isNotAmong names: [String]) {
        self.init(.methodNotAllowed, "\(method) is not supported here; use \(names.joined(separator: " or "))")
        headers = [.allow: names.joined(separator: ", ")]
    }
}
