import NIOCore
import NIOHTTP1

/// Stands between the decoder of a connection and the HTTP client, so that no bytes of a receiver bring the client into
/// a state that it does not expect.
///
/// What cannot be passed on fails the request under way with an ``AnswerFault``, and closes the connection.
///
/// The end of an answer is held back until all is decoded that came with it, and what comes later before the next request
/// closes the connection: nothing that a receiver says too much is taken for the answer to another delivery.
final class AnswerGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    fileprivate var sequence = AnswerSequence()
    /// The end of an answer that the client is not given yet.
    private var end: HTTPClientResponsePart?

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
            let part = unwrapInboundIn(data)
            guard try sequence.take(part) else { return }
            if case .end = part { end = part } else { context.fireChannelRead(data) }
        } catch {
            breakOff(context, error)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        passOnEnd(context)
        context.fireChannelReadComplete()
    }

    func channelInactive(context: ChannelHandlerContext) {
        passOnEnd(context)
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // An answer may end with the connection.
        passOnEnd(context)
        context.fireUserInboundEventTriggered(event)
    }

    private func passOnEnd(_ context: ChannelHandlerContext) {
        guard let end else { return }
        self.end = nil
        sequence.passOnEnd()
        context.fireChannelRead(wrapInboundOut(end))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case is AnswerFault, is HTTPParserError, is NIOHTTPDecoderError, is ByteToMessageDecoderError:
            breakOff(context, error)
        default:
            passOnEnd(context)
            context.fireErrorCaught(error)
        }
    }

    /// The decoder cannot go on after an error of its own, though the client would use the connection again where it has
    /// not sent its request yet.
    private func breakOff(_ context: ChannelHandlerContext, _ error: any Error) {
        guard !sequence.isBroken else { return }
        sequence.breakOff()
        // An answer that has ended is whole, whatever came after it.
        if end == nil { context.fireErrorCaught(error) }
        passOnEnd(context)
        context.close(promise: nil)
    }
}

/// Counts what a connection receives before it is decoded: the decoder takes a reason phrase or the extension of a chunk
/// of any length, and reports neither.
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
