public import Basics
public import Filters
public import Recurrence

/// Finds what has a handle, by the handle's beginning, or by that of an id.
///
/// Each cost is that of what is found, and not that of what there is: a range of an index is read, and of a series with
/// many occurrences one of them.
public protocol HandleReader {
    /// What has a handle in a range, in the order of the handles.
    ///
    /// Of tasks those that are open, or those that are not, and of each series one: the open occurrence whose slot is the
    /// first, or the closed one whose slot is the last. Of the trash what was deleted last comes first among equal ones.
    ///
    /// - Parameters:
    ///   - kind: What is looked for.
    ///   - range: The range.
    ///   - isOpen: Whether it is to be open.
    ///   - filter: Of tasks those that pass alone, and of reminders those of such tasks; nil for all. Nothing else is
    ///     filtered.
    ///   - limit: How many at most.
    /// - Returns: What was found.
    /// - Throws: ``StoreError``.
    func holders(
        of kind: HandleKind, in range: ClosedRange<Handle>, areOpen isOpen: Bool, within filter: ResolvedFilter?,
        limit: Int
    ) throws -> [HandleHolder]

    /// What has an id in a range, open or not, in the order of the ids; of tasks each by itself.
    func holders(
        of kind: HandleKind, withIDsIn range: ClosedRange<UUIDValue>, within filter: ResolvedFilter?, limit: Int
    ) throws -> [HandleHolder]

    /// The tasks of a series that have slots in a range, in the order of these.
    func occurrences(
        of series: SeriesID, from first: CivilTime, through last: CivilTime, within filter: ResolvedFilter?, limit: Int
    ) throws -> [HandleHolder]

    /// The neighbours of handles among those of one kind that are open, each not counting what has the same handle.
    ///
    /// - Parameters:
    ///   - handles: The handles; nothing need have them.
    ///   - kind: Among what.
    ///   - filter: As in ``holders(of:in:areOpen:within:limit:)``.
    /// - Returns: The neighbours of each, as far as they have `Handle.surroundings` in common with it.
    /// - Throws: ``StoreError``.
    func neighbours(
        of handles: [Handle], among kind: HandleKind, within filter: ResolvedFilter?
    ) throws -> [HandleNeighbours]
}
