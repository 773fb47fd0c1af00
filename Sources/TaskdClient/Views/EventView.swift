/// An event of the log.
public struct EventView: Decodable, Hashable, Sendable {
    /// What an event is about, as far as people are told of it.
    public struct Details: Decodable, Hashable, Sendable {
        /// A task at the time of the event.
        public struct Subject: Decodable, Hashable, Sendable {
            /// The task's id.
            public var id: String?
            /// What people call it by, 12 characters.
            public var handle: String?
            /// The task's title.
            public var title: String?
            /// When it is to be done, in its ``timeZone``.
            public var due: String?
            /// The instant of ``due``.
            public var dueAt: String?
            /// The IANA name of the zone that its local times are in.
            public var timeZone: String?
        }

        /// Something else that has a name.
        public struct Named: Decodable, Hashable, Sendable {
            /// What people call it by, 12 characters; nil for a tag.
            public var handle: String?
            /// The name of a tag or a project.
            public var name: String?
            /// The receiver of a hook.
            public var url: String?
        }

        /// The reminder of a task.
        public struct Reminder: Decodable, Hashable, Sendable {
            /// The instant until which it was snoozed.
            public var snoozedUntil: String?
        }

        /// The task; nil for an event about something else.
        public var task: Subject?
        /// The reminder of the task; nil for an event that is about none.
        public var reminder: Reminder?
        /// The id of the series; nil for an event about a task alone.
        public var seriesId: String?
        /// The tag.
        public var tag: Named?
        /// The project.
        public var project: Named?
        /// The hook.
        public var hook: Named?
        /// The pause.
        public var pause: PauseView?
        /// How late it was, in seconds, negative for early.
        public var lateBySeconds: Double?
        /// Why it was late.
        public var lateReason: String?
        /// How many earlier firings that were missed it stands for.
        public var missedCount: Int?
        /// Why, as a word or a sentence.
        public var reason: String?
        /// The change that was taken back with it; nil where none was.
        public var undone: Undone?

        /// A change that was taken back.
        public struct Undone: Decodable, Hashable, Sendable {
            /// What kind of command it was, such as `delete`.
            public var kind: String
        }
    }

    /// Its place in the log, from 1; later events have greater ones.
    public var seq: Int
    /// What happened, such as `task.completed`.
    public var type: String
    /// The instant at which it happened.
    public var timestamp: String
    /// What it is about.
    public var data: Details?
}
