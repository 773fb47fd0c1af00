import Foundation
import Recurrence
import Storage

/// Durations in milliseconds, sorted.
struct Figures: CustomStringConvertible {
    private let sorted: [Double]

    init(_ values: [Double]) {
        sorted = values.sorted()
    }

    func percentile(_ share: Double) -> Double {
        sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }

    var description: String {
        let parts = [("p50", 0.5), ("p99", 0.99), ("max", 1)].map { name, share in
            "\(name) \(String(format: "%.2f", percentile(share)))"
        }
        return parts.joined(separator: "  ") + " ms"
    }
}

extension Duration {
    var milliseconds: Double {
        Double(components.seconds) * 1_000 + Double(components.attoseconds) / 1e15
    }
}

/// How long the file system of a folder takes to make 4 KiB durable, now: disks have fast and slow spells.
func probeSync(in folder: String, count: Int = 200) throws -> Figures {
    let path = folder + "/fsync-probe"
    let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    defer {
        close(descriptor)
        unlink(path)
    }
    let page = [UInt8](repeating: 1, count: 4_096)
    let times = (0..<count).map { index in
        let start = ContinuousClock.now
        _ = pwrite(descriptor, page, page.count, off_t(index * page.count))
        _ = fdatasync(descriptor)
        return (ContinuousClock.now - start).milliseconds
    }
    return Figures(times)
}

/// The memory that this process has resident, in MiB, now and at most.
func residentMemory() -> (now: Double, peak: Double) {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    func kibibytes(_ field: String) -> Double {
        let line = status.split(separator: "\n").first { $0.hasPrefix(field) }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? .nan
    }
    return (kibibytes("VmRSS:") / 1_024, kibibytes("VmHWM:") / 1_024)
}
