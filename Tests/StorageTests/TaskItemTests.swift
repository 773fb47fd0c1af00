import Storage
import TestSupport
import Testing

@Suite struct TaskItemTests {
    @Test func `progress is told, counted from the subtasks, or all when it is done`() {
        #expect(TaskItem.fixture(1) { $0.ownProgress = 42 }.progress == 42)
        #expect(TaskItem.fixture(1) { ($0.ownProgress, $0.status) = (42, .completed) }.progress == 100)
        let parts = (1...3).map { Subtask(id: .numbered($0), title: "\($0)", isCompleted: $0 == 1) }
        #expect(TaskItem.fixture(1) { ($0.ownProgress, $0.subtasks) = (90, parts) }.progress == 33)
    }

    @Test(arguments: TaskStatus.allCases)
    func `only an open task is overdue, from its instant on`(status: TaskStatus) {
        let task = TaskItem.fixture(1) { ($0.status, $0.overdueAt) = (status, .noon) }
        #expect(!task.isOverdue(at: .noon(plus: -1)))
        #expect(task.isOverdue(at: .noon) == status.isOpen)
        #expect(!TaskItem.fixture(1) { $0.status = status }.isOverdue(at: .noon))
    }
}
