import Phrases
import Testing

/// What there is to try never makes a number count something else than where it was typed.
struct NumberMeaningTests {
    /// What a number says by the words beside it.
    private enum Role: Hashable {
        case length, times, hour, monthDay
        /// Nothing yet, behind "for", "in" or "every".
        case open(String)
        /// How many there are of what no phrase has.
        case unknown
        case bare
    }

    private static let units: Set<Substring> = [
        "day", "days", "dys", "week", "weeks", "weks", "hours", "months", "m", "h",
    ]
    private static let months: Set<Substring> = ["dec", "jan"]
    private static let joints: Set<Substring> = [
        "at", "on", "noon", "friday", "every", "for", "in", "until", "and", "starting", "tomorrow", "daily",
    ]

    /// The roles that a number has in a phrase.
    private static func roles(of number: String, in phrase: String) -> [Role] {
        let words = phrase.lowercased().split(separator: " ")
        return words.indices.compactMap { place in
            guard words[place].prefix(while: \.isNumber) == number else { return nil }
            let glued = words[place].dropFirst(number.count)
            let next = glued.isEmpty ? (place + 1 < words.count ? words[place + 1] : "") : glued
            let before = place > 0 ? words[place - 1] : ""
            return role(between: before, and: next)
        }
    }

    private static func role(between before: Substring, and next: Substring) -> Role {
        if units.contains(next) { return .length }
        if next == "times" || next == "time" { return .times }
        if ["am", "pm", ":00"].contains(next) { return .hour }
        if next == "th" || months.contains(before) || months.contains(next) { return .monthDay }
        if before == "at" { return .hour }
        if !next.isEmpty, !joints.contains(next) { return .unknown }
        return ["for", "in", "every"].contains(before) ? .open(String(before)) : .bare
    }

    /// Whether a number that was typed in one role may stand in another in what there is to try.
    private static func mayBecome(_ typed: Role, _ tried: Role) -> Bool {
        switch (typed, tried) {
        case (.open("for"), .length), (.open("for"), .times), (.open("in"), .length): true
        // "every 6" may be the 6th.
        case (.open("every"), .length), (.open("every"), .monthDay): true
        case (.bare, .hour), (.bare, .monthDay): true
        default: typed == tried
        }
    }

    private static let openings = [
        "", "every monday", "every day", "monthly", "tomorrow", "friday", "dec", "every", "every 15th", "every hour",
    ]
    private static let counters = ["", "for", "in", "every", "at", "until", "starting", "dec"]
    private static let counted = ["", "days", "weks", "dys", "persons", "times", "pm", "th"]
    private static let endings = ["", "persons", "at noon", "friday", "for", "every day"]

    @Test(arguments: ["6", "17"])
    func `A number counts in what there is to try what it counted`(number: String) throws {
        var count = 0
        for opening in Self.openings {
            for counter in Self.counters {
                for counted in Self.counted {
                    let body = counted == "th" || counted == "pm" ? "\(number)\(counted)" : "\(number) \(counted)"
                    for ending in Self.endings {
                        let words = [opening, counter, body, ending].joined(separator: " ").split(separator: " ")
                        count += Self.check(words.joined(separator: " "), number) ? 1 : 0
                    }
                }
            }
        }
        #expect(count > 1_000)
    }

    /// Checks what there is to try instead of a phrase; false where it is taken.
    private static func check(_ phrase: String, _ number: String) -> Bool {
        do {
            _ = try read(phrase)
            return false
        } catch let refusal as PhraseRefusal {
            let typed = roles(of: number, in: phrase)
            for text in [refusal.suggestion] + refusal.readings {
                let tried = roles(of: number, in: text)
                #expect(
                    tried.allSatisfy { role in typed.contains { mayBecome($0, role) } },
                    "\(phrase): \(text) (\(typed), \(tried))")
            }
        } catch {
            Issue.record(error, "\(phrase)")
        }
        return true
    }
}
