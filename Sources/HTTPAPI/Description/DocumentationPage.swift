import Basics

/// The document as a page for people: everything in it, and nothing to load.
struct DocumentationPage {
    /// What a browser may do with the page: show it, with the style that is in it.
    static let policy =
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

    private let document: JSONValue

    init(of document: OpenAPIDocument) {
        // It was written by taskd itself.
        self.document = (try? JSONValue(json: document.json)) ?? .null
    }

    var html: [UInt8] {
        let calls = Call.all(of: document)
        let subjects = document["tags"]?.array?.compactMap { $0["name"]?.string } ?? []
        let groups = subjects.map { subject in (subject, calls.filter { $0.subject == subject }) }
        let links: [HTML] = groups.map { subject, calls in
            let links: [HTML] = calls.map { "<li><a href=\"#\($0.id)\">\($0.summary)</a></li>" }
            return "<details open><summary>\(subject)</summary><ul>\(links)</ul></details>"
        }
        let sections: [HTML] = groups.map { "<h2>\($0)</h2>\($1.map(section))" }
        let page: HTML = """
            <!doctype html><html lang="en"><head><meta charset="utf-8"><title>taskd API</title>
            <meta name="viewport" content="width=device-width,initial-scale=1"><style>\(Self.style)</style></head>
            <body><nav>\(links)<p><a href="#schemas">Schemas</a></p></nav>
            <main><h1>taskd API <small>\(text("info", "version"))</small></h1><p>\(prose: text("info", "description"))</p>
            <p>The same for programs: <a href="openapi.json">openapi.json</a>.</p>
            \(sections)<h2 id="schemas">Schemas</h2>\(schemas)</main></body></html>
            """
        return Array(page.markup.utf8)
    }

    private func text(_ object: String, _ member: String) -> String { document[object]?[member]?.string ?? "" }

    private var schemas: [HTML] {
        guard case .object(let schemas)? = document["components"]?["schemas"] else { return [] }
        return schemas.fields.map { SchemaWords($0.value).section(named: $0.name) }
    }
}

/// A call of the document.
private struct Call {
    let method: String
    let path: String
    let value: JSONValue

    var id: String { value["operationId"]?.string ?? "" }
    var summary: String { value["summary"]?.string ?? "" }
    var subject: String { value["tags"]?.array?.first?.string ?? "" }
    var scopes: [String] {
        (value["security"]?.array ?? []).flatMap { $0["token"]?.array ?? [] }.compactMap(\.string)
    }

    /// The kinds of tokens of a part that may make the call.
    var reach: [String] { (value["x-reach"]?.array ?? []).compactMap(\.string) }

    static func all(of document: JSONValue) -> [Call] {
        guard case .object(let paths)? = document["paths"] else { return [] }
        return paths.fields.flatMap { path -> [Call] in
            guard case .object(let methods) = path.value else { return [] }
            return methods.fields.map { Call(method: $0.name.uppercased(), path: path.name, value: $0.value) }
        }
    }
}

extension DocumentationPage {
    private func section(of call: Call) -> HTML {
        let scopes: [HTML] = call.scopes.map { " <span class=\"scope\">\($0)</span>" }
        let reach: [HTML] = call.reach.map { " <span class=\"scope\">of a \($0)</span>" }
        return """
            <section id="\(call.id)"><h3>\(call.summary)</h3>
            <p class="call"><b>\(call.method)</b> <code>\(call.path)</code>\(scopes)\(reach)</p>
            <p>\(prose: call.value["description"]?.string)</p>
            \(parameters(of: call))\(body(of: call))\(answers(of: call))<pre>\(example(of: call))</pre></section>
            """
    }

    private func parameters(of call: Call) -> HTML {
        guard let parameters = call.value["parameters"]?.array else { return "" }
        let rows: [HTML] = parameters.map { parameter in
            """
            <tr><td><code>\(parameter["name"]?.string ?? "")</code><br><small>\(parameter["in"]?.string ?? "")</small></td>
            <td>\(SchemaWords(parameter["schema"]).line)</td><td>\(prose: parameter["description"]?.string)</td></tr>
            """
        }
        return "<h4>Parameters</h4><table>\(rows)</table>"
    }

    private func body(of call: Call) -> HTML {
        guard let body = call.value["requestBody"] else { return "" }
        return "<h4>Body</h4>\(content(of: body))"
    }

    private func answers(of call: Call) -> HTML {
        guard case .object(let answers)? = call.value["responses"] else { return "" }
        let rows: [HTML] = answers.fields.map { answer in
            let headers = answer.name.hasPrefix("2") ? names(of: answer.value["headers"]).joined(separator: ", ") : ""
            return """
                <tr><td><code>\(answer.name)</code></td>
                <td>\(prose: answer.value["description"]?.string)<br><small>\(headers)</small></td>
                <td>\(content(of: answer.value))</td></tr>
                """
        }
        return "<h4>Responses</h4><table>\(rows)</table>"
    }

    private func names(of object: JSONValue?) -> [String] {
        guard case .object(let object)? = object else { return [] }
        return object.fields.map(\.name)
    }

    private func content(of value: JSONValue) -> HTML {
        guard case .object(let types)? = value["content"] else { return "" }
        let lines: [HTML] = types.fields.map { type in
            "<div><small>\(type.name)</small> \(SchemaWords(type.value["schema"]).line)</div>"
        }
        return "\(lines)"
    }

    /// How the call is made from a shell.
    private func example(of call: Call) -> String {
        var words = ["curl"]
        if call.method != "GET" { words.append("-X \(call.method)") }
        if !call.scopes.isEmpty { words.append("-H \"Authorization: Bearer $TASKD_TOKEN\"") }
        if let body = call.value["requestBody"], body["required"] == .bool(true) {
            let type = names(of: body["content"]).first ?? ""
            let value = SchemaExample(document).value(of: body["content"]?[type]?["schema"] ?? .null)
            words.append("\\\n  -H \"Content-Type: \(type)\" -d '\(value.text)'")
        }
        return (words + ["\\\n  \"http://127.0.0.1:7373\(call.path)\""]).joined(separator: " ")
    }

    fileprivate static let style: HTML = """
        :root{color-scheme:light dark;--line:#8884;--soft:#8881}
        *{box-sizing:border-box}
        body{margin:0;font:16px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:17rem minmax(0,1fr)}
        nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;border-right:1px solid var(--line)}
        nav ul{margin:.2rem 0 .6rem;padding-left:1rem;list-style:none;font-size:.9rem}
        nav summary{cursor:pointer;font-weight:600}
        main{padding:1rem 2rem;max-width:64rem}
        section{border-top:1px solid var(--line);padding:.5rem 0 1rem}
        h2{margin-top:2.5rem} h3{margin:.6rem 0} h4{margin:.8rem 0 .2rem}
        table{border-collapse:collapse;width:100%}
        td{border-top:1px solid var(--line);padding:.3rem .8rem .3rem 0;vertical-align:top}
        td:first-child{width:12rem}
        small{opacity:.75}
        code,pre{font-family:ui-monospace,monospace;font-size:.9em}
        pre{background:var(--soft);padding:.6rem;overflow:auto}
        .scope{border:1px solid var(--line);border-radius:.6rem;padding:0 .5rem;font-size:.8rem}
        @media(max-width:48rem){body{display:block} nav{position:static;height:auto} nav details{display:none}}
        """
}
