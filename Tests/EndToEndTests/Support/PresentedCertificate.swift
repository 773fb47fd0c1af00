import Basics
import NIOCore
import NIOPosix
import NIOSSL
import Testing

/// The certificate that a server on a port of this machine presents.
func presentedCertificate(at port: Int) async throws -> NIOSSLCertificate {
    let context = try NIOSSLContext(configuration: .makeClientConfiguration())
    let seen = MultiThreadedEventLoopGroup.singleton.any().makePromise(of: NIOSSLCertificate.self)
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                let handler = try NIOSSLClientHandler(context: context, serverHostname: nil) { chain, verdict in
                    if let leaf = chain.first { seen.succeed(leaf) } else { seen.fail(ChannelError.eof) }
                    verdict.succeed(.certificateVerified)
                }
                try channel.pipeline.syncOperations.addHandler(handler)
            }
        }
        .connect(host: "127.0.0.1", port: port).get()
    channel.closeFuture.whenComplete { _ in seen.fail(ChannelError.eof) }
    let certificate = try await seen.futureResult.get()
    try? await channel.close()
    return certificate
}
