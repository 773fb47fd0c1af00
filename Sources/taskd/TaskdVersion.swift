/// The program's own version.
enum TaskdVersion {
    static let current = "0.1.0"
}
