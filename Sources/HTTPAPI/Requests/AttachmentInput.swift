import Basics
import HTTPTypes
import Hummingbird
import Storage

/// What a request says of the attachment that it adds.
enum AttachmentInput: Sendable {
    /// A link, which is the body.
    case link
    /// Content, which is the body, with what the headers say of it.
    case content(fileName: String?, mediaType: String?)

    /// Reads the headers: a JSON body without a disposition is a link, everything else is content.
    ///
    /// - Throws: A ``Problem`` for a media type that is none, for a form, whatever its disposition, and for a body that is
    ///   encoded, which would be stored as it is and read as something else.
    init(_ request: Request) throws {
        if let coding = request.headers[.contentEncoding], coding.lowercased() != "identity" {
            throw Problem(.unsupportedMediaType, "send the content as it is, without Content-Encoding")
        }
        let (type, disposition) = (request.headers[.contentType], request.headers[.contentDisposition])
        let essence = (type ?? "").prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
        let isContent = ContentDisposition.isAttachment(disposition)
        if !isContent, essence == "application/json" {
            self = .link
            return
        }
        if essence == "multipart/form-data" {
            throw Problem(
                .unsupportedMediaType, "send the content itself as the body, with its Content-Type, instead of a form")
        }
        if let type, !MediaType.isPermitted(type) {
            throw Problem(.badRequest, "Content-Type must be a media type such as application/pdf")
        }
        let name = disposition.flatMap(ContentDisposition.fileName).flatMap(FileName.made)
        self = .content(fileName: name, mediaType: type)
    }
}

extension Attachment {
    /// Reads a link.
    ///
    /// - Throws: A 422 ``Problem`` that names each field at fault.
    init(link value: JSONValue) throws {
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: "", collector)
        let fields = Patch<Attachment>(&reader)
        if reader.isObject, !fields.holds("url") { reader.missing("url") }
        if reader.isNull("url") { collector.add("/url", "must be a URL, not null") }
        reader.finish()
        var (link, problems) = (Attachment.blank, [InputProblem]())
        if reader.isObject { link = fields.attachment(at: "", noting: &problems) }
        collector.add(problems)
        try collector.throwIfAny()
        self = link
    }
}
