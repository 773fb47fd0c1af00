package import Recurrence
package import Storage

extension RetentionBounds {
    /// Bounds of what tests say.
    package init(before: UTCInstant? = nil, keeping: Int? = nil) {
        self.init(.forever, at: .noon)
        (self.before, self.keeping) = (before, keeping)
    }

    /// Bounds by which all that may be removed is.
    package static let everything = RetentionBounds(keeping: 0)
}
