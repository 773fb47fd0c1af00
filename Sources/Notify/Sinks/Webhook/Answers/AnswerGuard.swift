import NIOCore
import NIOHTTP1

/// Stands between the decoder of a connection and the HTTP client, so that no bytes of a receiver bring the client into
/// a state that it does not expect.
///
/// What cannot be passed on fails the request under way with an ``AnswerFault``, and closes the connection.
final class AnswerGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    fileprivate var sequence = AnswerSequence()

    /// Puts a guard into a connection that the client has just made; to be called on its event loop.
    ///
    /// - Throws: What the pipeline says when it is not the one of an HTTP/1.1 client.
    static func install(in pipeline: ChannelPipeline.SynchronousOperations) throws {
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        let answers = AnswerGuard()
        try pipeline.addHandler(AnswerMeter(answers), position: .before(decoder))
        try pipeline.addHandler(answers, position: .after(decoder))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head: sequence.beginRequest()
        case .body: break
        case .end: sequence.endRequest()
        }
        context.write(data, promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        do {
            if try sequence.take(unwrapInboundIn(data)) { context.fireChannelRead(data) }
        } catch {
            breakOff(context, error)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case is AnswerFault, is HTTPParserError, is NIOHTTPDecoderError, is ByteToMessageDecoderError:
            breakOff(context, error)
        default:
            context.fireErrorCaught(error)
        }
    }

    /// The decoder cannot go on after an error of its own, though the client would use the connection again where it has
    /// not sent its request yet.
    private func breakOff(_ context: ChannelHandlerContext, _ error: any Error) {
        guard !sequence.isBroken else { return }
        sequence.breakOff()
        context.fireErrorCaught(error)
        context.close(promise: nil)
    }
}

/// Counts what a connection receives before it is decoded: the decoder takes a reason phrase or the extension of a chunk
/// of any length, and tells nobody.
private final class AnswerMeter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let answers: AnswerGuard

    init(_ answers: AnswerGuard) {
        self.answers = answers
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !answers.sequence.isBroken else { return }
        do {
            try answers.sequence.take(unwrapInboundIn(data).readableBytes)
            context.fireChannelRead(data)
            try answers.sequence.checkHead()
        } catch {
            context.fireErrorCaught(error)
        }
    }
}
