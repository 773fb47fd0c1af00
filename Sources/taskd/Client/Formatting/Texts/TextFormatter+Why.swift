import Recurrence
import Storage
import TaskdClient

/// What is known of why a task's reminders go off or do not.
struct FiringStory {
    let task: TaskView
    let firings: FiringsView
    /// How the daemon does; nil where the token may not know.
    var status: StatusView?
    /// The hooks; nil where the token may not know.
    var hooks: [HookView]?
}

extension TextFormatter {
    /// When a task's reminders go off and went off, and why then or why not, in sentences.
    func why(_ story: FiringStory) -> String {
        let task = story.task
        let head = [task.title, due(task)].compactMap(\.self).joined(separator: " · ")
        var text = "\(style(.identifier, HandleColumn([task]).short(task)))  \(style(.plain, head))\n"
        for obstacle in obstacles(story) { text += style(.late, obstacle) + "\n" }
        for firing in story.firings.planned { text += sentences(planned: firing, of: task) }
        text += lateness(of: story.firings.planned)
        for sentence in acknowledged(story) + silence(story) { text += style(.plain, sentence) + "\n" }
        for firing in story.firings.items { text += sentences(past: firing, story) }
        if let cursor = story.firings.nextCursor { text += "more: --cursor \(cursor.withoutControls)\n" }
        return text
    }

    private func tell(_ english: String, _ korean: String) -> String { language == .korean ? korean : english }

    private func detail(_ sentence: String) -> String { "    \(style(.faint, sentence))\n" }

    // MARK: - What is to come

    private func sentences(planned firing: FiringsView.Planned, of task: TaskView) -> String {
        let set = times.moment(firing.scheduledAt).absolute
        var text: String
        if let at = firing.fireAt {
            let when = times.moment(at).sentence
            text = style(.good, tell("It will go off", "알림 예정:")) + " " + style(.plain, when) + "\n"
        } else if firing.pause?.missed == "skip" {
            text = style(.late, tell("It will be reported as missed.", "놓친 알림이 될 예정.")) + "\n"
        } else {
            text = style(.good, tell("It will go off", "알림 예정:")) + " "
            text += style(.plain, tell("when its pause is ended", "일시 중지가 끝날 때")) + "\n"
        }
        if firing.paused == true {
            let subject = firing.pause?.subject ?? ""
            let note = firing.pause?.note.map { " (\($0))" } ?? ""
            text += detail(
                tell(
                    "A pause of \(subject)\(note) holds it; it was set for \(set).",
                    "일시 중지(\(subject)\(note)) 때문에 미뤄짐; 원래 \(set)."))
        } else if firing.quietHours != nil, firing.fireAt != firing.scheduledAt {
            text += detail(tell("Quiet hours hold it; it was set for \(set).", "방해 금지 시간 때문에 미뤄짐; 원래 \(set)."))
        }
        // Of what is held that is the time that it was set for.
        return text + detail(origin(of: firing, task))
    }

    /// What put it there.
    private func origin(of firing: FiringsView.Planned, _ task: TaskView) -> String {
        if let from = firing.snoozedFrom {
            let from = times.moment(from).absolute
            return tell("It was snoozed; before that it was set for \(from).", "다시 알림; 원래 \(from).")
        }
        if firing.projected, let occurrence = firing.recurrenceId {
            let slot = times.local(occurrence, in: task.timeZone).absolute
            return tell("That is for the occurrence of \(slot), which has no task yet.", "아직 할 일이 없는 \(slot) 회차의 알림.")
        }
        guard let reminder = task.reminders.first(where: { $0.id == firing.reminderId }), reminder.at == nil else {
            return tell("It is set for that time.", "그 시각으로 정해짐.")
        }
        let trigger = trigger(of: reminder, task)
        return tell("That is \(trigger).", "\(trigger) 알림.")
    }

    /// Up to when it still goes off, where that is the same for all that is to come.
    private func lateness(of planned: [FiringsView.Planned]) -> String {
        let planned = planned.filter { $0.fireAt != nil || $0.pause?.missed != "skip" }
        guard let window = planned.first?.catchUp, planned.allSatisfy({ $0.catchUp == window }),
            let duration = try? CalendarDuration(window)
        else { return "" }
        let span = SpanWords.exact(duration, language)
        return style(
            .faint,
            tell(
                "If nothing can go off then, it goes off as soon as it can, up to \(span) late; after that it is missed.",
                "그때 울릴 수 없으면 늦어도 \(span) 안에 울리고, 그 뒤에는 놓친 알림이 됩니다.")) + "\n"
    }

    // MARK: - Why nothing does

    /// What keeps everything from going off, or from being heard.
    private func obstacles(_ story: FiringStory) -> [String] {
        var sentences: [String] = []
        if let status = story.status, !status.firing {
            let reason = status.reason ?? tell("its log says why", "까닭은 로그에 있음")
            sentences.append(tell("The daemon does not fire now: \(reason).", "지금 데몬이 알림을 울리지 않음: \(reason)."))
        }
        if let hooks = story.hooks, !hooks.contains(where: \.enabled) {
            sentences.append(
                tell(
                    "No hook is enabled, so nobody hears of it; add one with taskd hook add URL.",
                    "켜진 훅이 없어 아무도 듣지 못함; taskd hook add URL 로 추가하세요."))
        }
        return sentences
    }

