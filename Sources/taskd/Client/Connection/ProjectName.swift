/// Names of projects as people type them, who do not care for capitals, and write `-` or `_` for a space.
enum ProjectName {
    /// What a project is called that is made for a word such as `@Old-House`, in which a `-` stands for a space.
    static func ofWord(_ word: String) -> String { word.split(separator: "-").joined(separator: " ") }

    /// The name that what was typed most likely stands for; nil where none is near.
    static func nearest(to typed: String, in names: [String]) -> String? {
        let typed = typed.folded
        func distance(_ name: String) -> Int {
            let name = name.folded
            return name.contains(typed) || typed.contains(name)
                ? 0 : Array(name.prefix(64)).difference(from: Array(typed.prefix(64))).count
        }
        let nearest = names.min { distance($0) < distance($1) }
        return nearest.flatMap { !typed.isEmpty && distance($0) <= max(2, typed.count / 3) ? $0 : nil }
    }
}

extension String {
    /// The text in small letters, with a space for what stands for one.
    var folded: String {
        String(lowercased().map { $0 == "-" || $0 == "_" ? " " : $0 })
    }
}
