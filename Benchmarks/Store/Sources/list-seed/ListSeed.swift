import Foundation
import Recurrence
import Storage
import StorageSQLite

/// Fills a store with the tasks of years, of which most are done; `lists.py` beside it calls it.
///
/// Tasks are written as the daemon writes them, but without their events and changes: it is what lists read.
@main enum ListSeed {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let count = Int(arguments[2]), let now = UTCInstant(arguments[3]) else {
            FileHandle.standardError.write(Data("usage: list-seed STORE TASKS NOW\n".utf8))
            exit(2)
        }
        try await fill(SQLiteStore(path: arguments[1]), count, Population(count: count, now: now))
    }

    private static func fill(_ store: SQLiteStore, _ count: Int, _ population: Population) async throws {
        try await store.write { transaction in
            for project in population.projects { try transaction.save(project) }
        }
        for first in stride(from: 0, to: count, by: 5_000) {
            try await store.write { transaction in
                for number in first..<min(first + 5_000, count) { try transaction.save(population.task(number)) }
            }
        }
    }
}

/// Who owns the tasks: what they are about, when they were made, and what became of them.
///
/// Each task follows from its number alone.
struct Population: Sendable {
    /// 85 of 100 tasks are done.
    private static let openPercent = 15
    private static let korean = ["주간회의", "보고서", "세금", "병원", "장보기"]
    /// How many days before now the first task was made.
    private static let days = 1_800

    let count: Int
    let now: UTCInstant
    let projects: [Project]
    private let words: [String]

    init(count: Int, now: UTCInstant) {
        (self.count, self.now) = (count, now)
        let start = now.advanced(by: .seconds(-86_400 * Self.days))
        projects = (0..<200).map { number in
            var project = Project(
                id: ProjectID(UUIDValue(high: 0x0199_0000_0000_7000, low: 1 << 63 | UInt64(number))),
                name: "Project \(number)", now: start)
            project.sortOrder = Double(number)
            return project
        }
        let syllables = ["ba", "ko", "ri", "tal", "men", "su", "po", "vi", "dar", "ne", "lo", "gu", "fa", "hin", "zel"]
        words = (0..<4_000).map { number in
            let (first, second, third) = (number % 15, number / 15 % 15, number / 225)
            return syllables[first] + syllables[second]
                + (third == 0 ? "" : syllables[third % 15] + String(third / 15, radix: 36))
        }
    }

    func task(_ number: Int) -> TaskItem {
        var random = Draws(number)
        let age = Double(count - number) / Double(count) * Double(Self.days) * 86_400
        let madeAt = now.advanced(by: .milliseconds(-1_000 * Int(age) - 1))
        let id = TaskID(UUIDValue(high: 0x0199_0000_0001_7000, low: 1 << 63 | UInt64(number)))
        var task = TaskItem(id: id, title: title(&random), timeZone: "UTC", now: madeAt)
        task.content.priority = TaskPriority.allCases[max(0, random.below(10) - 5)]
        if random.below(10) < 6 { task.content.projectID = projects[random.skewed(projects.count)].id }
        let tags = (0..<random.below(4)).map { _ in "tag\(random.skewed(300))" }
        task.content.tags = tags.enumerated().filter { !tags[..<$0].contains($1) }.map(\.element)
        let isOpen = random.below(100) < Self.openPercent
        if random.below(100) < 70 { setDue(of: &task, isOpen: isOpen, madeAt: madeAt, &random) }
        guard isOpen else {
            task.status = random.below(50) == 0 ? .cancelled : .completed
            let after = min(Int(age) * 1_000, random.below(20 * 86_400_000))
            task.completedAt = madeAt.advanced(by: .milliseconds(after))
            task.updatedAt = task.completedAt ?? madeAt
            return task
        }
        if random.below(10) == 0 { task.sortOrder = Double(random.below(1_000_000)) / 16 }
        if number > 50, random.below(50) == 0 {
            let other = number - 1 - random.below(50)
            task.blockedBy = [TaskID(UUIDValue(high: 0x0199_0000_0001_7000, low: 1 << 63 | UInt64(other)))]
        }
        return task
    }

    /// Open ones are due within two years, one in twenty in the past; closed ones some days after they were made.
    private func setDue(of task: inout TaskItem, isOpen: Bool, madeAt: UTCInstant, _ random: inout Draws) {
        let minutes =
            isOpen
            ? (random.below(20) == 0 ? -random.below(60 * 1_440) : random.below(730 * 1_440)) : random.below(30 * 1_440)
        let instant = (isOpen ? now : madeAt).advanced(by: .seconds(60 * minutes))
        guard let due = LocalTime(instant, in: .utc) else { return }
        (task.due, task.dueAt, task.overdueAt) = (due, due.instant(in: .utc), due.instant(in: .utc))
    }

    private func title(_ random: inout Draws) -> String {
        var parts = (0..<(2 + random.below(4))).map { _ in words[random.skewed(words.count)] }
        if random.below(40) == 0 { parts[0] = Self.korean[random.below(Self.korean.count)] }
        return parts.joined(separator: " ")
    }
}

/// Random numbers that follow from one number.
struct Draws {
    private var state: UInt64

    init(_ number: Int) {
        state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    }

    /// A number from 0 to one less than a bound.
    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((value ^ value >> 31) % UInt64(bound))
    }

    /// The same, small numbers more often than great ones.
    mutating func skewed(_ bound: Int) -> Int {
        min(below(bound), below(bound), below(bound))
    }
}
