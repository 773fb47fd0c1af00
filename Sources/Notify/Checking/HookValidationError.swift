/// What is wrong with one field of a hook.
package struct HookValidationError: Error, Hashable, Sendable {
    /// Where, as a JSON Pointer (RFC 6901).
    package var pointer: String
    /// What, and how to mend it.
    package var detail: String
}
