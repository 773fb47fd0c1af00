import Basics

/// A value that a merge patch changes member by member, so that reading it is changing one that was not there.
package protocol MergedFieldValue: FieldValue {}

extension MergedFieldValue {
    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Self? {
        guard let edit = editOptional(name, from: &reader, atMost: count) else { return nil }
        var problems: [InputProblem] = []
        let value = edit.apply(nil, reader.pointer(to: name), &problems)
        reader.collector.add(problems)
        return value
    }
}
