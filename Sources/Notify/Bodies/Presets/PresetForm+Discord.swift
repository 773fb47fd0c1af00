import Basics
import Recurrence

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
