/// Names of days in German, French and Spanish, which are not read, but known to be no names of people or things where a time
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
        "today": "heute aujourd'hui hoy",
        "tomorrow": "morgen demain mañana manana",
        "day after tomorrow": "übermorgen uebermorgen après-demain",
        "monday": "montag lundi lunes",
        "tuesday": "dienstag mardi martes",
        "wednesday": "mittwoch mercredi miércoles miercoles",
        "thursday": "donnerstag jeudi jueves",
        "friday": "freitag vendredi viernes",
        "saturday": "samstag sonnabend samedi sábado sabado",
        "sunday": "sonntag dimanche domingo",
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
