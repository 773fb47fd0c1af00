import Basics
import Foundation
import TestSupport
import Testing

/// `taskd view` and what `taskd list` does with filters, against a running daemon.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ViewCommandTests {
    @Test
    func `views are saved, listed, used, changed and removed`() async throws {
        let folder = try TemporaryFolder()
        let user = try await CommandLineUser(in: folder)
        _ = try await user.text("add", "milk", "--tag", "home", "--priority", "high")
        _ = try await user.text("add", "report", "--due", "tomorrow 9:00")
        try await user.check([
            (["view", "list"], 0, []),
            (
                ["view", "add", "Home", "--where", "tag:home and status:open", "--sort", "-priority"], 0,
                ["added Home  tag:home and status:open\n"]
            ),
            (["view", "add", "Home"], 1, ["another view has this name"]),
            (
                ["view", "add", "x", "--where", "prioriti:high"], 64,
                ["--where: there is no field", "Did you mean priority?"]
            ),
            (["list", "--where", "prioriti:high"], 64, ["--where: there is no field \"prioriti\""]),
            (["view", "add", "x", "--zone", "Mars/Base"], 64, ["Mars/Base"]),
            (["view", "list"], 0, ["Home\ttag:home and status:open\t-priority\t\n"]),
            (["list", "--view", "Home"], 0, ["milk"]), (["list", "--view", "Homes"], 1, ["Did you mean Home?"]),
            (["view", "edit", "Home", "--where", "no:tag", "--sort", "none", "--zone", "Asia/Seoul"], 0, ["no:tag"]),
            (["list", "--view", "Home"], 0, ["report"]), (["view", "list"], 0, ["Home\tno:tag\t\tAsia/Seoul\n"]),
            (["view", "edit", "Away", "--name", "x"], 1, ["there is no view \"Away\"", "The views are Home."]),
            (["view", "remove", "Home"], 0, ["removed Home\n"]), (["view", "remove", "Home"], 1, ["taskd view add"]),
            (
                ["list", "--where", "tag:home", "--explain"], 0,
                ["reads:    only tasks that an index gives (index tag)", "served:   tag:home", "checked:  status="]
            ),
            (["list", "--where", "not tag:home", "--explain", "--json"], 0, [#""access":"walk""#]),
            (["list", "--sort", "-created"], 0, ["milk", "report"]), (["list", "--sort", "creation"], 64, ["--sort"]),
        ])
    }
}
