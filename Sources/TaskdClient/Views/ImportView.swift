/// What became of a part of an import.
public struct ImportView: Decodable, Hashable, Sendable {
    /// What is wrong with a line.
    public struct Fault: Codable, Hashable, Sendable {
        /// The number of the line.
        public var line: Int
        /// The field, as a JSON Pointer (RFC 6901); empty where it is the whole line.
        public var pointer: String
        /// What is wrong with it.
        public var detail: String
    }

    /// How many records were new.
    public var new: Int
    /// How many were stored with the same content.
    public var same: Int
    /// How many were stored with another content.
    public var different: Int
    /// How many lines were passed over, or would be refused.
    public var bad: Int
    /// What is wrong with lines.
    public var errors: [Fault]
    /// The change that the part was recorded as; nil where it wrote nothing that can be undone.
    public var change: String?
}
