/// The health of the database server that a store is on: problems with their remedies, and gauges for monitoring.
public struct StoreKeeping: Hashable, Sendable {
    /// Something that is amiss, and how to mend it.
    public struct Finding: Hashable, Sendable {
        /// What was looked at, in a word.
        public var check: String
        /// Whether something is broken or will be; false for what is to be known.
        public var isBad: Bool
        /// What it is, on one line.
        public var text: String
        /// How to mend it, on one line.
        public var mend: String

        /// Makes a finding from its parts.
        public init(_ check: String, isBad: Bool, _ text: String, mend: String) {
            (self.check, self.isBad, self.text, self.mend) = (check, isBad, text, mend)
        }
    }

    /// A number that goes up and down.
    public struct Level: Hashable, Sendable {
        /// The name of the metric.
        public var name: String
        /// What tells it from others of that name; nil for nothing.
        public var label: Label?
        /// The number.
        public var value: Double

        /// Makes a level from its parts.
        public init(_ name: String, of label: (name: String, value: String)? = nil, _ value: Double) {
            (self.name, self.value) = (name, value)
            self.label = label.map { Label(name: $0.name, value: $0.value) }
        }

        /// A name and a value that tell a level from others.
        public struct Label: Hashable, Sendable {
            /// The name.
            public var name: String
            /// The value.
            public var value: String
        }
    }

    /// What is amiss.
    public var findings: [Finding]
    /// The numbers, those of one name behind each other.
    public var levels: [Level]

    /// Makes it from its parts.
    public init(findings: [Finding] = [], levels: [Level] = []) {
        (self.findings, self.levels) = (findings, levels)
    }
}
