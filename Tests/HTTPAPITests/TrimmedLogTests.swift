import Basics
import HTTPTypes
import Storage
import StorageSQLite
import TestSupport
import Testing

@Suite struct TrimmedLogTests {
    @Test func `who asks for events that are gone is told where the log begins`() async throws {
        try await API.run { api in
            try await api.store.write { transaction in
                try transaction.append((1...20).map { .fixture($0) })
                _ = try transaction.trimEvents(RetentionBounds(keeping: 5), limit: 100)
            }
            for path in ["/v1/events?after=0", "/v1/events?after=14", "/v1/events/stream?after=3"] {
                let gone = try await api.request(.get, path)
                #expect(gone.status == 410, "\(path)")
                #expect(gone.json["firstSeq"]?.integer == 16, "\(gone.json)")
            }
            let resumed = try await api.request(.get, "/v1/events/stream", headers: ["Last-Event-ID": "2"])
            #expect(resumed.status == 410)
            for (path, sequences) in [
                ("/v1/events", 16...20), ("/v1/events?after=15", 16...20),
                ("/v1/events?after=18", 19...20),
            ] {
                let page = try await api.request(.get, path)
                #expect(page.json["items"]?.array?.compactMap { $0["seq"]?.integer } == Array(sequences), "\(path)")
                #expect(page.json["lastSeq"]?.integer == 20)
            }
            var (path, pages): (String?, [[Int]]) = ("/v1/events?sort=-seq&limit=2", [])
            while let asked = path {
                let page = try await api.request(.get, asked).json
                pages.append(page["items"]?.array?.compactMap { $0["seq"]?.integer } ?? [])
                path = page["nextCursor"]?.string.map { "/v1/events?sort=-seq&limit=2&cursor=\($0)" }
            }
            #expect(pages == [[20, 19], [18, 17], [16]])
        }
    }

    @Test func `the age of the latest backup is a metric, without end where there is none`() async throws {
        try await API.run { api in
            let text = try await api.text("/metrics")
            #expect(text.contains("\ntaskd_backup_age_seconds +Inf\n"))
        }
    }
}
