/// Finds what somebody may have meant by a name that there is not.
package enum NearestName {
    /// The longest name that is looked for.
    private static let longest = 40

    /// The known name that a name is most like; nil where it is like none.
    package static func of(_ name: String, among known: [String]) -> String? {
        let name = name.lowercased()
        guard (1...longest).contains(name.unicodeScalars.count) else { return nil }
        if name.count > 2, let longer = known.first(where: { $0.lowercased().hasPrefix(name) }) { return longer }
        let ranked = known.map { (name: $0, distance: NearestWord.distance(Array(name), Array($0.lowercased()))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= (best.name.count < 4 ? 1 : max(2, best.name.count / 3)) ? best.name : nil
    }
}
