/// How much a template may write: what sections within sections could multiply without end is counted as it grows.
///
/// One filling of one template has one; it is not shared between tasks.
final class MessageTemplateBudget {
    private var left: Int
    private let turnCost: Int

    /// - Parameters:
    ///   - bytes: How much may be written, in bytes of UTF-8.
    ///   - turnCost: What one turn of a section may write of the template's own text at most.
    init(bytes: Int, turnCost: Int) {
        left = bytes
        self.turnCost = max(1, turnCost)
    }

    /// Whether more was asked for than there was.
    private(set) var isExceeded = false

    /// The text, if the budget allows it; else nothing.
    func spend(_ text: String) -> String {
        take(text.utf8.count) ? text : ""
    }

    /// Whether the budget allows one more turn of a section.
    func takeTurn() -> Bool {
        take(turnCost)
    }

    private func take(_ count: Int) -> Bool {
        isExceeded = isExceeded || count > left
        if !isExceeded { left -= count }
        return !isExceeded
    }
}
