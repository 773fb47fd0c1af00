import Basics
import NIOCore
import Storage

/// The log as event streams read it: a few at a time, and what many of them get is read and put into words once.
///
/// All streams that have seen everything want the same as soon as something is added. Each by itself would read it and
/// write it event by event, so that a few hundred of them took the processors from what fires and delivers.
final class SharedEvents: Sendable {
    /// Some events that follow each other, as a stream sends them.
    struct Piece: Sendable {
        let events: [Event]
        /// The messages of all of them, in the buffer that every stream sends.
        let messages: ByteBuffer

        init(_ events: [Event]) {
            self.events = events
            messages = Self.messages(of: events)
        }

        /// The place after which the next piece is read.
        var last: Int64? { events.last?.sequence }

        fileprivate var size: Int { 2 * messages.readableBytes }

        static func messages(of events: [Event]) -> ByteBuffer {
            var buffer = ByteBuffer()
            for event in events {
                buffer.writeString("id: \(event.sequence)\nevent: \(event.type.rawValue)\ndata: ")
                buffer.writeBytes(event.body)
                buffer.writeString("\n\n")
            }
            return buffer
        }
    }

    private struct State {
        /// The pieces that were read last, by the place that they follow, the oldest first.
        var pieces: [(place: Int64, piece: Piece)] = []
        var size = 0
        var reading = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// How much is read at once, in bytes, but for a single event that is larger: what a client that does not read keeps in
    /// memory.
    private static let pieceBytes = 128 << 10
    private static let pieceCount = 100
    /// How many bytes of pieces are kept.
    private static let maxSize = 4 << 20
    /// How many streams read at the same time.
    private static let maxReading = 2

    private let state = Locked(State())

    /// Reads for a stream when it is its turn, each in the order in which they came.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - body: Reads, on a snapshot.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    func read<Value: Sendable>(
        _ store: any Store, _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.reading < Self.maxReading else {
                    state.waiting.append(continuation)
                    return false
                }
                state.reading += 1
                return true
            }
            if isFree { continuation.resume() }
        }
        defer { leave() }
        return try await store.read(body)
    }

    /// Gives the turn to the next.
    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.reading -= 1
            return nil
        }
        next?.resume()
    }

    /// The events after a place, as many as are read at once; none at the end of the log.
    func piece(after place: Int64, in reader: any StoreReader) throws -> Piece {
        if let known = state.withLock({ state in state.pieces.last { $0.place == place }?.piece }) { return known }
        let piece = Piece(try reader.events(after: place, limit: Self.pieceCount, bytes: Self.pieceBytes))
        guard !piece.events.isEmpty else { return piece }
        state.withLock { state in
            // Two may have read it at the same time.
            guard !state.pieces.contains(where: { $0.place == place }) else { return }
            state.pieces.append((place, piece))
            state.size += piece.size
            while state.size > Self.maxSize { state.size -= state.pieces.removeFirst().piece.size }
        }
        return piece
    }
}
