import NIOCore
import NIOHTTP1
import Testing

@testable import Notify

/// Which parts of an answer the client is given.
@Suite struct AnswerSequenceTests {
    private func head(_ status: Int) -> HTTPClientResponsePart {
        .head(HTTPResponseHead(version: .http1_1, status: HTTPResponseStatus(statusCode: status)))
    }

    /// A sequence of a request that was sent.
    private var asked: AnswerSequence {
        var sequence = AnswerSequence()
        sequence.beginRequest()
        sequence.endRequest()
        return sequence
    }

    @Test(arguments: 0...999)
    func `a head is final, interim or refused by its status`(status: Int) throws {
        var sequence = asked
        switch status {
        case 101, 200...599: #expect(try sequence.take(head(status)))
        case 100...199: #expect(try !sequence.take(head(status)))
        default: #expect(throws: AnswerFault.invalidStatus(status)) { try sequence.take(head(status)) }
        }
    }

    @Test func `one answer is passed on for a request, and no more`() throws {
        var sequence = asked
        #expect(try sequence.take(head(200)))
        #expect(throws: AnswerFault.unasked) { try sequence.take(head(200)) }
        #expect(try sequence.take(.body(.init())))
        #expect(try sequence.take(.end(nil)))
        #expect(throws: AnswerFault.unasked) { try sequence.take(1) }
        #expect(throws: AnswerFault.unasked) { try sequence.take(head(200)) }
        sequence.passOnEnd()
        #expect(throws: AnswerFault.unasked) { try sequence.take(1) }
        for part in [head(200), .body(.init()), .end(nil)] {
            #expect(throws: AnswerFault.unasked) { try sequence.take(part) }
        }
        sequence.beginRequest()
        #expect(throws: AnswerFault.early) { try sequence.take(head(200)) }
    }

    @Test func `interim answers are counted for each request`() throws {
        var sequence = asked
        for _ in 1...AnswerSequence.maxInterim { #expect(try !sequence.take(head(100))) }
        #expect(throws: AnswerFault.endlessInterim) { try sequence.take(head(100)) }
        sequence.beginRequest()
        sequence.endRequest()
        #expect(try !sequence.take(head(100)))
    }

    @Test func `bytes are counted, until the head and in all`() throws {
        var sequence = asked
        try sequence.take(AnswerSequence.maxHead)
        try sequence.checkHead()
        try sequence.take(1)
        #expect(throws: AnswerFault.longHead) { try sequence.checkHead() }
        #expect(try sequence.take(head(200)))
        try sequence.checkHead()
        #expect(throws: AnswerFault.long) { try sequence.take(AnswerSequence.longest) }
    }

    @Test func `after a fault nothing is passed on`() throws {
        var sequence = asked
        sequence.breakOff()
        sequence.beginRequest()
        #expect(try !sequence.take(head(200)) && sequence.isBroken)
    }
}
