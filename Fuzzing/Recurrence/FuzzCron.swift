/// The bytes are a cron expression.
func fuzzCron(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(RecurrenceError) {
        let cron = try CronExpression(text)
        require(!cron.rules.isEmpty, "\(text) has a rule")
        for rule in cron.rules {
            require((try? RecurrenceRule(rule.description)) == rule, "reading \(rule) gives the rule that was printed")
        }
        guard let start = CivilDateTime(year: 2026, month: 3, day: 29, hour: 1, minute: 59, second: 59) else { return }
        checkQueries(of: try RecurrenceSet(cron: cron, start: start, zone: nil), text)
    } catch {
        check(error, in: text)
    }
}
