public import Filters
import Recurrence

extension TaskItem {
    /// Whether a filter selects the task; the store answers the same (``TaskQuery/filter``).
    ///
    /// - Parameter filter: The filter.
    /// - Returns: Whether it selects the task.
    /// - Throws: ``StoreError`` with code `.notAvailable` where it asks for a project in
    ///   another way than by its id alone, which only a store can answer.
    public func matches(_ filter: ResolvedFilter) throws -> Bool {
        try matches(filter) { id, project in
            guard case .id(let wanted) = project.name, !project.includesChildren else {
                throw StoreError(.notAvailable, "only a store knows the names of projects and the projects in them")
            }
            return id.description == wanted
        }
    }

    /// Whether a filter selects the task, in the projects of a store.
    ///
    /// - Parameters:
    ///   - filter: The filter.
    ///   - projects: Where the projects are that it names; one that cannot be read is none of them.
    /// - Returns: Whether it selects the task.
    /// - Throws: ``StoreError``.
    public func matches(_ filter: ResolvedFilter, in projects: any ProjectReader) throws -> Bool {
        try matches(filter) { id, project in
            do { return try projects.holds(id, in: project) } catch let error as StoreError
                where error.code == .unreadable
            {
                return false
            }
        }
    }

    private typealias ProjectTest = (ProjectID, FilterProject) throws -> Bool

    private func matches(_ filter: ResolvedFilter, _ isIn: ProjectTest) throws -> Bool {
        switch filter {
        case .test(let test): try passes(test, isIn)
        case .not(let filter): try !matches(filter, isIn)
        case .all(let parts): try parts.allSatisfy { try matches($0, isIn) }
        case .any(let parts): try parts.contains { try matches($0, isIn) }
        }
    }

    private func passes(_ test: ResolvedFilter.Test, _ isIn: ProjectTest) throws -> Bool {
        switch test {
        case .status(let statuses): FilterStatus(rawValue: status.rawValue).map(statuses.contains) ?? false
        case .priority(let priorities):
            FilterPriority(rawValue: self.priority.rawValue).map(priorities.contains) ?? false
        case .tag(let tags): tags.contains { wanted in self.tags.contains { $0.isSameTag(as: wanted) } }
        case .series(let ids): occurrence.map { ids.contains($0.series.description) } ?? false
        case .time(let field, let start, let end): Self.lies(time(field), from: start, before: end)
        case .title(let titles): Self.holds(self.title, among: titles)
        case .words(let field, let texts): texts.contains { holds($0, in: field) }
        case .location(let parts): self.location.map { place in parts.contains(where: place.holds) } ?? false
        case .overdue(let now): isOverdue(at: now)
        case .recurring: isRecurring
        case .presence(.due): dueAt != nil
        case .presence(.start): startAt != nil
        case .presence(.completedAt): completedAt != nil
        case .presence(.priority): self.priority != .none
        case .presence(.tag): !self.tags.isEmpty
        case .presence(.description): self.details != nil
        case .presence(.location): self.location != nil
        case .presence(.series): occurrence != nil
        case .project(let projects):
            try self.projectID.map { id in try projects.contains { try isIn(id, $0) } } ?? false
        case .presence(.project): self.projectID != nil
        case .blocked: isBlocked
        }
    }

    private func time(_ field: FilterDateField) -> UTCInstant? {
        switch field {
        case .due: dueAt
        case .start: startAt
        case .createdAt: createdAt
        case .updatedAt: updatedAt
        case .completedAt: completedAt
        }
    }

    private static func lies(_ time: UTCInstant?, from start: UTCInstant?, before end: UTCInstant?) -> Bool {
        guard let time else { return false }
        return start.map { $0 <= time } ?? true && end.map { time < $0 } ?? true
    }

    /// Compares bytes, as stores do; letters that are equal to Swift may differ in them.
    private static func holds(_ text: String, among texts: [String]) -> Bool {
        texts.contains { $0.utf8.elementsEqual(text.utf8) }
    }

    private func holds(_ text: String, in field: FilterTextField) -> Bool {
        guard let phrase = SearchQuery.Phrase(text) else { return false }
        let words =
            switch field {
            case .title: SearchWords(of: [self.title])
            case .description: SearchWords(of: [self.details ?? ""])
            case .text: SearchWords(of: self)
            }
        return words.hold(phrase)
    }
}

extension ProjectReader {
    /// Whether a project is the one that a filter names, or stands in it where those count too.
    fileprivate func holds(_ id: ProjectID, in wanted: FilterProject) throws -> Bool {
        var next: ProjectID? = id
        for _ in 0..<Project.maxDepth {
            guard let id = next, let project = try project(id), !project.isDeleted else { return false }
            if project.has(wanted.name) { return true }
            next = wanted.includesChildren ? project.parent : nil
        }
        return false
    }
}

extension Project {
    fileprivate func has(_ name: FilterProject.Name) -> Bool {
        switch name {
        case .id(let id): self.id.description == id
        case .name(let name): self.name.utf8.elementsEqual(name.inNormalForm.utf8)
        }
    }
}

extension TaskLocation {
    /// Whether the name or the address of the place has a part, whatever the case of A to Z.
    fileprivate func holds(_ part: String) -> Bool {
        let wanted = Self.lowercased(part)
        return [placeName, address].compactMap(\.self).contains { text in
            let letters = Self.lowercased(text)
            return letters.indices.contains { letters[$0...].starts(with: wanted) }
        }
    }

    private static func lowercased(_ text: String) -> [UInt8] {
        text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
}
