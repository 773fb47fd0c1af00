/// How closely a rule's text must keep to the grammar of RFC 5545.
public enum TextForm: Hashable, Sendable {
    /// What calendars really write is understood as well: small letters, spaces between values, a leading `RRULE:`,
    /// a `;` at the end, dates with separators, and an UNTIL whose type is not that of DTSTART.
    case lenient
    /// Only what the grammar allows.
    case strict
}
