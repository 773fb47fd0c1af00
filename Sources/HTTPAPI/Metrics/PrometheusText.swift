/// Writes Prometheus's text format, version 0.0.4.
struct PrometheusText {
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// Begins the samples of a metric; they must follow each other.
    mutating func begin(_ metric: MetricDescription) {
        text += "# HELP \(metric.name) \(Self.escaped(metric.help, quotes: false))\n"
        text += "# TYPE \(metric.name) \(metric.kind.rawValue)\n"
    }

    /// Writes one sample.
    ///
    /// - Parameters:
    ///   - name: The metric's name, for a part of a histogram with what the part is called.
    ///   - labels: What distinguishes the series from others of that name.
    ///   - value: The value.
    ///   - bound: The upper bound of a histogram's bucket; nil for anything else.
    mutating func sample(_ name: String, _ labels: Labels, _ value: Double, bound: Double? = nil) {
        var pairs = labels.pairs.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
        if let bound { pairs.append("le=\"\(Self.number(bound))\"") }
        text += name + (pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}") + " \(Self.number(value))\n"
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        return quotes ? escaped.replacing("\"", with: "\\\"") : escaped
    }
}
