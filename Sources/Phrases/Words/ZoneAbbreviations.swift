/// A place that has the zone which an abbreviation mostly means.
enum ZoneAbbreviations {
    /// The IANA name; nil where an abbreviation is not known.
    static func place(_ abbreviation: String) -> String? { places[abbreviation.lowercased()] }

    private static let places: [String: String] = {
        let zones = [
            "America/New_York": "est edt", "America/Chicago": "cst cdt", "America/Denver": "mst mdt",
            "America/Los_Angeles": "pst pdt", "America/Anchorage": "akst akdt", "Pacific/Honolulu": "hst",
            "UTC": "gmt", "Europe/London": "bst", "Europe/Lisbon": "wet west", "Europe/Berlin": "cet cest",
            "Europe/Athens": "eet eest", "Europe/Moscow": "msk", "Asia/Kolkata": "ist", "Asia/Seoul": "kst",
            "Asia/Tokyo": "jst", "Australia/Perth": "awst", "Australia/Adelaide": "acst",
            "Australia/Sydney": "aest aedt", "Pacific/Auckland": "nzst nzdt",
        ]
        var places: [String: String] = [:]
        for (zone, names) in zones {
            for name in names.split(separator: " ") { places[String(name)] = zone }
        }
        return places
    }()
}
