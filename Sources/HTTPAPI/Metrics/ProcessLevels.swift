import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What the process takes of the machine at the moment, by the names that Prometheus's own clients have for it.
struct ProcessLevels: Sendable {
    static let memory = "process_resident_memory_bytes"
    static let descriptors = "process_open_fds"
    static let maxDescriptors = "process_max_fds"
    static let processor = "process_cpu_seconds_total"

    /// The levels by their names; without those that the system does not tell.
    private var values: [(name: String, value: Double)] {
        let levels = [
            (Self.memory, Self.residentMemory), (Self.descriptors, Self.openDescriptors),
            (Self.maxDescriptors, Self.descriptorLimit), (Self.processor, Self.processorTime),
        ]
        return levels.compactMap { name, value in value.map { (name, $0) } }
    }

    func write(to text: inout PrometheusText) {
        for (name, value) in values {
            text.begin(.of(name))
            text.sample(name, Labels([]), value)
        }
    }

    /// The second number of statm, in pages (proc(5)).
    private static var residentMemory: Double? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) }
        return pages.map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) }
    }

    private static var openDescriptors: Double? {
        // Without the one that the folder is read by.
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { Double($0.count - 1) }
    }

    private static var descriptorLimit: Double? {
        var limit = rlimit()
        #if canImport(Darwin)
            guard getrlimit(RLIMIT_NOFILE, &limit) == 0 else { return nil }
        #else
            guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        #endif
        return Double(limit.rlim_cur)
    }

    private static var processorTime: Double? {
        var usage = rusage()
        #if canImport(Darwin)
            guard getrusage(RUSAGE_SELF, &usage) == 0 else { return nil }
        #else
            guard getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return nil }
        #endif
        return [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }.reduce(0, +)
    }
}
