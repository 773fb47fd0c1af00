/// What a daemon that died had claimed.
public struct AbandonedClaims: Hashable, Sendable {
    /// After how many deaths in a row that nothing is known of what was on its way each time is suspect.
    public static let deathsToSuspect = 3
    /// After how many more of them, in a row and each with it as the only suspect on its way, a delivery is to blame.
    ///
    /// Many, since whoever kills a daemon again and again just after its start meets the same suspect each time.
    public static let deathsToBlame = 10

    /// How many claims there were.
    public var count: Int
    /// How many of them are suspect now, those to blame included.
    public var suspectCount: Int
    /// Those that are to blame; they are still claimed.
    public var blamed: [ClaimedDelivery]

    /// Makes a summary of claims.
    public init(count: Int, suspectCount: Int, blamed: [ClaimedDelivery]) {
        self.count = count
        self.suspectCount = suspectCount
        self.blamed = blamed
    }
}
