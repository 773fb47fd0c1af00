import Storage
import TestSupport
import Testing

@Suite struct TaskContentTests {
    /// A content of which each field differs from that of a task with nothing but a title.
    private static var full: TaskContent {
        var content = TaskContent.filledFixture
        (content.title, content.tags, content.priority, content.quietHours) = ("full", ["a"], .high, .off)
        return content
    }

    @Test func `each field is carried over, and no other`() throws {
        let (plain, full) = (TaskContent(title: "plain"), Self.full)
        let names = Mirror(reflecting: plain).children.compactMap(\.label)
        let declared = TaskContent.fieldList
        #expect(declared.count == names.count)
        #expect(Set(declared.map(\.name)).count == names.count)
        #expect(Set(declared.map(\.bit)).count == names.count)
        #expect(declared.allSatisfy { $0.bit.rawValue.nonzeroBitCount == 1 && TaskFields.template.contains($0.bit) })
        var carried = plain
        carried.take(full.fields(differingFrom: plain), from: full)
        #expect(carried == full)

        var renamed = full
        renamed.title = "renamed"
        #expect(renamed.fields(differingFrom: full) == .title)
        var other = plain
        other.take(.title, from: renamed)
        #expect(other == TaskContent(title: "renamed"))
    }

    @Test func `a text is another one where its letters are composed in another way`() {
        func confused<Root: FieldHolder & Equatable>(_ root: Root) -> [String] {
            var visitor = TextComparison(root: root)
            Root.visitFields(&visitor)
            return visitor.confused
        }
        #expect(confused(TaskContent(title: "")) == [])
        #expect(confused(TaskLocation()) == [])
        // These have no letters beyond ASCII.
        #expect(confused(Attachment.blank) == ["mediaType", "url"])
        // The names are stored in one form.
        #expect(confused(Project(id: .numbered(1), name: "", now: .noon)) == ["name"])
        #expect(confused(Tag(name: "", now: .noon)) == ["name"])
        let (composed, apart) = (Self.subtask("\u{e9}"), Self.subtask("e\u{301}"))
        #expect(composed != apart)
    }

    private static func subtask(_ title: String) -> Subtask { Subtask(id: .numbered(1), title: title) }

    @Test func `tasks and series have its fields as their own`() {
        var task = TaskItem.fixture(1)
        task.content = Self.full
        #expect(task.title == "full" && task.tags == ["a"] && task.priority == .high)
        task.tags.append("b")
        #expect(task.content.tags == ["a", "b"])
        var series = Series.plain(1)
        series.content = task.content
        #expect(series.title == "full" && series.quietHours == .off)
    }
}

/// Finds the texts in which two of a kind are equal though their bytes differ.
private struct TextComparison<Root: FieldHolder & Equatable>: FieldVisitor {
    let root: Root
    var confused: [String] = []

    mutating func field<Value: FieldValue>(
        _ name: StaticString, _ path: any WritableKeyPath<Root, Value> & Sendable,
        or standard: @autoclosure () -> Value, omitsNil: Bool, bit: TaskFields,
        _ rule: @autoclosure () -> FieldRule<Value>
    ) {
        guard Value.self == String.self || Value.self == String?.self else { return }
        let roots = ["\u{e9}", "e\u{301}"].map { text in
            var copy = root
            if let value = text as? Value { copy[keyPath: path] = value }
            return copy
        }
        if roots[0] == roots[1] { confused.append("\(name)") }
    }

    mutating func part<Part: FieldHolder>(_ path: any WritableKeyPath<Root, Part> & Sendable) {}
}
