import Foundation

extension String {
    /// The text in Unicode's normal form C, in which what people name things by is kept and compared.
    ///
    /// The same letters can be written as different code points (`é` as one or as two): Swift compares them as equal,
    /// while ids that are derived from text and the store compare bytes. So text is brought into one form where it comes
    /// in, and bytes are compared inside.
    package var inNormalForm: String {
        utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping
    }
}
