import HTTPTypes
import Hummingbird

extension Router<APIContext> {
    /// Answers 405 on the paths of all routes so far to the methods that they do not have; the router by itself would say
    /// that the path is unknown.
    func refuseOtherMethods() {
        let methods = Dictionary(grouping: routes, by: \.path.description).mapValues { Set($0.map(\.method)) }
        let all: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options]
        for (path, permitted) in methods {
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
