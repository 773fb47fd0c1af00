extension Operation {
    /// Every operation that there is, in the order in which it is described.
    static let all =
        ofTasks + ofSeries + ofReminders + ofAttachments + ofProjects + ofTags + ofViews + ofChanges + ofTrash
        + ofStatistics + ofEvents + ofHooks + ofTransfer + ofServer
}
