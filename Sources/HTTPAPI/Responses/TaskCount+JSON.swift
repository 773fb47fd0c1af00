import Basics
import Storage

extension TaskCount {
    /// Writes the count as clients see it.
    func write(fieldsTo json: inout JSONWriter) {
        json.field("count", count)
        json.field("isExact", isExact)
    }
}

extension TaskGroups {
    /// Writes the groups as clients see them.
    func write(fieldsTo json: inout JSONWriter) {
        json.field("groups") { json in
            json.array(groups) { json, group in
                json.object { json in
                    json.field("key", group.key)
                    group.count.write(fieldsTo: &json)
                }
            }
        }
        json.field("isExact", isExact)
    }
}
