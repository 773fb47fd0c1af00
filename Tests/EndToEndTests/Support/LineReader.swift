import Basics
import Foundation
import Glibc
import Recurrence
import Storage

/// The lines that come out of a pipe, each with the time at which it came.
final class LineReader: Sendable {
    struct Line: Sendable {
        var text: String
        var cameAt: UTCInstant
    }

    fileprivate struct State {
        var rest = Data()
        var lines: [Line] = []
        var isAtEnd = false
        var waiters: [WakeSignal] = []
    }

    private let state = Locked(State())
    private let wanted: String?

    /// Makes a reader that keeps all lines, or those that hold a text.
    init(keeping wanted: String? = nil) {
        self.wanted = wanted
    }

    /// Reads a pipe to its end, on a thread of its own, and closes it.
    func read(_ descriptor: Int32) {
        Thread.detachNewThread { [state, wanted] in
            var isAtEnd = false
            while !isAtEnd {
                var bytes = [UInt8](repeating: 0, count: 1 << 16)
                let count = Glibc.read(descriptor, &bytes, bytes.count)
                if count < 0, errno == EINTR { continue }
                let now = WallClock().now
                isAtEnd = count <= 0
                let data = Data(bytes.prefix(max(count, 0)))
                let waiters = state.withLock { state in
                    state.take(data, at: now, keeping: wanted)
                    return state.waiters
                }
                for waiter in waiters { waiter.signal() }
            }
            close(descriptor)
        }
    }

    var lines: [Line] { state.withLock { $0.lines } }

    /// Everything that came, once the pipe is closed.
    func text() async -> String {
        await wait { lines, isAtEnd in isAtEnd ? lines.map { $0.text + "\n" }.joined() : nil } ?? ""
    }

    /// The first line that holds a text; nil when the pipe is closed without one.
    func line(containing text: String) async -> Line? {
        await wait { lines, _ in lines.first { $0.text.contains(text) } }
    }

    /// The lines once there are so many; fewer when the pipe is closed before.
    func lines(atLeast count: Int, where isWanted: @escaping @Sendable (String) -> Bool) async -> [Line] {
        await wait { lines, isAtEnd in
            let wanted = lines.filter { isWanted($0.text) }
            return wanted.count >= count || isAtEnd ? wanted : nil
        } ?? []
    }

    private func wait<Value>(for find: ([Line], Bool) -> Value?) async -> Value? {
        let wakeSignal = WakeSignal()
        state.withLock { $0.waiters.append(wakeSignal) }
        defer { state.withLock { $0.waiters.removeAll { $0 === wakeSignal } } }
        while true {
            let (lines, isAtEnd) = state.withLock { ($0.lines, $0.isAtEnd) }
            if let value = find(lines, isAtEnd) { return value }
            if isAtEnd { return nil }
            await wakeSignal.wait()
        }
    }
}

extension LineReader.State {
    fileprivate mutating func take(_ data: Data, at now: UTCInstant, keeping wanted: String?) {
        rest += data
        var used = 0
        rest.withUnsafeBytes { bytes in
            var unread = bytes[...]
            // Some tests read gigabytes; these are fast in a debug build too.
            while let start = UnsafeRawBufferPointer(rebasing: unread).baseAddress,
                let end = memchr(start, Int32(UInt8(ascii: "\n")), unread.count)
            {
                let line = UnsafeRawBufferPointer(start: start, count: UnsafeRawPointer(end) - start)
                if wanted.map({ Data(line).range(of: Data($0.utf8)) != nil }) ?? true {
                    lines.append(LineReader.Line(text: String(decoding: line, as: UTF8.self), cameAt: now))
                }
                unread = unread.dropFirst(line.count + 1)
            }
            used = bytes.count - unread.count
        }
        rest = Data(rest.dropFirst(used))
        guard data.isEmpty else { return }
        if !rest.isEmpty { lines.append(LineReader.Line(text: String(decoding: rest, as: UTF8.self), cameAt: now)) }
        rest = Data()
        isAtEnd = true
    }
}
