import Recurrence

/// What is wrong with a phrase, in one Korean sentence; the words at fault stand before it, so that they need no particle.
struct KoreanReasons {
    let fault: Fault
    /// The words at fault, in quotation marks.
    let quoted: String

    var reason: String {
        switch fault.kind {
        case .empty: "내용이 없습니다"
        case .tooLong: "\(PhraseBytes.limit)바이트나 \(TokenList.limit)단어보다 깁니다"
        case .ruleMidnight: "\(quoted): 자정은 하루의 끝이어서 다음 날이 됩니다"
        case .tonightIsOver: "\(quoted): 이미 밤이어서 지금인지 내일인지 알 수 없습니다"
        default: "\(quoted): \(complaint)"
        }
    }

    private var complaint: String {
        switch fault.kind {
        case .notUnderstood: "알 수 없는 말입니다"
        case .incomplete: "뒤에 무언가 빠졌습니다"
        case .decimalComma: "숫자에는 쉼표를 쓰지 않고, 소수점은 점입니다"
        case .unitMissing: "얼마 동안인지 몇 번인지 알 수 없습니다"
        case .relation: "다른 때의 앞이나 뒤는 읽지 않습니다"
        case .vague: "정해진 때가 아닙니다"
        case .holiday: "이름으로는 알 수 없으니 날짜로 말해 주세요"
        case .wholePeriod: "하루가 아닙니다"
        case .monthMissing: "몇 월인지 없습니다"
        case .monthAlone: "며칠인지 없습니다"
        case .clockBehindIn: "길이인지 시각인지 알 수 없습니다"
        case .daysOrDate: "며칠 동안인지 그날까지인지 알 수 없습니다"
        case .hourAlone where !(1...12).contains(fault.a): "날이나 분이 있어야 합니다"
        case .hourAlone, .hoursOpen: "오전인지 오후인지 알 수 없습니다"
        case .halfAlone: "몇 시인지 없습니다"
        case .slashes, .weekdayInWeeks, .everySecond: "두 가지로 읽힙니다"
        case .twoWeekly: "한 주에 두 번인지 두 주에 한 번인지 알 수 없습니다"
        case .twoMonthly: "한 달에 두 번인지 두 달에 한 번인지 알 수 없습니다"
        case .nightHour: "오늘 밤인지 다음 밤인지 알 수 없습니다"
        case .everyNthDay: "그달의 날짜인지 며칠마다인지 알 수 없습니다"
        case .numberAlone where fault.a > 23: "숫자만으로는 때를 알 수 없습니다"
        case .numberAlone, .dayOrHour: "날짜인지 시각인지 알 수 없습니다"
        case .twoNumbers: "날짜로도 시각으로도 읽지 않습니다"
        case .countWithoutTimes: "몇 번인지만 있고 언제인지 없습니다"
        case .alternatives: "둘 중 하나를 고르는 말입니다"
        case .zoneAbbreviation: "여러 시간대가 쓰는 이름이니 Asia/Seoul처럼 말해 주세요"
        case .zoneUnknown: "그런 시간대가 없습니다"
        case .twoZones: "시간대가 두 개입니다"
        default: complaintOfValues
        }
    }

    private var complaintOfValues: String {
        switch fault.kind {
        case .noSuchDay: "없는 날짜입니다" + monthLength
        case .noSuchTime: "없는 시각입니다. 시는 0에서 23까지, 분은 59까지입니다"
        case .minuteDigits: "없는 시각입니다. 분은 두 자리입니다"
        case .fractionOfSecond: "1초보다 짧은 시간은 쓸 수 없습니다"
        case .hourOfHalf: "그때에는 없는 시각입니다"
        case .noSuchWeek: "\(fault.a)년에 없는 주입니다"
        case .noSuchLunarDay: "1900년에서 2150년까지의 음력에 없는 날입니다"
        case .noFifth: "한 달에 그만큼 없습니다"
        case .halfOfUnit: "나눌 수 없는 단위이니 더 작은 단위로 말해 주세요"
        case .dayOver: "이미 지났습니다"
        case .startOver: "이미 지났습니다. 반복은 오늘이나 그 뒤에 시작합니다"
        case .wrongWeekday: wrongWeekday
        case .twoDays: "날이 둘입니다"
        case .twoTimes: "시각이 둘입니다"
        case .mixedParts: "함께 쓸 수 없는 말입니다"
        case .lengthAlone: "길이만 있고 때가 없습니다"
        case .duration: "얼마나 걸리는지만 있고 때가 없습니다"
        case .negativeLength: "0보다 작은 길이입니다"
        case .endBeforeStart: "시작하기 전에 끝납니다"
        case .rangeTimes: "양쪽에 날이나 시각이 있어야 하고, 시각의 범위는 시간이나 분마다 반복하는 말에만 쓸 수 있습니다"
        case .rangeOfDays, .rangeOfWeekdays: "끝에만 시각이 있고 시작에는 없습니다"
        case .endMissing: "끝이 없습니다"
        case .startMissing: "시작이 없습니다"
        default: complaintOfRules
        }
    }

