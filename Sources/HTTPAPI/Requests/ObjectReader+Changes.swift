import Basics
import Storage

extension ObjectReader {
    /// The merge patch of an operation `update`; nil where there is none, which is noted.
    mutating func changes() -> JSONValue? {
        let patch = value("changes")
        if patch == nil { missing("changes") }
        return patch
    }

    /// The merge patch that an operation `move` stands for: to a project or none, and to a place; nil where it names none
    /// of both, which is noted.
    mutating func move() -> JSONValue? {
        switch (nullable("projectId"), nullable("sortOrder")) {
        case (let project?, let place?): return .object(["projectId": project, "sortOrder": place])
        case (let project?, nil): return .object(["projectId": project])
        case (nil, let place?): return .object(["sortOrder": place])
        case (nil, nil):
            missing("projectId")
            return nil
        }
    }

    /// A member that may be null; nil where there is none.
    private mutating func nullable(_ name: String) -> JSONValue? {
        isNull(name) ? .null : value(name)
    }
}
