import Basics
package import CoreMetrics

/// Keeps what the daemon counts and measures, to be read by Prometheus.
///
/// Every series is kept for as long as the process runs, so labels must have few values; those of hooks that are gone
/// are forgotten.
package final class MetricsRegistry: MetricsFactory, Sendable {
    private let state = Locked<[String: [Labels: MetricCell]]>([:])

    /// Makes a registry in which nothing was counted yet.
    package init() {}

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        cell(label, dimensions)
    }

    package func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        cell(label, dimensions)
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        cell(label, dimensions)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        cell(label, dimensions)
    }

    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    private func cell(_ name: String, _ dimensions: [(String, String)]) -> MetricCell {
        let labels = Labels(dimensions)
        return state.withLock { families in
            if let cell = families[name]?[labels] { return cell }
            let cell = MetricCell(bounds: MetricDescription.of(name).bounds)
            families[name, default: [:]][labels] = cell
            return cell
        }
    }

    /// Forgets the series whose label has a value that is not among some.
    func forget(_ label: String, except values: Set<String>) {
        state.withLock { families in
            for name in families.keys {
                families[name] = families[name]?.filter { labels, _ in
                    labels.value(of: label).map(values.contains) ?? true
                }
            }
        }
    }

    /// Writes every series.
    func write(to text: inout PrometheusText) {
        let families = state.withLock { $0 }
        for (name, cells) in families.sorted(by: { $0.key < $1.key }) where !cells.isEmpty {
            text.begin(MetricDescription.of(name))
            for (labels, cell) in cells.sorted(by: { $0.key < $1.key }) {
                cell.reading.write(name, labels, to: &text)
            }
        }
    }
}

/// The labels of one series, in the order of their names.
struct Labels: Hashable, Comparable, Sendable {
    let pairs: [Pair]

    struct Pair: Hashable, Sendable {
        var name: String
        var value: String
    }

    init(_ dimensions: [(String, String)]) {
        pairs = dimensions.map { Pair(name: $0, value: $1) }.sorted { $0.name < $1.name }
    }

    func value(of name: String) -> String? {
        pairs.first { $0.name == name }?.value
    }

    static func < (left: Labels, right: Labels) -> Bool {
        left.pairs.map(\.value).lexicographicallyPrecedes(right.pairs.map(\.value))
    }
}
