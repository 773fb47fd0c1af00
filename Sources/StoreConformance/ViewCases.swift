import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var viewCases: [Case] {
        Case("A view is read as it was written, by its id and by its name") { store in
            var view = SavedView(id: .numbered(1), name: "Heute \"집\"", now: .noon)
            (view.filter, view.sort, view.timeZone) = ("due = today", "-priority,due", "Asia/Seoul")
            (view.version, view.updatedAt) = (3, .noon(plus: 9))
            try await save([view, SavedView(id: .numbered(2), name: "bare", now: .noon)], in: store)
            try await store.read { [view] reader in
                try expect(try reader.view(.numbered(1)), is: view, "the view by its id")
                try expect(try reader.view(named: view.name), is: view, "the view by its name")
                try expect(try reader.view(named: "heute \"집\""), is: nil, "a view by another name")
                try expect(try reader.view(.numbered(9)), is: nil, "an unknown view")
                try expect(try reader.views().map(\.name), is: [view.name, "bare"], "the views")
            }
        }
        Case("A view that is written again is what was written last, and one that is deleted is gone") { store in
            var view = SavedView(id: .numbered(1), name: "a", now: .noon)
            view.filter = "overdue"
            try await save([view], in: store)
            (view.name, view.filter, view.version) = ("b", nil, 2)
            try await save([view], in: store)
            try expect(try await store.read { try $0.views() }, is: [view], "the views")
            try await store.write { transaction in
                try transaction.deleteView(.numbered(1))
                try transaction.deleteView(.numbered(1))
            }
            try expect(try await store.read { try $0.views() }, is: [], "the views afterwards")
        }
        Case("No two views have one name") { store in
            try await save([SavedView(id: .numbered(1), name: "a", now: .noon)], in: store)
            try await expect(.conflict, "a view of the same name") {
                try await save([SavedView(id: .numbered(2), name: "a", now: .noon)], in: store)
            }
        }
    }

    private static func save(_ views: [SavedView], in store: any Store) async throws {
        try await store.write { transaction in for view in views { try transaction.save(view) } }
    }
}
