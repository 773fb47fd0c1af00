import Basics
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import Recurrence

/// Has a request answered, and writes the answer with what every answer has.
struct AnswerWriter<Responder: HTTPResponder, Time: UTCClock>: Sendable where Responder.Context == APIContext {
    private let responder: Responder
    private let date: HTTPDate<Time>
    private let logger: Logger

    init(responder: Responder, clock: Time, logger: Logger) {
        self.responder = responder
        date = HTTPDate(clock: clock)
        self.logger = logger
    }

    @concurrent
    func respond(to request: Request, _ writer: consuming ResponseWriter, on channel: any Channel) async throws {
        let context = APIContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        var response: Response
        do {
            response = try await responder.respond(to: request, context: context)
        } catch let error as HTTPParserError {
            // The connection answers it and ends.
            throw error
        } catch {
            logger.error("a request failed", metadata: ["error": "\(error)"])
            response = Response(status: .internalServerError)
        }
        response.headers[.date] = date.text
        response.headers[.server] = "taskd"
        do {
            try await writer.write(response: response.head, body: response.body)
        } catch is HTTPParserError {
            // An answer has begun already; a second one must not follow.
            throw ChannelError.inputClosed
        }
    }
}
