import Basics

/// One line of input: a set, which occurrences of it are asked for, and a name for the answer.
struct ExpansionLine: Decodable, Sendable {
    /// What the answer is called by: whatever string or number the line has.
    enum ID: Decodable, Hashable, Sendable {
        case text(String)
        case number(Int)
        case missing

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let number = try? container.decode(Int.self) {
                self = .number(number)
            } else if container.decodeNil() {
                self = .missing
            } else {
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription: "must be a string or an integer"
                )
            }
        }

        func write(to json: inout JSONWriter) {
            switch self {
            case .text(let text): json.string(text)
            case .number(let number): json.raw(Array(number.description.utf8))
            case .missing: json.null()
            }
        }
    }

    /// The name alone, which even a line that is wrong elsewhere has.
    struct Naming: Decodable {
        var id: ID
    }

    let id: ID
    let request: ExpansionRequest

    private enum Field: String, CodingKey {
        case id, dtstart, tzid, rrule, rdate, exdate, limit, after, before
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        id = try fields.decodeIfPresent(ID.self, forKey: .id) ?? .missing
        request = ExpansionRequest(
            start: try fields.decode(String.self, forKey: .dtstart),
            zone: try fields.decodeIfPresent(String.self, forKey: .tzid),
            rules: try fields.decodeIfPresent([String].self, forKey: .rrule) ?? [],
            dates: try fields.decodeIfPresent([String].self, forKey: .rdate) ?? [],
            exceptionDates: try fields.decodeIfPresent([String].self, forKey: .exdate) ?? [],
            limit: try fields.decodeIfPresent(Int.self, forKey: .limit),
            after: try fields.decodeIfPresent(String.self, forKey: .after),
            before: try fields.decodeIfPresent(String.self, forKey: .before)
        )
    }
}
