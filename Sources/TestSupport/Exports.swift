// Whoever tests with what is here writes tasks, series and hooks too.
@_exported import StoreFixtures