    /// Why none is to come.
    private func silence(_ story: FiringStory) -> [String] {
        let task = story.task
        guard story.firings.planned.isEmpty else { return [] }
        switch task.status {
        case "completed":
            let when = task.completedAt.map { " \(times.moment($0).sentence)" } ?? ""
            return [tell("Nothing will go off, as it was done\(when).", "완료되어\(when) 더는 울리지 않음.")]
        case "cancelled": return [tell("Nothing will go off, as it was cancelled.", "취소되어 더는 울리지 않음.")]
        default: break
        }
        let handle = HandleColumn([task]).short(task)
        guard !task.reminders.isEmpty else {
            let mend = task.due == nil ? "--remind 'tomorrow 9am'" : "--remind 30m"
            return [
                tell(
                    "Nothing will go off, as it has no reminder; give it one with taskd edit \(handle) \(mend).",
                    "알림이 없어 울리지 않음; taskd edit \(handle) \(mend) 로 정하세요.")
            ]
        }
        return [tell("Nothing more will go off.", "더는 울리지 않음.")]
    }

    /// The reminders that were acknowledged before they fired, of which there is no other trace.
    private func acknowledged(_ story: FiringStory) -> [String] {
        let told = Set(story.firings.items.filter { $0.acknowledgedAt != nil }.map(\.reminderId))
        return story.task.reminders.filter { $0.state == "acknowledged" && !told.contains($0.id) }.map { reminder in
            let trigger = self.trigger(of: reminder, story.task)
            return tell(
                "The reminder \(trigger) was acknowledged, so it fires no more.", "\(trigger) 알림은 확인되어 더는 울리지 않음.")
        }
    }

    // MARK: - What was

    private func sentences(past firing: FiringsView.Past, _ story: FiringStory) -> String {
        let isMissed = firing.outcome == "missed"
        let set = times.moment(firing.scheduledAt)
        let head =
            isMissed
            ? style(.late, tell("It was missed", "놓침:")) + " " + style(.plain, set.sentence)
            : style(
                .plain, tell("It went off", "울림:") + " " + times.moment(firing.firedAt ?? firing.scheduledAt).sentence)
        return head + "\n" + details(firing, set.absolute, story).map(detail).joined()
    }

    private func details(_ firing: FiringsView.Past, _ set: String, _ story: FiringStory) -> [String] {
        func by(_ author: String?) -> String { author.map { tell(" by \($0)", " (\($0))") } ?? "" }
        func moment(_ text: String) -> String { times.moment(text).sentence }
        var lines: [String] = []
        if let reason = firing.lateReason {
            let (late, why) = (
                words(ofLateness: firing), FiringWords.text(ofLateReason: reason, language)
            )
            lines.append(tell("It was set for \(set), and late by \(late): \(why).", "원래 \(set), \(late) 늦음: \(why)."))
        }
        if firing.missedCount > 0 {
            let times = firing.missedCount == 1 ? "time" : "times"
            lines.append(
                tell(
                    "It also stands for \(firing.missedCount) earlier \(times) that were missed.",
                    "그 전에 놓친 \(firing.missedCount)번도 대신함."))
        }
        if let from = firing.snoozedFrom {
            lines.append(tell("It had been snoozed from \(moment(from)).", "\(moment(from))에서 미룬 알림."))
        }
        if let until = firing.snoozedUntil {
            lines.append(
                tell(
                    "It was snoozed\(by(firing.snoozedBy)) until \(moment(until)).",
                    "\(moment(until))까지 미룸\(by(firing.snoozedBy))."))
        }
        if let at = firing.acknowledgedAt {
            lines.append(
                tell(
                    "It was acknowledged\(by(firing.acknowledgedBy)) \(moment(at)).",
                    "\(moment(at)) 확인\(by(firing.acknowledgedBy))."))
        }
        return lines + firing.deliveries.map { delivery($0, story.hooks ?? []) }
    }

    /// To whom it went, and what became of that.
    private func delivery(_ target: FiringsView.Past.Target, _ hooks: [HookView]) -> String {
        let hook = hooks.first { $0.id == target.hookId }
        let name =
            target.hookId == Hook.stdoutID.description
            ? tell("standard output", "표준 출력")
            : hook.map { "\(HandleColumn([$0]).short($0)) \($0.target)" }
                ?? tell("hook \(target.hookId)", "훅 \(target.hookId)")
        let count = target.attempts.count
        let attempts = tell(count.counted("attempt"), "\(count)번 시도")
        let last = target.state == "delivered" ? nil : target.attempts.last
        let code = [last?.outcome, last?.statusCode?.description].compactMap(\.self).joined(separator: " ")
        let outcome = last?.detail ?? code
        return "\(name): \(say(target.state)), \(attempts)"
            + (outcome.isEmpty ? "" : "; \(tell("the last", "마지막")): \(outcome)")
    }

    /// How late a firing was; to the millisecond where that says something.
    private func words(ofLateness firing: FiringsView.Past) -> String {
        let seconds = firing.lateBySeconds
        let words =
            seconds < 120
            ? nil
            : UTCInstant(firing.scheduledAt).flatMap {
                times.span(from: $0, to: $0.advanced(by: .seconds(Int(seconds))))
            }
        return words ?? tell("\(seconds) s", "\(seconds)초")
    }
}
