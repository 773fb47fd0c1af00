import Basics
import Foundation
import Logging
import Recurrence

/// The daemon's log on standard error, whose level may change while it runs.
struct DaemonLog: Sendable {
    private let level: Locked<Logger.Level>
    private let format: LogFormat

    init(level: Logger.Level, format: LogFormat) {
        self.level = Locked(level)
        self.format = format
    }

    func set(_ level: Logger.Level) {
        self.level.withLock { $0 = level }
    }

    func handler(label: String) -> any LogHandler {
        switch format {
        case .text: LeveledLog(base: StreamLogHandler.standardError(label: label), level: level)
        case .json: LeveledLog(base: JSONLogHandler(clock: WallClock()), level: level)
        }
    }
}

/// A log whose level is that of all of its kind.
private struct LeveledLog<Base: LogHandler>: LogHandler {
    let base: Base
    let level: Locked<Logger.Level>
    /// Handed to the base with an entry alone: it writes it out at once, and most requests log nothing.
    var metadata: Logger.Metadata = [:]

    var logLevel: Logger.Level {
        get { level.withLock { $0 } }
        set {}
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var base = base
        base.metadata = metadata
        base.log(event: event)
    }
}

/// Writes each entry as a JSON object on a line of its own: `time`, `level`, `message`, and what else was said.
struct JSONLogHandler: LogHandler {
    /// What an entry has itself.
    private static let own: Set<String> = ["time", "level", "message"]

    let clock: any UTCClock
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    init(clock: any UTCClock) {
        self.clock = clock
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        let line = Self.line(at: clock.now, event.level, "\(event.message)", all)
        // One call for each line, so that lines of two threads are not mixed.
        try? FileHandle.standardError.write(contentsOf: Data(line))
    }

    /// An entry as it is written, with the end of its line.
    static func line(
        at now: UTCInstant, _ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata
    ) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("time", now.description)
            json.field("level", level.rawValue)
            json.field("message", message)
            for (key, value) in metadata.sorted(by: { $0.key < $1.key }) where !own.contains(key) {
                json.field(named: key) { $0.value(.string(value.description)) }
            }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }
}
