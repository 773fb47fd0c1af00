import Basics

/// Bounds how much of something clients may use at the same time: event streams, bytes of answers.
///
/// A share is an object that counts as long as anything holds it, so that it comes back whatever becomes of what it is
/// for: it ends, its client goes, or not even its head could be written.
final class Quota: Sendable {
    final class Share: Sendable {
        private let quota: Quota
        private let amount: Int

        fileprivate init(_ amount: Int, of quota: Quota) {
            (self.amount, self.quota) = (amount, quota)
        }

        deinit {
            quota.taken.withLock { [amount] in $0 -= amount }
        }
    }

    /// How much there is.
    let limit: Int
    private let taken = Locked(0)

    init(limit: Int) {
        self.limit = limit
    }

    /// A share to be held as long as it is used; nil when so much is not left.
    func take(_ amount: Int = 1) -> Share? {
        let isLeft = taken.withLock { taken in
            guard taken + amount <= limit else { return false }
            taken += amount
            return true
        }
        return isLeft ? Share(amount, of: self) : nil
    }
}
