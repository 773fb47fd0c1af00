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
        (HTTPParserError.headerOverflow, "the header section is too large"),
        (.invalidHeaderToken, "malformed header"), (.lfExpected, "malformed header"),
        (.invalidContentLength, "invalid Content-Length"), (.unexpectedContentLength, "conflicting lengths"),
        (.invalidChunkSize, "invalid chunk size"), (.invalidStatus, "missing status"),
        (.invalidVersion, "missing version"),
        (.invalidConstant, "does not begin with HTTP"), (.closedConnection, "data after the last chunk"),
        (.strictModeAssertion, "invalid message framing"), (.invalidEOFState, "ended within its head"),
        (.invalidMethod, "is not valid HTTP"),
    ])
    func `an answer that cannot be parsed is described`(error: HTTPParserError, words: String) {
        #expect(WebhookFailure.outcome(of: error, isSecure: false).kind == .connection)
        #expect(detail(error).contains(words), "\(detail(error))")
    }

    @Test func `time that ran out in the client is a timeout, and says where`() {
        for error in [HTTPClientError.deadlineExceeded, .readTimeout, .getConnectionFromPoolTimeout] {
            #expect(WebhookFailure.outcome(of: error, isSecure: false).kind == .timeout)
            #expect(detail(error).hasPrefix("the receiver did not respond in time ("))
        }
        #expect(detail(HTTPClientError.connectTimeout) == "timed out connecting")
        #expect(detail(HTTPClientError.connectTimeout, isSecure: true) == "timed out connecting with TLS")
        #expect(detail(HTTPClientError.tlsHandshakeTimeout) == "timed out during the TLS handshake")
        #expect(detail(HTTPClientError.remoteConnectionClosed).contains("closed the connection without a response"))
        #expect(detail(HTTPClientError.invalidProxyResponse).hasPrefix("the connection failed: "))
    }

    @Test func `what TLS complains of is described without positions in its sources`() {
        #expect(detail(NIOSSLExtraError.failedToValidateHostname).hasSuffix("certificate is for another name"))
        let closed = NIOSSLError.handshakeFailed(.sslError([.eofDuringHandshake]))
        #expect(detail(closed) == "TLS failed: the receiver closed the connection during the handshake")
        #expect(detail(NIOSSLError.uncleanShutdown).hasPrefix("TLS failed: "))
    }

    @Test(arguments: [
        (ECONNREFUSED, "connection refused"), (EPIPE, "reset by the receiver"),
        (EHOSTDOWN, "route to the receiver's host"),
        (ENETDOWN, "receiver's network"), (ETIMEDOUT, "stopped responding"), (ENOBUFS, "out of local resources"),
        (EPERM, "not permitted on this machine"), (EBADMSG, "the connection failed: "),
    ])
    func `what the system says of a connection is described`(code: CInt, words: String) {
        #expect(detail(IOError(errnoCode: code, reason: "connect")).contains(words))
    }

    @Test(arguments: [
        (AnswerFault.early, "before the request was sent"), (.unasked, "unsolicited"),
        (.endlessInterim, "more than 16 interim responses"), (.longHead, "the header section is too large"),
        (.long, "longer than 1048576 bytes"), (.invalidStatus(7), "responded with 007"),
    ])
    func `an answer that is refused is described`(fault: AnswerFault, words: String) {
        #expect(detail(fault).contains(words))
    }

    @Test func `an answer that broke off after its head says how`() {
        let remarks =
            [
                (WebhookFailure.noAnswer(.seconds(1)), "timed out reading"), (AnswerFault.long, "1048576 bytes"),
                (AnswerFault.unasked, "unexpected data after"), (HTTPParserError.invalidEOFState, "was truncated"),
                (HTTPParserError.invalidChunkSize, "the response body is not valid HTTP"),
                (CancellationError(), "taskd was stopped"),
                (IOError(errnoCode: EPIPE, reason: "read"), "connection was lost"),
            ] as [(any Error, String)]
        for (error, words) in remarks { #expect(WebhookFailure.remark(on: error).contains(words), "\(error)") }
    }
}
