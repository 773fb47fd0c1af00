import Storage

extension SecretBox {
    /// The headers that a hook's owner adds to its requests, with what was sealed.
    ///
    /// - Throws: ``NotifyError`` with code `.unopenableSecret`, or with `.malformedHeader` for one that cannot be sent.
    func headers(of hook: Hook) throws -> [(String, String)] {
        try hook.headers.map { header in
            let value =
                switch header.value {
                case .plain(let text): text
                case .sealed(let bytes): try openText(bytes, as: .header(header.name), for: hook.id)
                }
            // They were checked when they came in; a store that others wrote to must not split a request.
            if let complaint = HeaderRules.complaint(aboutName: header.name) {
                throw NotifyError(
                    .malformedHeader, "the header \(header.name.prefix(100).debugDescription) \(complaint)")
            }
            if let complaint = HeaderRules.complaint(aboutValue: value) {
                throw NotifyError(.malformedHeader, "the value of the header \(header.name) \(complaint)")
            }
            return (header.name, value)
        }
    }
}
