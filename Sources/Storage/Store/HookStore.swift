/// Reads hooks and how their receivers have been answering.
public protocol HookReader {
    /// The hook with an id; nil when there is none.
    func hook(_ id: HookID) throws -> Hook?

    /// Every hook, oldest first.
    func hooks() throws -> [Hook]

    /// How each hook's receiver has been answering, of those about which anything is known.
    func hookHealth() throws -> [HookID: HookHealth]
}

/// Writes hooks and how their receivers have been answering.
public protocol HookWriter {
    /// Writes a hook whole, new or not.
    func save(_ hook: Hook) throws

    /// Removes a hook with its deliveries.
    func deleteHook(_ id: HookID) throws

    /// Writes how a hook's receiver has been answering; does nothing when there is no such hook.
    func save(_ health: HookHealth, of hook: HookID) throws
}
