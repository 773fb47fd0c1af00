/// Is told how it goes to keep the event log of a store in parts, of which there is always one to write to, and the old
/// ones go as a whole.
public struct LogPartsWatch: Sendable {
    /// What is done about the parts.
    public enum Work: String, CaseIterable, Sendable {
        /// Another one is made before it is needed.
        case make
        /// An old one is dropped.
        case drop
    }

    private let done: @Sendable (_ work: Work, _ trouble: String?) -> Void

    /// Makes a watch.
    ///
    /// - Parameter done: Gets what was done, or was found not to be needed yet, and why it failed; nil where it did not.
    public init(done: @escaping @Sendable (_ work: Work, _ trouble: String?) -> Void) {
        self.done = done
    }

    /// Reports what came of some work.
    package func note(_ work: Work, failedBy trouble: String? = nil) {
        done(work, trouble)
    }
}
