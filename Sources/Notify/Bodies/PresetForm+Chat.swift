import Basics
import Recurrence
import Storage

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

extension PresetForm {
    /// One embed, with a title of up to 256 characters and a description of up to 4,096.
    ///
    /// `allowed_mentions` is empty: a title with `@everyone` in it calls nobody.
    static let discord = PresetForm(
        body: { summary, _ in
            jsonObject { json in
                json.field("embeds") { json in
                    json.array([summary]) { json, summary in
                        json.object { json in
                            json.field("title", summary.title(atMost: 256))
                            json.field("description", summary.text(atMost: 4_096))
                            json.field("color", colors[summary.priority - 1])
                            json.field("timestamp", summary.timestamp)
                        }
                    }
                }
                json.field("allowed_mentions") { json in json.object { $0.field("parse", []) } }
            }
        }
    )

    /// By priority, as red, green and blue in one number.
    private static let colors = [0x9E_9E_9E, 0x60_7D_8B, 0x21_96_F3, 0xFF_98_00, 0xF4_43_36]
}

extension PresetForm {
    /// A message with an Adaptive Card, for workflows that start when a webhook request is received; 28 KB at most.
    static let teams = PresetForm(
        body: { summary, _ in
            jsonObject { json in
                json.field("type", "message")
                json.field("attachments") { json in
                    json.array([summary]) { json, summary in
                        json.object { json in
                            json.field("contentType", "application/vnd.microsoft.card.adaptive")
                            json.field("contentUrl", String?.none)
                            json.field("content") { $0.object { writeCard(summary, to: &$0) } }
                        }
                    }
                }
            }
        }
    )

    private static func writeCard(_ summary: EventSummary, to json: inout JSONWriter) {
        json.field("$schema", "http://adaptivecards.io/schemas/adaptive-card.json")
        json.field("type", "AdaptiveCard")
        json.field("version", "1.4")
        json.field("body") { json in
            json.array([(summary.title(atMost: 500), true), (summary.text(atMost: 8_000), false)]) { json, block in
                json.object { json in
                    json.field("type", "TextBlock")
                    json.field("text", block.0)
                    json.field("wrap", true)
                    if block.1 {
                        json.field("size", "Medium")
                        json.field("weight", "Bolder")
                    }
                }
            }
        }
    }
}
