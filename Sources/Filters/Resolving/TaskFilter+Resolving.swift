public import Recurrence

extension TaskFilter {
    /// The filter with its times as instants.
    ///
    /// A day is a half-open interval: `due < today` means before the first instant of the local day, `due = today` within
    /// it, `due > today` from the end of it on, however long the day is. A local time that the clocks jump over is read as
    /// with the offset before, of one that they show twice the first counts.
    ///
    /// - Parameters:
    ///   - now: The instant that relative times count from.
    ///   - zone: The time zone of days and local times.
    /// - Returns: The same filter, in tests that look at nothing but a task.
    public func resolved(now: UTCInstant, zone: ZoneRules) -> ResolvedFilter {
        resolved(DateResolver(now: now, zone: zone))
    }

    private func resolved(_ resolver: DateResolver) -> ResolvedFilter {
        switch self {
        case .condition(let condition): condition.resolved(resolver)
        case .not(let filter): .not(filter.resolved(resolver))
        case .and(let parts): .all(parts.map { $0.resolved(resolver) })
        case .or(let parts): .any(parts.map { $0.resolved(resolver) })
        }
    }
}

extension FilterCondition {
    fileprivate func resolved(_ resolver: DateResolver) -> ResolvedFilter {
        switch self {
        case .status(let comparison): comparison.test { .status($0.reduce(into: []) { $0.formUnion($1.statuses) }) }
        case .priority(let comparison): comparison.resolved
        case .tag(let comparison): comparison.test { .tag($0) }
        case .project(let comparison): comparison.test { .project($0) }
        case .series(let comparison): comparison.test { .series($0) }
        case .date(let field, let comparison): comparison.resolved(field, resolver)
        case .title(let comparison): comparison.test { .title($0) }
        case .words(let field, let texts): .test(.words(field, texts))
        case .location(let parts): .test(.location(parts))
        case .flag(let flag, let isSet): .test(flag.test(now: resolver.now)).negated(unless: isSet)
        case .presence(let field, let isThere): .test(.presence(field)).negated(unless: isThere)
        }
    }
}

extension ResolvedFilter {
    fileprivate func negated(unless isMeant: Bool) -> ResolvedFilter { isMeant ? self : .not(self) }
}

extension FilterStatus {
    /// The statuses that a task can have.
    fileprivate var statuses: Set<FilterStatus> {
        switch self {
        case .open: [.needsAction, .inProcess]
        case .closed: [.completed, .cancelled]
        case .needsAction, .inProcess, .completed, .cancelled: [self]
        }
    }
}

extension FilterFlag {
    fileprivate func test(now: UTCInstant) -> ResolvedFilter.Test {
        switch self {
        case .overdue: .overdue(now)
        case .blocked: .blocked
        case .recurring: .recurring
        }
    }
}

extension FilterComparison {
    /// The test for one of the values, or its opposite.
    fileprivate func test(_ make: ([Value]) -> ResolvedFilter.Test) -> ResolvedFilter {
        .test(make(values)).negated(unless: relation != .notEqual)
    }
}

extension FilterComparison<FilterPriority> {
    fileprivate var resolved: ResolvedFilter {
        let matching = FilterPriority.allCases.filter { priority in
            values.contains { value in
                switch relation {
                case .less: priority < value
                case .atMost: priority <= value
                case .greater: priority > value
                case .atLeast: priority >= value
                case .equal, .notEqual: priority == value
                }
            }
        }
        return .test(.priority(Set(matching))).negated(unless: relation != .notEqual)
    }
}

extension FilterComparison<FilterDate> {
    fileprivate func resolved(_ field: FilterDateField, _ resolver: DateResolver) -> ResolvedFilter {
        let tests = values.map { value -> ResolvedFilter in
            let (start, end) = resolver.interval(of: value)
            return switch relation {
            case .less: .test(.time(field, from: nil, before: start))
            case .atMost: .test(.time(field, from: nil, before: end))
            case .greater: .test(.time(field, from: end, before: nil))
            case .atLeast: .test(.time(field, from: start, before: nil))
            case .equal, .notEqual: .test(.time(field, from: start, before: end))
            }
        }
        return (tests.count == 1 ? tests[0] : .any(tests)).negated(unless: relation != .notEqual)
    }
}
