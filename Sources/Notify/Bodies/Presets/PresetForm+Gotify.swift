import Basics

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
                ? nil : "must end with /message for Gotify, such as https://host/message?token=…"
        }
    )
}