    private var complaintOfRules: String {
        switch fault.kind {
        case .ruleTimes: "반복의 시각들은 분이 같아야 하고 한 번씩만 나옵니다"
        case .ruleNever: "한 번도 반복하지 않습니다"
        case .ruleEnds: "끝나는 방법이 둘입니다"
        case .twoRules: "반복이 둘입니다"
        case .ruleMissing: "반복하는 말이 있어야 합니다"
        case .ruleDay: "어느 날에 반복하는지 없습니다"
        case .ruleMismatch: "얼마나 자주 반복하는지와 맞지 않는 날입니다"
        case .ruleHours: "반복의 시각들은 시간마다 분이 같아야 하고 둘 이상이어야 합니다"
        case .ruleStart: "시작하는 시각이 있어야 합니다"
        case .ruleNeverMatches: "오지 않는 날입니다"
        case .clockOfElapsed: "시간이나 분마다 반복하는 말과 함께 쓸 수 없습니다"
        case .badRule: "반복 규칙이 아닙니다"
        case .twoPlaces: "때를 말하는 말이 두 곳에 나뉘어 있습니다"
        case .dateAlone: "날짜인지 아닌지 알 수 없습니다"
        case .nameAlone: "때인지 아닌지 알 수 없습니다"
        case .dateAtStart: "맨 앞의 날짜는 요일이 있어야 기한으로 읽습니다"
        case .ruleAtStart: "맨 앞의 반복하는 말은 요일이나 시각이 있어야 기한으로 읽습니다"
        case .foreignDay: "한국어나 영어의 날이 아닙니다"
        case .priorityUnknown: "우선순위가 아닙니다"
        case .priorityTwice: "우선순위가 둘입니다"
        case .projectTwice: "프로젝트가 둘입니다. 태그는 여럿을 쓸 수 있습니다"
        case .reminderUnknown: "언제 알릴지 알 수 없습니다"
        case .termUnread: "한 줄에서는 읽지 않는 말입니다"
        case .estimateTwice: "얼마나 걸리는지 두 번 말했습니다"
        case .estimateUnknown: "얼마나 걸리는지 알 수 없습니다"
        case .dayTwice: "날이 둘입니다"
        case .estimateTooLong: "\(QuickAdd.longestEstimate)일보다 깁니다"
        case .reminderTooLong: "\(QuickAdd.longestReminder)일보다 깁니다"
        default: "9999년에 끝나는 달력을 벗어납니다"
        }
    }

    private var wrongWeekday: String {
        let date = CivilDate(daysSinceEpoch: fault.a)
        let weekday = CalendarNames.name(of: date.weekday, in: .korean)
        return "요일이 맞지 않습니다. \(date.month)월 \(date.day)일은 \(weekday)입니다"
    }

    /// How many days the month in question has, as a further sentence.
    private var monthLength: String {
        guard (1...12).contains(fault.b) else { return "" }
        guard fault.c > 0 else { return ". 날짜는 1일부터 있습니다" }
        guard fault.a > 0 else {
            return ". \(fault.b)월은 \(GregorianMonth.length(year: 2_028, month: fault.b))일까지입니다"
        }
        return ". \(fault.a)년 \(fault.b)월은 \(GregorianMonth.length(year: fault.a, month: fault.b))일까지입니다"
    }
}
