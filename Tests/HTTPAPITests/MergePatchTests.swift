import Basics
import Foundation
import Recurrence
import Scheduler
import Storage
import TestSupport
import Testing

/// A patch of a task is what RFC 7396 says: the same as to merge it into the task's JSON and to read the result.
struct MergePatchTests {
    private typealias Object = [String: Any]

    @Test(arguments: 1...20)
    func `a patch gives what merging it into the JSON gives`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var refused = 0
        for _ in 0..<200 {
            let before = Self.object(using: &generator, mayBeWrong: false)
            let patch = Self.patch(using: &generator)
            var draft = try #require(Self.read(before, isNew: true).draft)
            #expect(try Self.read(Self.json(draft), isNew: true).draft == draft, "\(before)")
            let merged = Self.merge(patch, into: before)
            let expected = try Self.read(merged, isNew: true)
            let (fields, problems) = try Self.fields(patch)
            var missing: [InputProblem] = []
            fields.apply(to: &draft, noting: &missing)
            if expected.draft == nil { refused += 1 }
            // What is wrong with the patch is wrong with what it gives; what was there already is right.
            #expect(Set((problems + missing).map(\.pointer)) == Set(expected.problems.map(\.pointer)), "\(patch)")
            if let expected = expected.draft { #expect(draft == expected, "\(before) patched by \(patch)") }
        }
        #expect(refused > 0 && refused < 200)
    }

    /// The algorithm of RFC 7396 §2.
    private static func merge(_ patch: Object, into target: Object) -> Object {
        var target = target
        for (name, value) in patch {
            switch value {
            case is NSNull: target[name] = nil
            case let patch as Object: target[name] = merge(patch, into: target[name] as? Object ?? [:])
            default: target[name] = value
            }
        }
        return target
    }

    private static func fields(_ object: Object) throws -> (Patch<TaskDraft>, [InputProblem]) {
        let collector = ProblemCollector()
        let json = try JSONValue(json: JSONSerialization.data(withJSONObject: object))
        var reader = ObjectReader(json, at: "", collector)
        let fields = Patch<TaskDraft>(&reader)
        reader.finish()
        return (fields, collector.problems)
    }

    private static func read(
        _ object: Object, isNew: Bool
    ) throws -> (draft: TaskDraft?, problems: [InputProblem]) {
        var draft = TaskDraft(title: "")
        let (patch, found) = try fields(object)
        var problems = found
        patch.apply(to: &draft, isNew: isNew, noting: &problems)
        return (problems.isEmpty ? draft : nil, problems)
    }

    private static func json(_ draft: TaskDraft) throws -> Object {
        var json = JSONWriter()
        json.object { draft.write(fieldsTo: &$0) }
        return try #require(JSONSerialization.jsonObject(with: Data(json.bytes)) as? Object)
    }

    // MARK: Random objects

    /// Values of each field that are taken, and others that are refused.
    private static var values: [String: (right: [Any], wrong: [Any])] {
        [
            "title": (["a", "b c"], ["", 7]), "description": (["", "more\nlines"], [true]),
            "priority": (["none", "urgent"], ["big"]), "tags": ([[], ["a"], ["a", "b"]], [["a", "a"], [1], "a"]),
            "status": (["needsAction", "completed"], ["done"]),
            "estimatedDuration": (["PT1H30M", "P2W"], ["PT0S", "x"]),
            "start": (["2026-03-01T09:00:00", "2026-03-01T09:00:00Z"], ["soon"]),
            "due": (["2026-03-02T09:00:00", "2026-03-03"], [3]), "timeZone": (["Asia/Seoul"], [1]),
            "reminders": (
                [
                    [], [["at": "2026-03-01T08:00:00"]],
                    [["offset": "-PT1H", "relativeTo": "due", "keepOnCompletion": true]],
                ],
                [[["offset": "soon"]], [[:] as Object]]
            ),
            "subtasks": ([[], [["title": "a", "isCompleted": true]]], [[[:] as Object], [3]]),
            "progress": ([0, 40], [101]),
        ]
    }
    private static var parts: [String: [String: (right: [Any], wrong: [Any])]] {
        [
            "location": [
                "latitude": ([0, 52.5], [91]), "longitude": ([13.4], ["x"]), "address": (["1 Road"], [1]),
                "placeName": (["Bank"], [false]),
            ],
            "recurrence": [
                "rrule": ([["FREQ=DAILY"]], [[1]]), "rdate": ([[], ["20260401"]], ["x"]),
                "exdate": ([["20260402"]], [3]),
                "anchor": (["due"], ["x"]), "missed": (["skip", "keep"], [1]),
                "respawn": (["completion", "schedule"], [1]),
            ],
            "quietHours": [
                "from": (["22:00", "21:30"], ["25:00"]), "until": (["07:00", "06:15:30"], [7]),
                "timeZone": (["Asia/Seoul"], [1]), "letThrough": (["high"], ["x"]),
            ],
            // One name in each object: their order counts, and Foundation has none.
            "properties": ["X-A": ([1, "a", ["n": 1], ["n": [2]], ["n": NSNull()], ["n": ["n": "b"]]], [1e300])],
        ]
    }

    private static func member(
        of values: (right: [Any], wrong: [Any]), using generator: inout SeededGenerator, mayBeWrong: Bool
    ) -> Any {
        let isWrong = mayBeWrong && Int.random(in: 0..<12, using: &generator) == 0
        return (isWrong ? values.wrong : values.right).randomElement(using: &generator) ?? NSNull()
    }

    private static func object(using generator: inout SeededGenerator, mayBeWrong: Bool) -> Object {
        var object: Object = ["title": "x"]
        let (values, parts) = (values, parts)
        for name in values.keys.sorted() where Bool.random(using: &generator) {
            if let values = values[name] {
                object[name] = member(of: values, using: &generator, mayBeWrong: mayBeWrong)
            }
        }
        for name in parts.keys.sorted() where Bool.random(using: &generator) {
            let fields = parts[name] ?? [:]
            var part: Object = [:]
            for field in fields.keys.sorted() where name == "quietHours" || Bool.random(using: &generator) {
                if let values = fields[field] {
                    part[field] = member(of: values, using: &generator, mayBeWrong: mayBeWrong)
                }
            }
            object[name] = part
        }
        if object["quietHours"] == nil, Bool.random(using: &generator) { object["quietHours"] = "off" }
        return object
    }

    /// An object with few members, some of them null.
    private static func patch(using generator: inout SeededGenerator) -> Object {
        var patch = object(using: &generator, mayBeWrong: true)
        for name in patch.keys.sorted() {
            if var part = patch[name] as? Object {
                for field in part.keys.sorted() {
                    switch Int.random(in: 0..<8, using: &generator) {
                    case 0: part[field] = NSNull()
                    case 1...4: part[field] = nil
                    default: break
                    }
                }
                patch[name] = part
            }
            switch Int.random(in: 0..<10, using: &generator) {
            case 0: patch[name] = NSNull()
            case 1...5: patch[name] = nil
            default: break
            }
        }
        return patch
    }
}
