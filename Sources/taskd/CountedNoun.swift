extension Int {
    /// The number and what is counted.
    ///
    /// - Parameters:
    ///   - one: What one of them is called.
    ///   - many: What several are called; nil where an `s` is added.
    /// - Returns: Such as `1 task` or `2 tasks`.
    func counted(_ one: String, _ many: String? = nil) -> String {
        "\(self) \(self == 1 ? one : many ?? one + "s")"
    }
}
