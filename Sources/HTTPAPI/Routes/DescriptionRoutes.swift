import Basics
import HTTPTypes
import Hummingbird

/// `/openapi.json` and `/docs`: what the API is, for programs and for people.
struct DescriptionRoutes: Sendable {
    /// The version of the program.
    let version: String

    func add(to router: Router<APIContext>) {
        let description = RenderedDescription(version: version)
        router.add(.readDescription) { request, _ in
            var answer = try APIResponse(json: description.document).unless(request)
            answer.headers[.cacheControl] = "no-cache"
            return answer.response
        }
        router.add(.readDocumentation) { request, _ in
            var answer = try APIResponse(json: description.page).unless(request)
            answer.headers[.cacheControl] = "no-cache"
            guard answer.status == .ok else { return answer.response }
            answer.headers[.contentSecurityPolicy] = DocumentationPage.policy
            answer.headers[.xContentTypeOptions] = "nosniff"
            answer.headers[.contentType] = "text/html; charset=utf-8"
            return answer.response
        }
    }
}

/// The document and its page, made when somebody first asks for one of them.
private final class RenderedDescription: Sendable {
    private let version: String
    private let rendered = Locked<(document: [UInt8], page: [UInt8])?>(nil)

    init(version: String) {
        self.version = version
    }

    var document: [UInt8] { all.document }
    var page: [UInt8] { all.page }

    private var all: (document: [UInt8], page: [UInt8]) {
        rendered.withLock { rendered in
            if let rendered { return rendered }
            let document = OpenAPIDocument(version: version)
            let made = (document: document.json, page: DocumentationPage(of: document).html)
            rendered = made
            return made
        }
    }
}
