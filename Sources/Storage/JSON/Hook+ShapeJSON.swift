import Basics

extension Hook {
    /// Writes what a client says of the messages' form; of a private key only whether there is one.
    func writeShape(to json: inout JSONWriter, _ detail: Detail) {
        if kind == .command {
            let program = command.prefix(1) + (command.count > 1 ? ["…"] : [])
            json.field("argv", detail == .whole ? command : Array(program))
        }
        guard kind != .stdout else { return }
        json.field("payload", shape.payload.rawValue)
        json.field("preset", shape.preset?.rawValue)
        json.field("template") { json in
            if let template = shape.template { template.write(to: &json, detail) } else { json.null() }
        }
        json.field("maxBodyBytes", shape.sizeLimit)
        guard kind == .webhook else { return }
        json.field("tls") { json in
            if let tls { tls.write(to: &json) } else { json.null() }
        }
    }
}

extension Hook.Template {
    func write(to json: inout JSONWriter, _ detail: Hook.Detail) {
        json.object { json in
            json.field("format", format.rawValue)
            if detail == .whole { json.field("body", text) }
        }
    }
}

extension Hook.TLS {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("authorities", authorities)
            json.field("certificate", certificate)
            json.field("hasKey", sealedKey != nil)
        }
    }
}
