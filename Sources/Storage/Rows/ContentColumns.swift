extension QuietHoursChoice {
    /// The text it is kept as.
    package var column: String {
        switch self {
        case .off: "off"
        case .window(let hours): hours.description
        }
    }

    package init(column text: String) throws {
        if text == Self.off.column {
            self = .off
        } else if let window = QuietHours(text) {
            self = .window(window)
        } else {
            throw StoreError(.unreadable, "\"\(text.prefix(80))\" is not a window such as 22:00-07:00")
        }
    }
}

extension TaskProperties {
    package init(column text: String) throws {
        guard let properties = TaskProperties(json: text) else { throw JSONFields.mismatch }
        self = properties
    }
}
