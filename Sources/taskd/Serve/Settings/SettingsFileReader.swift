import Filters
import Yams

/// Reads the members of a configuration file one after the other, and keeps what is wrong with each.
struct SettingsFileReader {
    /// After how many errors no more are looked for.
    private static let maxProblems = 20

    let path: String
    let vocabulary: SettingsVocabulary
    /// The settings of each section, by its name.
    private(set) var sections: [String: [Setting: SettingsFile.Entry]] = [:]
    private(set) var problems: [ConfigurationError] = []

    init(path: String, vocabulary: SettingsVocabulary) {
        (self.path, self.vocabulary) = (path, vocabulary)
    }

    /// The settings of a mapping; its sections are added to those that were read.
    mutating func values(_ mapping: Node.Mapping) -> [Setting: SettingsFile.Entry] {
        values(mapping, mayHaveSections: vocabulary.sections != nil)
    }

    private mutating func values(
        _ mapping: Node.Mapping, mayHaveSections: Bool
    ) -> [Setting: SettingsFile.Entry] {
        var values: [Setting: SettingsFile.Entry] = [:]
        for (key, value) in mapping where problems.count < Self.maxProblems {
            if mayHaveSections, key.scalar?.string == vocabulary.sections {
                readSections(value)
                continue
            }
            do throws(ConfigurationError) {
                let setting = try setting(key)
                let line = value.mark?.line ?? 0
                guard values[setting] == nil else {
                    throw ConfigurationError(setting: setting.place(path, line), detail: "is set twice")
                }
                values[setting] = SettingsFile.Entry(text: try text(value, of: setting), line: line)
            } catch {
                report(error)
            }
        }
        return values
    }

    private mutating func readSections(_ node: Node) {
        let name = vocabulary.sections ?? ""
        func wrong(_ what: String, _ node: Node, _ detail: String) -> ConfigurationError {
            let place = "\"\(what)\" in \(path), line \(node.mark?.line ?? 0)".withoutControls
            return ConfigurationError(setting: place, detail: detail)
        }
        guard case .mapping(let all) = node else {
            return report(wrong(name, node, "must have names, each with settings of its own below it"))
        }
        for (key, value) in all where problems.count < Self.maxProblems {
            let section = key.scalar?.string ?? ""
            guard case .mapping(let settings) = value, !section.isEmpty else {
                report(wrong(section, value, "must have settings below it"))
                continue
            }
            sections[section] = values(settings, mayHaveSections: false)
        }
    }

    private mutating func report(_ problem: ConfigurationError) {
        problems.append(problem)
        guard problems.count == Self.maxProblems else { return }
        problems.append(ConfigurationError(detail: "there are more errors in \(path); correct these first"))
    }

    private func setting(_ key: Node) throws(ConfigurationError) -> Setting {
        let name = key.scalar?.string ?? ""
        if let setting = vocabulary.setting(named: name) { return setting }
        if let sections = vocabulary.sections, name == sections {
            let place = "\"\(name)\" in \(path), line \(key.mark?.line ?? 0)".withoutControls
            throw ConfigurationError(setting: place, detail: "must not stand below another \(name)")
        }
        let known = vocabulary.settings.map(\.name) + [vocabulary.sections].compactMap { $0 }
        let mend =
            NearestName.of(name, among: known).map { "did you mean \($0)?" }
            ?? "\"\(vocabulary.listing)\" lists all settings"
        throw ConfigurationError(
            detail: """
                setting "\(name.prefix(64))" in \(path), line \(key.mark?.line ?? 0), is unknown; \(mend)
                """.withoutControls)
    }

    private func text(_ value: Node, of setting: Setting) throws(ConfigurationError) -> String {
        let place = setting.place(path, value.mark?.line ?? 0)
        func plain(_ node: Node, _ detail: String) throws(ConfigurationError) -> String {
            guard let text = node.scalar?.string, node.null == nil else {
                throw ConfigurationError(setting: place, detail: detail)
            }
            return text
        }
        switch (value, setting.fileForm) {
        case (.scalar(let scalar), let form):
            guard value.null == nil, form == .list || !scalar.string.isEmpty else {
                throw ConfigurationError(setting: place, detail: "has no value; give one, or remove the line")
            }
            return scalar.string
        case (.sequence(let items), .list):
            return try items.map { item throws(ConfigurationError) in
                try plain(item, "must be a list of plain values")
            }.joined(separator: ",")
        case (.mapping(let members), .mapping):
            return try members.map { name, item throws(ConfigurationError) in
                let detail = "must have a plain value behind each name"
                return "\(try plain(name, detail))=\(try plain(item, detail))"
            }.joined(separator: ",")
        case (_, .value): throw ConfigurationError(setting: place, detail: "must be one value")
        case (_, .list): throw ConfigurationError(setting: place, detail: "must be a value or a list of values")
        case (_, .mapping): throw ConfigurationError(setting: place, detail: "must have names with values below it")
        }
    }
}
