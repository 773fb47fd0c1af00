public import Storage

/// What every back end must do: each case is run on a fresh, empty store.
public struct ConformanceSuite {
    /// One sentence about stores, and the check that it holds.
    public struct Case: Sendable, CustomStringConvertible {
        /// What the case is about.
        public let description: String
        private let body: @Sendable (any Store) async throws -> Void

        init(_ description: String, _ body: @escaping @Sendable (any Store) async throws -> Void) {
            self.description = description
            self.body = body
        }

        /// Checks that the sentence holds for a store, which must be empty.
        ///
        /// - Throws: ``ConformanceFailure`` when it does not; what the store throws.
        public func check(_ store: any Store) async throws {
            try await body(store)
        }
    }

    /// Every case.
    public static var cases: [Case] {
        let groups: [[Case]] = [
            taskCases, reminderCases, seriesCases, seriesVersionCases, occurrenceCases, slotCases, splitCases,
            pendingEditCases, queryCases, filterCases, countCases, viewCases, attachmentCases, textCases, dueCases,
            projectionCases,
            firingCases,
            historyCases,
            ledgerCases, projectCases, tagCases, statisticsCases, transferCases,
            pauseCases,
            zoneCases, eventCases, hookCases, claimCases, ownerCases, deliveryCases,
            bodyCases, laneCases, replayCases, healthCases, accessCases, retentionCases, transactionCases, changeCases,
            observationCases, setAsideCases, walkCases, recordedChangeCases, changeListCases, pendingUndoCases,
            trashCases,
            dependencyCases, suggestionCases, handleCases,
        ]
        return groups.flatMap(\.self)
    }
}

/// Makes a list of cases from cases that stand below each other, which the compiler checks one by one.
@resultBuilder
enum CaseListBuilder {
    static func buildBlock(_ cases: ConformanceSuite.Case...) -> [ConformanceSuite.Case] {
        cases
    }
}
