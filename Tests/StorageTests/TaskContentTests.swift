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
