import Basics

extension PresetForm {
    /// A message published as JSON (docs.ntfy.sh, "Publish as JSON"): posted to the server's root, which a hook's URL
    /// names together with the topic.
    ///
    /// The server takes up to 4,096 bytes of message; longer ones it would turn into attachments.
    static let ntfy = PresetForm(
        body: { summary, url in
            jsonObject { json in
                json.field("topic", (try? WebhookURL(url))?.lastSegment ?? "")
                json.field("title", summary.title(atMost: 250))
                json.field("message", summary.text(atMost: 4_096))
                json.field("priority", summary.priority)
                json.field("tags", ["alarm_clock"])
            }
        },
        complaint: { url in
            let topic = url.lastSegment
            let isTopic = (1...64).contains(topic.utf8.count) && topic.utf8.allSatisfy(isTopicCharacter)
            return isTopic ? nil : "must end with an ntfy topic; write it like https://ntfy.sh/mytopic"
        },
        target: { $0.parent }
    )

    private static func isTopicCharacter(_ unit: UInt8) -> Bool {
        switch unit {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension PresetForm {
    /// A message for `POST /message`, shown as plain text.
    ///
    /// Gotify's priorities reach from 0 to 10; from 4 its clients make a sound, from 8 they insist.
    static let gotify = PresetForm(
        body: { summary, _ in
            jsonObject { json in
                json.field("title", summary.title(atMost: 500))
                json.field("message", summary.text(atMost: 16_384))
                json.field("priority", [1, 3, 5, 7, 9][summary.priority - 1])
                json.field("extras") { json in
                    json.object { json in
                        json.field("client::display") { json in
                            json.object { $0.field("contentType", "text/plain") }
                        }
                    }
                }
            }
        },
        complaint: { url in
            url.lastSegment == "message"
                ? nil : "must end with /message for Gotify; write it like https://host/message?token=…"
        }
    )
}
