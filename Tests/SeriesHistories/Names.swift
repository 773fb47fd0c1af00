import SeriesModel
import Storage

/// Which task and which series of the engine each name of the model stands for.
struct Names: Sendable {
    private(set) var tasks: [SeriesModel.TaskID: Storage.TaskID] = [:]
    private(set) var series: [SeriesModel.SeriesID: Storage.SeriesID] = [:]
    private var taskNames: [Storage.TaskID: SeriesModel.TaskID] = [:]
    private var seriesNames: [Storage.SeriesID: SeriesModel.SeriesID] = [:]

    /// Gives a task its name.
    mutating func name(_ id: Storage.TaskID, _ name: SeriesModel.TaskID) {
        (tasks[name], taskNames[id]) = (id, name)
    }

    /// The id of a name, or one that nothing has.
    func id(of name: SeriesModel.TaskID) -> Storage.TaskID {
        tasks[name] ?? TaskID(UUIDValue(high: 0x7000, low: 0x8000_0000_0000_0000))
    }

    /// The id of a name, or one that nothing has.
    func id(of name: SeriesModel.SeriesID) -> Storage.SeriesID {
        series[name] ?? SeriesID(UUIDValue(high: 0x7000, low: 0x8000_0000_0000_0000))
    }

    /// The name of an id as text; the id itself where it has none.
    func text(_ id: Storage.TaskID?) -> String {
        id.map { taskNames[$0]?.description ?? "?\($0)" } ?? "none"
    }

    /// The name of an id as text; the id itself where it has none.
    func text(_ id: Storage.SeriesID?) -> String {
        id.map { seriesNames[$0]?.description ?? "?\($0)" } ?? "none"
    }

    /// Names what a command brought into being: a series by its first task or by what it was split from, a birth by its
    /// series and slot.
    mutating func learn(_ model: ModelStore, _ engine: EngineState) {
        // The name of a series that was split off begins with that of the other, so it comes after it.
        for new in model.series.values.sorted(by: { $0.id < $1.id }) {
            if series[new.id] == nil, let id = seriesID(of: new, engine) {
                (series[new.id], seriesNames[id]) = (id, new.id)
            }
            guard let facts = series[new.id].flatMap({ engine.series[$0] }) else { continue }
            for row in new.rows where tasks[row.task] == nil {
                guard let entry = facts.entries.first(where: { $0.recurrenceID == row.slot }) else { continue }
                name(entry.task, row.task)
            }
        }
    }

    private func seriesID(of new: ModelSeries, _ engine: EngineState) -> Storage.SeriesID? {
        if let parent = new.splitFrom {
            return engine.series[id(of: parent)]?.splitOff.first { seriesNames[$0] == nil }
        }
        return new.rows.first.flatMap { engine.tasks[id(of: $0.task)]?.occurrence?.series }
    }
}
