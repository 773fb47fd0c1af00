import Basics
import HTTPTypes
import Storage

extension TaskQueryPlan {
    /// Writes the plan as clients see it.
    ///
    /// - Parameters:
    ///   - json: An object.
    ///   - texts: What the client has written of each condition.
    func write(fieldsTo json: inout JSONWriter, texts: [TaskQuery.Part: String]) {
        json.field("access", access.rawValue)
        json.field("indexes", indexes.map(\.rawValue))
        json.field("isSorted", isSorted)
        for (name, isServed) in [("served", true), ("checked", false)] {
            json.field(named: name) { json in
                json.array(conditions.filter { $0.isServed == isServed }) { json, condition in
                    json.object { json in
                        json.field("parameter", condition.part.parameter)
                        json.field("text", texts[condition.part])
                    }
                }
            }
        }
    }

    /// The plan in words that say nothing of what was asked for, for the log.
    var words: String {
        let source = indexes.isEmpty ? "the tasks" : indexes.map(\.rawValue).joined(separator: ", ")
        let checked = conditions.filter { !$0.isServed }.map(\.part.parameter)
        return "\(access.rawValue) of \(source)\(isSorted ? ", sorted" : "")"
            + (checked.isEmpty ? "" : ", checked: \(checked.joined(separator: ", "))")
    }
}

extension Problem {
    /// A list was stopped, since it took longer than one may.
    init(slowlyServed plan: TaskQueryPlan, texts: [TaskQuery.Part: String]) {
        let checked = plan.conditions.filter { !$0.isServed }
        let words = checked.map { texts[$0.part] ?? $0.part.parameter }.joined(separator: " and ")
        let reason =
            switch (plan.access, checked.isEmpty) {
            case (.search, _): "the index (\(plan.indexNames)) gives too many tasks to sort or check in time"
            case (_, false): "no index serves \(words), which had to be checked on task after task"
            case (_, true): "no index serves the order"
            }
        self.init(
            .unprocessableContent,
            """
            the list took too long and was stopped: \(reason); add a condition that few tasks match and that an index \
            serves (due, priority, tag, project, series, words, or only open tasks), or sort by due or priority
            """)
        var json = JSONWriter()
        json.object { plan.write(fieldsTo: &$0, texts: texts) }
        members["explain"] = try? JSONValue(json: json.bytes)
        problems = Set(checked.map(\.part.parameter)).sorted().map { name in
            InputProblem(pointer: "?\(name)", detail: "is not served by an index")
        }
    }
}

extension TaskQueryPlan {
    fileprivate var indexNames: String { indexes.map(\.rawValue).joined(separator: ", ") }
}
