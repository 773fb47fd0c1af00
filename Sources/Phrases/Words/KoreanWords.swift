/// The words of Korean phrases, without the spaces that may stand in them.
enum KoreanWords {
    static let table = WordTable(days + periods + times + lengths + rules + joints + refused)

    /// What counts things, behind a number.
    static let counters = WordTable([
        .init(.hourUnit, 0, "시"),
        .init(.minuteUnit, 0, "분"),
        .init(.secondUnit, 0, "초"),
        .init(.day, 0, "일"),
        .init(.monthUnit, 0, "월"),
        .init(.yearUnit, 0, "년"),
        .init(.unit, SpanUnit.hour.rawValue, "시간"),
        .init(.unit, SpanUnit.week.rawValue, "주 주일"),
        .init(.unit, SpanUnit.month.rawValue, "달 개월"),
        .init(.unit, SpanUnit.year.rawValue, "해"),
        .init(.times, 0, "번 회"),
        .init(.ordinal, 0, "번째 째"),
    ])

    /// Numbers of Korean origin, which stand before hours, months of length and times; the tens take ones behind them.
    static let nativeNumbers = WordTable([
        .init(.number, 1, "한"), .init(.number, 2, "두"), .init(.number, 3, "세 석"), .init(.number, 4, "네 넉"),
        .init(.number, 5, "다섯"), .init(.number, 6, "여섯"), .init(.number, 7, "일곱"), .init(.number, 8, "여덟"),
        .init(.number, 9, "아홉"), .init(.number, 10, "열"), .init(.number, 20, "스무 스물"), .init(.number, 30, "서른"),
        .init(.number, 40, "마흔"), .init(.number, 50, "쉰"),
    ])

    /// The digits and places of numbers of Chinese origin.
    static let chineseNumbers = WordTable([
        .init(.number, 1, "일"), .init(.number, 2, "이"), .init(.number, 3, "삼"), .init(.number, 4, "사"),
        .init(.number, 5, "오"), .init(.number, 6, "육"), .init(.number, 7, "칠"), .init(.number, 8, "팔"),
        .init(.number, 9, "구"), .init(.number, 10, "십"), .init(.number, 100, "백"),
    ])

    private static let days: [WordTable.Entry] = [
        .init(.present, 0, "지금"),
        .init(.relativeDay, 0, "오늘"),
        .init(.relativeDay, 1, "내일 낼"),
        .init(.relativeDay, 2, "모레 내일모레 낼모레 내일모래 낼모래"),
        .init(.relativeDay, 3, "글피"),
        .init(.relativeDay, -1, "어제"),
        .init(.relativeDay, -2, "그저께 그제"),
        .init(.weekday, 0, "월요일 월욜"), .init(.weekday, 1, "화요일 화욜"), .init(.weekday, 2, "수요일 수욜"),
        .init(.weekday, 3, "목요일 목욜"), .init(.weekday, 4, "금요일 금욜"), .init(.weekday, 5, "토요일 토욜"),
        .init(.weekday, 6, "일요일 일욜"),
        .init(.weekdayLetter, 0, "월"), .init(.weekdayLetter, 1, "화"), .init(.weekdayLetter, 2, "수"),
        .init(.weekdayLetter, 3, "목"), .init(.weekdayLetter, 4, "금"), .init(.weekdayLetter, 5, "토"),
        .init(.weekdayLetter, 6, "일"),
        .init(.workday, 0, "평일"),
        .init(.weekend, 0, "주말"),
        .init(.month, 6, "유월"), .init(.month, 10, "시월"),
        .init(.lunar, 0, "음력"),
        .init(.leap, 0, "윤"),
        .init(.filler, 0, "양력"),
    ]

    private static let periods: [WordTable.Entry] = [
        .init(.this, 0, "이번"),
        .init(.next, 1, "다음 담"),
        .init(.afterNext, 2, "다다음 다음다음 다담"),
        .init(.last, -1, "지난 저번"),
        .init(.weekShift, 0, "금주"), .init(.weekShift, 1, "차주"),
        .init(.monthShift, 0, "이달 금월"), .init(.monthShift, 1, "내달"),
        .init(.yearShift, 0, "올해 금년"), .init(.yearShift, 1, "내년"), .init(.yearShift, 2, "내후년 후년"),
        .init(.yearShift, -1, "작년"),
        .init(.lastDay, 0, "말일"),
        .init(.endOf, 0, "말"),
        .init(.endOfMonth, 0, "월말"),
        .init(.endOfQuarter, 0, "분기말"),
        .init(.endOfYear, 0, "연말 년말"),
        .init(.ordinal, 1, "첫 첫째 첫번째"), .init(.ordinal, 2, "둘째"), .init(.ordinal, 3, "셋째"),
        .init(.ordinal, 4, "넷째"), .init(.ordinal, 5, "다섯째"), .init(.ordinal, -1, "마지막"),
        .init(.day, 0, "날"),
    ]

