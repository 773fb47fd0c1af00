import HTTPTypes
import Scheduler
import Storage

extension Operation {
    static let ofAttachments = [addAttachment, readAttachment, deleteAttachment]

    static let addAttachment = Operation(
        "addAttachment", .post, "tasks/{id}/attachments", .attachments, .write, reach: .task,
        summary: "Add an attachment",
        """
        A body of JSON without a `Content-Disposition: attachment` is a link. Everything else is content, which is stored \
        as it is, with its `Content-Type` and the file name of its `Content-Disposition`.
        """
    )
    .at(.id("task")).asking(.scope)
    .heeding(.header("Content-Disposition", .string, "`attachment; filename=…` for content with a name."))
    .taking(Content([("application/json", link), ("*/*", .any)]))
    .answering(
        Answer(.created, "The attachment.", Attachment.schema(.answer), headers: [.location]).tagged.changing
    )
    .refusing(.unsupportedMediaType, "Content comes by itself, neither in a form nor encoded.")
    .refusing(.tooManyRequests, "Too many uploads are in progress.")
    .refusing(.init(code: 507, reasonPhrase: "Insufficient Storage"), "The disk for contents is full.")
    .refusing(.conflict, "What the task is now does not permit it.").conditional.idempotent

    static let readAttachment = Operation(
        "readAttachment", .get, "attachments/{id}", .attachments, .read, reach: .attachment,
        summary: "Read an attachment",
        "Content as it was sent, whole or a range of it; a link as JSON."
    )
    .at(.id("attachment"))
    .heeding(
        .ifNoneMatch, .header("Range", .string.example("bytes=0-99"), "Which part of the content (RFC 9110 §14.2)."),
        .header("If-Range", .string, "The ETag that the range is of; else the whole content is sent.")
    )
    .answering(
        Answer(
            .ok, "The content, or the link.",
            Content([("application/json", Attachment.schema(.answer)), ("*/*", .any)]),
            headers: [.eTag] + contentHeaders),
        Answer(
            .partialContent, "A part of the content.", Content([("*/*", .any)]),
            headers: [
                .eTag, Header(name: "Content-Range", schema: .string, details: "Which part it is."),
            ] + contentHeaders),
        contentHeaders.reduce(.notModified) { $0.with($1) }
    )
    .refusing(.rangeNotSatisfiable, "The content has no such part; `Content-Range` says how large it is.")
    .refusing(.internalServerError, "The content is damaged.").conditional

    static let deleteAttachment = Operation(
        "deleteAttachment", .delete, "attachments/{id}", .attachments, .write, reach: .attachment,
        summary: "Delete an attachment",
        "Takes it off a task. Where several tasks have it, `taskId` says which one is meant."
    )
    .at(.id("attachment")).asking(.query("taskId", .resourceName, "The task that has it.").naming(.task), .scope)
    .answering(.noContent.changing.with(.up))
    .refusing(.conflict, "Several tasks have it, or only a series.").conditional

    private static let link = Schema.object(Attachment.members(.creation)).closed.named("NewLink")

    private static let contentHeaders = [
        Header(name: "Accept-Ranges", schema: .string, details: "`bytes`.", isRequired: false),
        Header(name: "Content-Disposition", schema: .string, details: "The file name.", isRequired: false),
        Header(name: "X-Content-Type-Options", schema: .string, details: "`nosniff`.", isRequired: false),
        Header(name: "Content-Security-Policy", schema: .string, details: "Keeps it from running.", isRequired: false),
    ]
}
