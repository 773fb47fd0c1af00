/// Times of day in Korean, whose half stands before the hour.
extension PhraseParser {
    mutating func readKoreanTime() throws(Fault) {
        let token = next
        switch token.kind {
        case .half:
            index += 1
            let half = DayHalf(rawValue: token.value) ?? .morning
            let isBeforeHour =
                isNext(.clock) || isNext(.number) && (isNext(.hourUnit, at: 1) || isHourRange)
            if isBeforeHour {
                (spokenHalf, isHalfFresh) = (half, true)
                return
            }
            guard [.morning, .lunch, .evening, .night].contains(half) else { throw Fault(.halfAlone, token) }
            try addPart(half, token)
        case .clock:
            index += 1
            var clock = clock(token)
            (clock.half, clock.isHalfTaken) = (spokenHalf, !isHalfFresh)
            if isNext(.half), peek(0).end - peek(0).start == 2 {
                clock.half = DayHalf(rawValue: take().value)
            }
            (spokenHalf, isHalfFresh) = (nil, false)
            try add(clock)
        case .noon: try add(clock(.noon, from: token, to: take()))
        default: try add(clock(.midnight, from: token, to: take()))
        }
    }

    private var isHourRange: Bool { isNext(.dash, at: 1) && isNext(.number, at: 2) && isNext(.hourUnit, at: 3) }

    /// 3시, 3시 반, 3시 30분, 3시 정각.
    mutating func readHour() throws(Fault) {
        let number = take()
        _ = skip(.hourUnit)
        var pastHour = 0
        var hasMinutes = false
        if isNext(.number), isNext(.minuteUnit, at: 1) {
            let minutes = take()
            index += 1
            var seconds = 0
            if isNext(.number), isNext(.secondUnit, at: 1) {
                seconds = take().value
                index += 1
            }
            guard minutes.value < 60, seconds < 60 else {
                throw Fault(.noSuchTime, Int(number.start), Int(minutes.end), a: number.value, b: minutes.value)
            }
            pastHour = minutes.value * 60 + seconds
            hasMinutes = true
        } else if skip(.thirty) {
            (pastHour, hasMinutes) = (1_800, true)
        } else {
            _ = skip(.exactly)
        }
        guard number.value < 24 else {
            throw Fault(.noSuchTime, number, a: number.value)
        }
        var clock = clock(.bare, from: number, to: tokens[index - 1])
        (clock.hour, clock.pastHour, clock.hasMinutes) = (number.value, pastHour, hasMinutes)
        (clock.half, clock.isHalfTaken, clock.isMarked) = (spokenHalf, !isHalfFresh, true)
        isHalfFresh = false
        if !isNext(.comma), !isNext(.conjunction) { spokenHalf = nil }
        try add(clock)
    }
}
