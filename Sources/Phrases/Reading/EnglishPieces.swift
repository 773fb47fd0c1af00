/// The pieces of English phrases.
extension PhraseParser {
    mutating func readEnglish() throws(Fault) {
        do throws(Fault) {
            try checkDecimals()
            try readEnglishPieces()
        } catch {
            throw blamed(error)
        }
    }

    /// A fault that is due to a word behind it that nobody knows is that word's, as in `next fryday`.
    private func blamed(_ fault: Fault) -> Fault {
        let isUnknown = (0..<tokens.count).contains {
            tokens[$0].kind == .unknown && Int(tokens[$0].start) == fault.from
        }
        guard fault.kind == .notUnderstood || fault.kind == .incomplete, !isUnknown,
            let first = (0..<tokens.count).first(where: { Int(tokens[$0].start) >= fault.to })
        else { return fault }
        let place = (first..<tokens.count).first { !Self.passedOver.contains(tokens[$0].kind) }
        guard let place, tokens[place].kind == .unknown else { return fault }
        return Fault(.notUnderstood, tokens[place])
    }

    /// What stands between a word and the one without which it says nothing.
    private static let passedOver: Set<Token.Kind> = [
        .of, .the, .on, .at, .past, .to, .number, .decimal, .ordinal, .article,
    ]

    /// A number with a comma before its decimals, or between its thousands, which a unit follows.
    private func checkDecimals() throws(Fault) {
        for place in 0..<tokens.count where tokens[place].kind == .comma {
            let (whole, part) = (tokens[place - 1], tokens[place + 1])
            guard whole.kind == .number, part.kind == .number, whole.extra > 0, part.extra > 0,
                tokens[place].isGlued, part.isGlued, tokens[place + 2].kind == .unit
            else { continue }
            throw Fault(.decimalComma, Int(whole.start), Int(part.end))
        }
    }

    private mutating func readEnglishPieces() throws(Fault) {
        while next.kind != .end {
            if isNext(.conjunction), isBetween, !draft.from.isEmpty {
                isBetween = false
                try beginEnd()
                continue
            }
            if isNext(.comma) || isNext(.conjunction) {
                guard index > 0, tokens[index - 1].kind != .every else { throw Fault(.notUnderstood, next) }
                isListed = true
                index += 1
                continue
            }
            let start = index
            try readEnglishPiece()
            guard index > start else { throw Fault(.notUnderstood, next) }
            // Words that are dropped do not end a list.
            let isDropped = index == start + 1 && [.at, .on, .of, .the, .filler].contains(tokens[start].kind)
            if !isDropped { isListed = false }
        }
        try checkEnd()
        if isBetween {
            throw draft.from.isEmpty
                ? Fault(.incomplete, tokens[index - 1]) : Fault(.endMissing, draft.from.from, draft.from.to)
        }
        let dangling: [Token.Kind] = [.at, .on, .of, .the, .filler, .inWord]
        if dangling.contains(tokens[index - 1].kind) { throw Fault(.incomplete, tokens[index - 1]) }
    }

    private mutating func readEnglishPiece() throws(Fault) {
        // "1/2 hour" is no date.
        if fraction(at: 0) != nil { return try readNumbered() }
        if try readCommonPiece() { return }
        switch next.kind {
        case .filler, .on, .of, .at, .the: index += 1
        case .weekday: try readWeekday(.bare)
        case .weekdays, .workdays, .weekends: try readPluralDays(take())
        case .halves: try readPluralHalf(take())
        case .workday: try addWorkdays(take())
        case .weekend where isNext(.after, at: 1) && isNext(.next, at: 2):
            index += 2
            try addWeekend(2, take())
        case .weekend: try addWeekend(0, take())
        case .this, .next, .last: try readSelected()
        case .month: try readMonth()
        case .clock, .half, .noon, .midnight, .tonight: try readEnglishTime()
        case .number, .decimal, .ordinal, .article, .thirty, .quarter: try readNumbered()
        case .inWord: try readIn()
        case .plus: try readPlus()
        case .endOf, .endOfMonth, .endOfQuarter, .endOfYear: try readEnglishEnd()
        case .unit: try readUnit()
        default: try readEnglishJoint()
        }
    }

    private mutating func readEnglishJoint() throws(Fault) {
        let token = next
        switch token.kind {
        case .every: try readEvery()
        case .frequency:
            role = .main
            try draft.rule.set(SpanUnit(rawValue: token.value) ?? .day, interval: 1, take())
        case .during:
            index += 1
            guard let length = try readLength() else { throw spanFault(behind: token) }
            try setRuleSpan(length)
        // "beginning of next month" is its first day.
        case .starting where isNext(.of, at: 1): index += 2
        case .from, .starting:
            index += 1
            guard makeRoom(in: \.from, by: \.earlierFrom) else { throw Fault(.twoDays, token) }
            draft.needsRule = draft.needsRule || token.kind == .starting
            role = .from
        case .between:
            index += 1
            guard !isBetween, makeRoom(in: \.from, by: \.earlierFrom) else { throw Fault(.twoDays, token) }
            (role, isBetween) = (.from, true)
        case .to, .dash, .until, .through:
            try beginEnd()
        case .after where isNext(.completion, at: 1):
            draft.rule.cover(take())
            draft.rule.cover(take())
            draft.rule.isAnchoredAtCompletion = true
        case .twoWeekly: throw Fault(.twoWeekly, token)
        case .twoMonthly: throw Fault(.twoMonthly, token)
        case .later: throw Fault(.vague, token)
        case .before, .after: throw Fault(.relation, token)
        default: throw Fault(.notUnderstood, token)
        }
    }
    /// Passes over the word or the sign before the end of a range.
    private mutating func beginEnd() throws(Fault) {
        let token = take()
        guard next.kind != .end else { throw Fault(.incomplete, token) }
        guard makeRoom(in: \.to, by: \.earlierTo) else {
            guard draft.rule.isSaid else { throw Fault(.twoDays, draft.to.from, Int(next.end)) }
            throw Fault(.ruleEnds, draft.rule.from, Int(tokens.last.end))
        }
        draft.isRange = true
        role = .to
    }
}
