import TaskdClient

extension TextFormatter {
    /// Lines about how the daemon serves a list.
    func plan(_ plan: ListPlanView) -> String {
        let indexes = plan.indexes.isEmpty ? "the tasks themselves" : "index \(plan.indexes.joined(separator: ", "))"
        let reading =
            switch plan.access {
            case "search": "only tasks that an index gives"
            case "walk": "tasks in the order of the list, until the page is full"
            default: "every task"
            }
        var table = TextTable()
        table.append([.init("reads:"), .init("\(reading) (\(indexes))")])
        for (label, conditions) in [("served:", plan.served), ("checked:", plan.checked)] {
            for condition in conditions {
                let text = condition.parameter == "filter" ? "" : "\(condition.parameter)="
                table.append([.init(label), .init(text + (condition.text ?? ""))])
            }
        }
        table.append([.init("sorted:"), .init(plan.isSorted ? "after all were found" : "by the index")])
        return table.text(context.style)
    }
}
