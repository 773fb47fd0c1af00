extension Migrations {
    // Whose claim a delivery is under; NULL where it is under none, or was claimed before claims had owners, whose
    // process is gone. It is compared in rows that were found by their keys, so there is no index on it.
    static let claimOwnerSchema = "ALTER TABLE delivery ADD COLUMN claim_owner INTEGER"
}
