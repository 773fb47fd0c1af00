/// Names of days in other languages, which are not read, but known to be no names of people or things where a time
/// stands behind them: without its day the time would be another one.
enum ForeignDays {
    /// The English word for a day; nil where a word is no such name.
    static func english(_ word: String) -> String? { days[word.lowercased()] }

    /// The English word for a month; nil where a word is no such name, or is the same in English.
    static func englishMonth(_ word: String) -> String? { months[word.lowercased()] }

    /// Whether a word joins a time to a day, as in "Freitag um 15:00" and "viernes a las 15:00".
    static func isJoint(_ word: String) -> Bool { joints.contains(word.lowercased()) }

    private static let joints: Set = ["um", "gegen", "ab", "à", "vers", "dès", "las"]

    private static let days = table([
        "today": "heute aujourd'hui hoy oggi hoje сегодня 今日 今天",
        "tomorrow": "morgen demain mañana manana domani amanhã завтра 明日 明天",
        "day after tomorrow": "übermorgen uebermorgen après-demain",
        "monday": "montag lundi lunes lunedì понедельник 月曜日 月曜 星期一 周一",
        "tuesday": "dienstag mardi martes martedì вторник 火曜日 火曜 星期二 周二",
        "wednesday": "mittwoch mercredi miércoles miercoles mercoledì среда 水曜日 水曜 星期三 周三",
        "thursday": "donnerstag jeudi jueves giovedì четверг 木曜日 木曜 星期四 周四",
        "friday": "freitag vendredi viernes venerdì пятница 金曜日 金曜 星期五 周五",
        "saturday": "samstag sonnabend samedi sábado sabado суббота 土曜日 土曜 星期六 周六",
        "sunday": "sonntag dimanche domingo domenica воскресенье 日曜日 日曜 星期日 周日",
    ])

    private static let months = table([
        "jan": "januar jänner janvier enero",
        "feb": "februar février fevrier febrero",
        "mar": "märz mars marzo",
        "apr": "avril abril",
        "may": "mai mayo",
        "jun": "juni juin junio",
        "jul": "juli juillet julio",
        "aug": "août aout agosto",
        "sep": "septembre septiembre",
        "oct": "oktober octobre octubre",
        "nov": "novembre noviembre",
        "dec": "dezember décembre decembre diciembre",
    ])

    /// The English word of each foreign one.
    private static func table(_ words: [String: String]) -> [String: String] {
        var table: [String: String] = [:]
        for (english, foreign) in words {
            for word in foreign.split(separator: " ") { table[String(word)] = english }
        }
        return table
    }
}
