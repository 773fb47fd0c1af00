import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOSSL
import Testing

@testable import Notify

/// What errors of the client and of the system mean that no receiver of a test can be made to cause.
@Suite struct WebhookFailureTests {
    private func detail(_ error: any Error, isSecure: Bool = false) -> String {
        WebhookFailure.outcome(of: error, isSecure: isSecure).detail ?? ""
    }

    @Test(arguments: [
        (HTTPParserError.headerOverflow, "its head is too large"),
        (.invalidHeaderToken, "a malformed header"), (.lfExpected, "a malformed header"),
        (.invalidContentLength, "is no length"), (.unexpectedContentLength, "two lengths"),
        (.invalidChunkSize, "a chunk has no size"), (.invalidStatus, "no status"), (.invalidVersion, "no version"),
        (.invalidConstant, "does not begin with HTTP"), (.closedConnection, "more comes after"),
        (.strictModeAssertion, "a rule of its framing"), (.invalidEOFState, "ended within its head"),
        (.invalidMethod, "is not HTTP"),
    ])
    func `an answer that cannot be parsed is described`(error: HTTPParserError, words: String) {
        #expect(WebhookFailure.outcome(of: error, isSecure: false).kind == .connection)
        #expect(detail(error).contains(words), "\(detail(error))")
    }

    @Test func `time that ran out in the client is a timeout, and says where`() {
        for error in [HTTPClientError.deadlineExceeded, .readTimeout, .getConnectionFromPoolTimeout] {
            #expect(WebhookFailure.outcome(of: error, isSecure: false).kind == .timeout)
            #expect(detail(error).hasPrefix("the receiver did not answer in time ("))
        }
        #expect(detail(HTTPClientError.connectTimeout) == "there was no connection in time")
        #expect(detail(HTTPClientError.connectTimeout, isSecure: true) == "there was no connection with TLS in time")
        #expect(detail(HTTPClientError.tlsHandshakeTimeout) == "there was a connection, but no TLS in time")
        #expect(detail(HTTPClientError.remoteConnectionClosed).contains("closed the connection without an answer"))
        #expect(detail(HTTPClientError.invalidProxyResponse).hasPrefix("the connection failed: "))
    }

    @Test func `what TLS complains of is described without positions in its sources`() {
        #expect(detail(NIOSSLExtraError.failedToValidateHostname).hasSuffix("certificate is for another name"))
        let closed = NIOSSLError.handshakeFailed(.sslError([.eofDuringHandshake]))
        #expect(detail(closed) == "TLS failed: the receiver closed the connection during the handshake")
        #expect(detail(NIOSSLError.uncleanShutdown).hasPrefix("TLS failed: "))
    }

    @Test(arguments: [
        (ECONNREFUSED, "nothing listens there"), (EPIPE, "broke it off"), (EHOSTDOWN, "receiver's address"),
        (ENETDOWN, "receiver's network"), (ETIMEDOUT, "does not respond"), (ENOBUFS, "this machine has no"),
        (EPERM, "does not permit it"), (EBADMSG, "the connection failed: "),
    ])
    func `what the system says of a connection is described`(code: CInt, words: String) {
        #expect(detail(IOError(errnoCode: code, reason: "connect")).contains(words))
    }

    @Test(arguments: [
        (AnswerFault.early, "before it was sent the request"), (.unasked, "no request asked for"),
        (.endlessInterim, "more than 16 interim answers"), (.longHead, "its head is too large"),
        (.long, "longer than 1048576 bytes"), (.invalidStatus(7), "answered 007"),
    ])
    func `an answer that is refused is described`(fault: AnswerFault, words: String) {
        #expect(detail(fault).contains(words))
    }

    @Test func `an answer that broke off after its head says how`() {
        let remarks =
            [
                (WebhookFailure.noAnswer(.seconds(1)), "did not end in time"), (AnswerFault.long, "1048576 bytes"),
                (AnswerFault.unasked, "more came"), (HTTPParserError.invalidEOFState, "ended too soon"),
                (HTTPParserError.invalidChunkSize, "the body of its answer is not HTTP"),
                (CancellationError(), "taskd was stopped"), (IOError(errnoCode: EPIPE, reason: "read"), "broke off"),
            ] as [(any Error, String)]
        for (error, words) in remarks { #expect(WebhookFailure.remark(on: error).contains(words), "\(error)") }
    }
}
