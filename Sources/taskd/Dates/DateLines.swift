import Basics
import Phrases
import Recurrence

/// Answers each line of standard input, a phrase, with a line of what it means.
struct DateLines: LineAnswering {
    private let context: CommandContext
    private let readers: [PhraseLanguage?: PhraseReader]

    init(_ context: CommandContext) {
        self.context = context
        let languages = PhraseLanguage.allCases.map(Optional.some) + [nil]
        readers = Dictionary(
            uniqueKeysWithValues: languages.map { ($0, DateRequest.reader(language: $0, in: context)) })
    }

    func write(answerTo line: [UInt8], to json: inout JSONWriter) {
        guard let value = try? JSONValue(json: line), case .object(let fields) = value else {
            json.field("id") { $0.null() }
            return json.field("error", "the line is not a JSON object")
        }
        json.field("id") { Self.write(id: fields["id"], to: &$0) }
        do {
            let (request, reader) = try request(fields)
            let reading = try reader.read(request.phrase, at: request.moment(in: context))
            json.field("result", reading.meaning.description)
        } catch let refusal as PhraseRefusal {
            json.write(refusal)
        } catch {
            json.field("error", "\(error)")
        }
    }

    /// A name that is a string or a whole number is given back; others are none.
    private static func write(id: JSONValue?, to json: inout JSONWriter) {
        if let text = id?.string {
            json.string(text)
        } else if let number = id?.integer {
            json.integer(number)
        } else {
            json.null()
        }
    }

    private func request(_ fields: JSONObject) throws -> (request: DateRequest, reader: PhraseReader) {
        func text(_ name: String) throws -> String? {
            guard let value = fields[name], value != .null else { return nil }
            guard let text = value.string else { throw DateRequest.Fault(description: "\(name): must be a string") }
            return text
        }
        if let id = fields["id"], id != .null, id.string == nil, id.integer == nil {
            throw DateRequest.Fault(description: "id: must be a string or an integer")
        }
        guard let phrase = try text("phrase") else { throw DateRequest.Fault(description: "phrase: is missing") }
        let name = try text("lang")
        let language = name.flatMap(PhraseLanguage.init)
        guard name == nil || language != nil, let reader = readers[language] else {
            throw DateRequest.Fault(description: "lang: must be en or ko")
        }
        return (DateRequest(phrase: phrase, now: try text("now"), zone: try text("zone")), reader)
    }
}