    private static let times: [WordTable.Entry] = [
        .init(.half, DayHalf.morningHalf.rawValue, "오전"),
        .init(.half, DayHalf.afternoonHalf.rawValue, "오후"),
        .init(.half, DayHalf.dawn.rawValue, "새벽"),
        .init(.half, DayHalf.morning.rawValue, "아침"),
        .init(.half, DayHalf.midday.rawValue, "낮"),
        .init(.half, DayHalf.lunch.rawValue, "점심"),
        .init(.half, DayHalf.evening.rawValue, "저녁"),
        .init(.half, DayHalf.night.rawValue, "밤"),
        .init(.noon, 0, "정오"),
        .init(.midnight, 0, "자정"),
        .init(.thirty, 0, "반"),
        .init(.exactly, 0, "정각"),
    ]

    private static let lengths: [WordTable.Entry] = [
        .init(.unit, SpanUnit.hour.rawValue, "시간"),
        .init(.unit, SpanUnit.minute.rawValue, "분"),
        .init(.unit, SpanUnit.week.rawValue, "주"),
        .init(.unit, SpanUnit.month.rawValue, "달"),
        .init(.unit, SpanUnit.quarter.rawValue, "분기"),
        .init(.unit, SpanUnit.year.rawValue, "해 년"),
        .init(.span, 1, "하루"), .init(.span, 2, "이틀"), .init(.span, 3, "사흘"), .init(.span, 4, "나흘"),
        .init(.span, 5, "닷새"), .init(.span, 6, "엿새"), .init(.span, 7, "이레"), .init(.span, 8, "여드레"),
        .init(.span, 9, "아흐레"), .init(.span, 10, "열흘"), .init(.span, 15, "보름"),
        .init(.span, SpanWord.halfHour, "반시간"), .init(.span, SpanWord.halfYear, "반년"),
        .init(.later, 0, "뒤 후 있다가 이따가 뒤에 후에"),
        .init(.ago, 0, "전 전에"),
        .init(.during, 0, "동안 간"),
    ]

    private static let rules: [WordTable.Entry] = [
        .init(.frequency, SpanUnit.minute.rawValue, "매분"),
        .init(.frequency, SpanUnit.hour.rawValue, "매시간 매시"),
        .init(.frequency, SpanUnit.day.rawValue, "매일 날마다"),
        .init(.frequency, SpanUnit.week.rawValue, "매주"),
        .init(.frequency, SpanUnit.month.rawValue, "매월 매달 다달이"),
        .init(.frequency, SpanUnit.quarter.rawValue, "매분기"),
        .init(.frequency, SpanUnit.year.rawValue, "매년 매해 해마다"),
        .init(.other, SpanUnit.day.rawValue, "격일"),
        .init(.other, SpanUnit.week.rawValue, "격주"),
        .init(.other, SpanUnit.month.rawValue, "격월"),
        .init(.other, SpanUnit.year.rawValue, "격년"),
        .init(.every, 0, "매"),
        .init(.each, 0, "마다"),
        .init(.completion, 0, "완료후 완료뒤 완료하고 완료하면 완료되면"),
        .init(.completion, 1, "완료"),
    ]

    private static let joints: [WordTable.Entry] = [
        .init(.filler, 0, "에 에는 엔 의 은 는 로 으로"),
        .init(.conjunction, 0, "와 과 이랑 랑 하고 및 그리고"),
        .init(.alternative, 0, "이나 나 또는 혹은"),
        .init(.from, 0, "부터"),
        .init(.to, 0, "까지"),
    ]

    private static let refused: [WordTable.Entry] = [
        .init(
            .vague, 0,
            """
            조만간 나중에 나중 언젠가 곧 이따 며칠 몇 몇일 중순 초순 하순 초반 중반 후반 월초 연초 주초 중 초 쯤 경 무렵 \
            얼마 잠시 가끔
            """),
        .init(.holiday, Holiday.christmas.rawValue, "크리스마스 성탄절"),
        .init(.holiday, Holiday.chuseok.rawValue, "추석 한가위"),
        .init(.holiday, Holiday.seollal.rawValue, "설날 설 구정"),
        .init(.holiday, Holiday.childrensDay.rawValue, "어린이날"),
        .init(.holiday, Holiday.liberation.rawValue, "광복절"),
        .init(.holiday, Holiday.foundation.rawValue, "개천절"),
        .init(.holiday, Holiday.hangul.rawValue, "한글날"),
        .init(.holiday, Holiday.independence.rawValue, "삼일절"),
        .init(.holiday, Holiday.memorial.rawValue, "현충일"),
        .init(.holiday, Holiday.buddha.rawValue, "부처님오신날 석가탄신일"),
        .init(.holiday, Holiday.fullMoon.rawValue, "대보름 정월대보름"),
        .init(.holiday, Holiday.newYear.rawValue, "신정"),
    ]
}

/// Spans that one word names and that are no days.
enum SpanWord {
    static let halfHour = 1_000
    static let halfYear = 1_001
}
