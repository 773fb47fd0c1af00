import Basics
import CoreMetrics

/// The value of one series: a count, a level, or a histogram where there are bounds.
final class MetricCell: CounterHandler, RecorderHandler, MeterHandler, TimerHandler {
    private let bounds: [Double]
    private let state: Locked<MetricReading>

    /// - Parameter bounds: The upper bounds of a histogram's buckets, rising; none for a single value.
    init(bounds: [Double]) {
        self.bounds = bounds
        state = Locked(bounds.isEmpty ? .value(0) : .histogram(HistogramReading(bounds: bounds)))
    }

    var reading: MetricReading { state.withLock { $0 } }

    func increment(by amount: Int64) {
        change { $0 + Double(amount) }
    }

    func reset() {
        change { _ in 0 }
    }

    func set(_ value: Int64) {
        change { _ in Double(value) }
    }

    func set(_ value: Double) {
        change { _ in value }
    }

    func increment(by amount: Double) {
        change { $0 + amount }
    }

    func decrement(by amount: Double) {
        change { $0 - amount }
    }

    func record(_ value: Int64) {
        record(Double(value))
    }

    func record(_ value: Double) {
        state.withLock { reading in
            switch reading {
            case .value: reading = .value(value)
            case .histogram(var histogram):
                reading = .value(0)
                histogram.record(value)
                reading = .histogram(histogram)
            }
        }
    }

    func recordNanoseconds(_ duration: Int64) {
        record(Double(duration) / 1e9)
    }

    private func change(_ change: (Double) -> Double) {
        state.withLock { reading in
            if case .value(let value) = reading { reading = .value(change(value)) }
        }
    }
}

/// What a series stands at.
enum MetricReading: Hashable, Sendable {
    case value(Double)
    case histogram(HistogramReading)

    func write(_ name: String, _ labels: Labels, to text: inout PrometheusText) {
        switch self {
        case .value(let value): text.sample(name, labels, value)
        case .histogram(let histogram): histogram.write(name, labels, to: &text)
        }
    }
}

/// How many values fell into each bucket, and what they come to.
struct HistogramReading: Hashable, Sendable {
    private let bounds: [Double]
    private var counts: [Int]
    private var sum = 0.0

    init(bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    mutating func record(_ value: Double) {
        counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
        sum += value
    }

    func write(_ name: String, _ labels: Labels, to text: inout PrometheusText) {
        var total = 0
        for (bound, count) in zip(bounds + [.infinity], counts) {
            total += count
            text.sample("\(name)_bucket", labels, Double(total), bound: bound)
        }
        text.sample("\(name)_sum", labels, sum)
        text.sample("\(name)_count", labels, Double(total))
    }
}
