extension WebhookURL {
    /// What follows the last slash of the path, without the query.
    var lastSegment: String {
        String(path.suffix(from: path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex))
    }

    /// The URL without the last segment of its path, and without its query.
    var parent: WebhookURL {
        var parent = self
        parent.pathAndQuery = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
        return parent
    }

    private var path: Substring {
        pathAndQuery.prefix { $0 != "?" }
    }
}
