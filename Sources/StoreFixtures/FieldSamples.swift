import Recurrence
package import Storage

/// Gives the fields of a resource, as they are declared, values that differ from what a new one has.
///
/// What a field is given follows from its type: a further field of a type that is known needs nothing here.
package struct FieldSamples<Root: FieldHolder>: FieldVisitor {
    /// The resource.
    package private(set) var root: Root
    /// The fields of types that there is no sample of.
    package private(set) var missing: [String] = []
    private let isChosen: (FieldDescription) -> Bool

    /// Fills the chosen fields of a resource.
    package init(filling root: Root, where isChosen: @escaping (FieldDescription) -> Bool = { _ in true }) {
        (self.root, self.isChosen) = (root, isChosen)
        Root.visitFields(&self)
    }

    package mutating func field<Value: FieldValue>(
        _ name: StaticString, _ path: any WritableKeyPath<Root, Value> & Sendable,
        or standard: @autoclosure () -> Value, omitsNil: Bool, bit: TaskFields,
        _ rule: @autoclosure () -> FieldRule<Value>
    ) {
        guard isChosen(FieldDescription(name: "\(name)", bit: bit, isRequired: rule().isRequired)) else { return }
        guard let sample = Self.sample(of: Value.self, name: "\(name)") as? Value, sample != standard() else {
            return missing.append("\(name)")
        }
        root[keyPath: path] = sample
    }

    package mutating func part<Part: FieldHolder>(_ path: any WritableKeyPath<Root, Part> & Sendable) {
        let part = FieldSamples<Part>(filling: root[keyPath: path], where: isChosen)
        root[keyPath: path] = part.root
        missing += part.missing
    }

    private static func sample(of type: Any.Type, name: String) -> Any? {
        switch type {
        case is String.Type: "\(name) 세금 \"quoted\" \u{1F4C5}"
        case is String?.Type: "\(name)\nline two"
        case is [String].Type: ["zeta", "alpha", "집"]
        case is Int.Type: 42
        case is Double.Type, is Double?.Type: 37.5665
        case is TaskPriority.Type: TaskPriority.urgent
        case is TaskLocation?.Type:
            TaskLocation(latitude: 37.5665, longitude: -0.1, address: "1 Road", placeName: "Home")
        case is QuietHoursChoice?.Type:
            QuietHoursChoice.window(
                QuietHours(start: 79_200, end: 25_200, timeZone: "Asia/Seoul", lettingThrough: .urgent))
        case is ProjectMembership?.Type: ProjectMembership.filled
        case is ProjectID?.Type: ProjectMembership.filled.id
        case is Bool.Type: true
        case is [Attachment].Type:
            [
                Attachment(
                    id: .numbered(80), url: "https://example.org/a?b=c", fileName: "집 \"a\".pdf",
                    mediaType: "application/pdf"),
                Attachment(id: .numbered(81), url: "mailto:a@example.org"),
            ]
        case is TaskProperties?.Type:
            TaskProperties(json: #"{"X-세금/\"1\"~":[0.5,null,"two\nlines",{"b":[true,{}]},-9007199254740991]}"#)
        case is CalendarDuration?.Type: CalendarDuration(days: 1, seconds: 5_400)
        default: nil
        }
    }
}

extension TaskContent {
    /// A content each field of which differs from that of a task with nothing but a title.
    package static let filledFixture: TaskContent = {
        let samples = FieldSamples(filling: TaskContent(title: ""))
        precondition(samples.missing.isEmpty, "there is no sample for \(samples.missing)")
        return samples.root
    }()
}
