import Basics
import Filters

extension TaskQuery {
    /// The order that a text stands for, or what is wrong with it.
    package static func order(_ text: String) -> (sort: [Sort], complaint: String?) {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            part.hasPrefix("-") ? (String(part.dropFirst()), true) : (String(part), false)
        }
        let keys = SortKey.allCases.map(\.rawValue)
        if let (unknown, isDescending) = names.first(where: { !$0.0.isEmpty && SortKey(named: $0.0) == nil }) {
            let sign = isDescending ? "-" : ""
            let nearest = NearestName.of(unknown, among: keys).map { "did you mean \(sign)\($0)? The" } ?? "the"
            let list = keys.joined(separator: ", ")
            return ([], "has no key \(JSONError.reference(sign + unknown)); \(nearest) keys are \(list)")
        }
        let sort = names.compactMap { name, isDescending in
            SortKey(named: name).map { Sort($0, isDescending: isDescending) }
        }
        if sort.count < names.count || sort.count > 3 || Set(sort.map(\.key)).count < sort.count {
            let list = keys.joined(separator: ", ")
            return (
                [], "must be up to three different ones of \(list), separated by commas; prefix - for descending"
            )
        }
        return (sort, nil)
    }
}
