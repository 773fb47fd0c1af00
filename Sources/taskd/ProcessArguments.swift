/// The arguments as the system passes them.
enum ProcessArguments {
    /// Refuses those that are no UTF-8, of which the program would otherwise see, and store, something else.
    static func check() throws {
        // What a shell passes does not change while the process runs.
        for place in 1..<max(1, Int(CommandLine.argc)) {
            guard let bytes = CommandLine.unsafeArgv[place], String(validatingCString: bytes) == nil else { continue }
            throw CommandFailure.usage(
                "\"\(String(cString: bytes).shown)\" is not UTF-8 text", "Set the terminal and LANG to UTF-8.")
        }
    }
}
