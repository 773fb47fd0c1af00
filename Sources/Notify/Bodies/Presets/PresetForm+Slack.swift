import Basics

extension PresetForm {
    /// A message for an incoming webhook: `text` for notifications, blocks for the channel.
    ///
    /// A header block takes 150 characters of plain text, a section 3,000 of mrkdwn, in which `&`, `<` and `>` have a
    /// meaning and are escaped, so that a title cannot mention a whole channel.
    static let slack = PresetForm(
        body: { summary, _ in
            let (title, text) = (summary.title(atMost: 150), summary.text(atMost: 2_000))
            return jsonObject { json in
                json.field("text", escaped("\(summary.title(atMost: 500)): \(summary.text(atMost: 500))"))
                json.field("blocks") { json in
                    json.array([("header", "plain_text", title), ("section", "mrkdwn", escaped(text))]) { json, block in
                        json.object { json in
                            json.field("type", block.0)
                            json.field("text") { json in
                                json.object { json in
                                    json.field("type", block.1)
                                    json.field("text", block.2)
                                }
                            }
                        }
                    }
                }
            }
        }
    )

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
