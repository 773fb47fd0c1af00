extension WebhookURL {
    /// Ports above 1,023 where no web server is expected but something that could take the lines of a request for its
    /// own: mail, chat, telephony, X11 (the Fetch standard's list), databases, caches, container engines.
    public static let deniedPorts: Set<Int> = [
        1719, 1720, 1723, 2049, 2375, 2376, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 6000, 6379, 6566, 6665,
        6666,
        6667, 6668, 6669, 6679, 6697, 9092, 10_080, 11_211, 27_017,
    ]

    /// Whether a URL may name a port: 80, 443, and 1,024 to 65,535 but for ``deniedPorts``.
    public static func permits(port: Int) -> Bool {
        port == 80 || port == 443 || (1_024...65_535).contains(port) && !deniedPorts.contains(port)
    }

    static func port(_ text: Substring) throws -> Int {
        guard let port = Int(text), "\(port)" == text, (1...65_535).contains(port) else {
            throw invalid("its port must be a number from 1 to 65535")
        }
        guard permits(port: port) else { throw invalid("the port \(port) is not one of a web server") }
        return port
    }
}
