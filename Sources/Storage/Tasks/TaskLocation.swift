public import Basics

/// Where a task is to be done; at least one part is there.
public struct TaskLocation: Hashable, Sendable {
    /// Degrees north, -90 to 90.
    public var latitude: Double?
    /// Degrees east, -180 to 180.
    public var longitude: Double?
    /// The postal address.
    @Verbatim public var address: String?
    /// What people call the place.
    @Verbatim public var placeName: String?

    /// Makes a location from its parts.
    public init(latitude: Double? = nil, longitude: Double? = nil, address: String? = nil, placeName: String? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.address = address
        self.placeName = placeName
    }
}

extension TaskLocation: FieldObject {
    private static let maxLength = 1_000

    package static let blank = TaskLocation()
    package static let schemaName = "Location"

    package static func visitFields(_ fields: inout some FieldVisitor<TaskLocation>) {
        fields.field("latitude", \.latitude, or: nil, .within(-90...90).described("Degrees north."))
        fields.field("longitude", \.longitude, or: nil, .within(-180...180).described("Degrees east."))
        fields.field("address", \.address, or: nil, .text(atMost: maxLength).described("The postal address."))
        fields.field("placeName", \.placeName, or: nil, .text(atMost: maxLength).described("What people call it."))
    }

    package func checkTogether(at pointer: String, noting problems: inout [InputProblem]) {
        if (latitude == nil) != (longitude == nil) {
            problems.append(pointer, "must have both latitude and longitude, or neither")
        }
    }
}
