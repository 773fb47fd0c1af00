/// How long a text is.
///
/// What is bounded are its Unicode scalars, and with them its bytes, of which UTF-8 has four at most for each. What a
/// reader sees as one letter can have any number of them.
package enum TextLength {
    /// What is wrong with a text that may have so many characters; nil when nothing is.
    ///
    /// Cost: that of the bound, not of the text.
    package static func complaint(about text: String, atMost limit: Int) -> String? {
        if text.utf8.count > 4 * limit { return "must have at most \(limit) characters, has \(text.utf8.count) bytes" }
        if text.utf8.count > limit {
            let count = text.unicodeScalars.count
            if count > limit { return "must have at most \(limit) characters (Unicode scalars), has \(count)" }
        }
        return text.utf8.contains(0) ? "must not hold the character U+0000" : nil
    }
}
