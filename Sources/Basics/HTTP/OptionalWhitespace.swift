extension StringProtocol where SubSequence == Substring {
    /// The text without the spaces and tabs around it: the optional white space of HTTP (RFC 9110 §5.6.3).
    package var withoutOptionalWhitespace: Substring {
        var rest = drop { $0 == " " || $0 == "\t" }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return rest
    }
}

extension String {
    /// What stands between commas, without the spaces and tabs around it; nothing stands for nothing.
    package var listEntries: [String] {
        split(separator: ",").map { String($0.withoutOptionalWhitespace) }.filter { !$0.isEmpty }
    }
}
