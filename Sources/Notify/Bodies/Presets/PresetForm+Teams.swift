import Basics

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
