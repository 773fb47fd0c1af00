package import Recurrence

/// What a store that is being moved, or was, has noted of it, in each of the two places.
///
/// Both have the same id: without its counterpart a copy that was begun cannot be completed.
package struct CopyMark: Hashable, Sendable {
    package enum State: String, Sendable {
        /// The store is being copied elsewhere, and changes no more.
        case leaving
        /// It was copied, and lives there.
        case left
        /// It is being copied here, and is not whole yet.
        case arriving
    }

    /// The name that it stands under in the table `identity`.
    package static let name = "copy"

    package let id: UUIDValue
    package let state: State
    /// When the move was begun.
    package let begunAt: UTCInstant
    /// Where the other one is, in words that hold no password.
    package let place: String

    package init(_ id: UUIDValue, _ state: State, _ place: String, begunAt: UTCInstant) {
        (self.id, self.state, self.place, self.begunAt) = (id, state, place, begunAt)
    }

    /// The same move, further on.
    package func with(_ state: State) -> CopyMark { CopyMark(id, state, place, begunAt: begunAt) }
}

extension CopyMark: LosslessStringConvertible {
    package var description: String {
        "\(state.rawValue) \(id) \(begunAt.millisecondsSinceEpoch) \(place)"
    }

    package init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 3)
        guard words.count == 4, let state = State(rawValue: String(words[0])), let id = UUIDValue(String(words[1])),
            let at = Int64(words[2])
        else { return nil }
        self.init(id, state, String(words[3]), begunAt: UTCInstant(millisecondsSinceEpoch: at))
    }
}

extension CopyMark {
    /// Why nothing follows from what is in the store that has this mark; nil where it is whole.
    package func unfinishedCopy(at store: String) -> StoreError? { state == .arriving ? refusal(of: store) : nil }

    /// Why nothing can be done with the store that has this mark, or nothing changed in it, and what to do about it.
    package func refusal(of store: String) -> StoreError {
        switch state {
        case .arriving:
            StoreError(
                .notAStore,
                "\(store) is an unfinished copy of \(place); run the same taskd copy again, or remove it")
        case .leaving:
            StoreError(
                .moved,
                "\(store) is being moved to \(place) and takes no changes; run the same taskd copy again if it was broken off"
            )
        case .left:
            StoreError(.moved, "\(store) was moved to \(place) on \(begunAt) and takes no changes; use that one")
        }
    }
}
