extension RulePlan {
    /// The nth member that is not before `local`, counted from 0; nil where there are not as many.
    ///
    /// It counts whole rows by their bits; it does not walk from member to member.
    func member(at place: Int, from local: Int) -> Int? {
        switch method {
        case .years: memberOfYears(at: place, from: local)
        case .days: memberOfDays(at: place, from: local)
        case .units: memberOfUnits(at: place, from: local)
        case .positions: memberOfPositions(at: place, from: local)
        }
    }

    /// How many members lie before a local time, found by asking for the nth in strides that double, and halving the
    /// last of them.
    func members(before local: Int) -> Int {
        func isBefore(_ place: Int) -> Bool { member(at: place, from: start).map { $0 < local } ?? false }
        guard isBefore(0) else { return 0 }
        var (known, stride) = (0, 1)
        while isBefore(known + stride) {
            known += stride
            stride *= 2
        }
        // The member at `known` lies before, that at `known + stride` does not.
        while stride > 1 {
            let half = stride / 2
            if isBefore(known + half) {
                known += half
                stride -= half
            } else {
                stride = half
            }
        }
        return known + 1
    }

    private func memberOfYears(at place: Int, from local: Int) -> Int? {
        var cursor = RuleCursor(self, from: local)
        guard !cursor.isFinished else { return nil }
        let (today, times) = (cursor.offsetEnd - cursor.offsetIndex, offsets.count)
        if place < today { return bounded(cursor.unitStart + offsets[cursor.offsetIndex + place]) }
        let left = place - today
        guard let day = cursor.skipDays(left / times) else { return nil }
        return bounded(day * 86_400 + offsets[left % times])
    }

    private func memberOfDays(at place: Int, from local: Int) -> Int? {
        let times = offsets.count
        var cursor = RuleCursor(self, from: local)
        var left = place - (cursor.offsetEnd - cursor.offsetIndex)
        if left < 0 { return bounded(cursor.unitStart + offsets[cursor.offsetIndex + place]) }
        while true {
            let members = cursor.row.mask.nonzeroBitCount * times
            if left < members { break }
            left -= members
            guard cursor.rowIndex < pattern.lastRow else { return nil }
            cursor.rowIndex = pattern.row(atOrAfter: cursor.rowIndex + 1)
            guard cursor.rowIndex <= pattern.lastRow else { return nil }
            cursor.row = pattern.row(cursor.rowIndex)
            guard cursor.row.first * 86_400 <= end else { return nil }
        }
        var mask = cursor.row.mask
        for _ in 0..<(left / times) { mask &= mask &- 1 }
        return bounded((cursor.row.first + mask.trailingZeroBitCount) * 86_400 + offsets[left % times])
    }

    private func bounded(_ member: Int) -> Int? { member <= end ? member : nil }

    private func memberOfPositions(at place: Int, from local: Int) -> Int? {
        var cursor = RuleCursor(self, from: local)
        var left = place
        while let member = cursor.next() {
            if left == 0 { return member }
            left -= 1
        }
        return nil
    }
}
