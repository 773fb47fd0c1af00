/// One byte chooses DTSTART; the rest is RDATE, a line feed, and EXDATE.
func fuzzDates(_ bytes: [UInt8]) {
    guard let choice = bytes.first else { return }
    let lines = bytes.dropFirst().split(separator: 10, maxSplits: 1, omittingEmptySubsequences: false)
    let texts = lines.map { String(decoding: $0, as: UTF8.self) }
    for text in texts { checkValue(text) }
    let start = choice % 2 == 0 ? "20260329T023000" : "20260329"
    let exceptions = texts.count > 1 ? [texts[1]] : []
    do throws(RecurrenceError) {
        let set = try RecurrenceSet(
            start: start, zone: choice % 3 == 0 ? .utc : nil, rules: choice % 5 == 0 ? ["FREQ=DAILY;COUNT=9"] : [],
            dates: [texts[0]], exceptionDates: exceptions)
        checkQueries(of: set, texts.joined(separator: " / "))
    } catch {
        check(error, in: texts.max { $0.utf8.count < $1.utf8.count } ?? "")
    }
}

private func checkValue(_ text: String) {
    do throws(RecurrenceError) {
        let date = try RecurrenceDate(text)
        require((try? RecurrenceDate(date.description)) == date, "reading \(date) gives the value that was printed")
    } catch {
        check(error, in: text)
    }
}
