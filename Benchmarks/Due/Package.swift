// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "due",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "taskd", path: "../.."),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .executableTarget(
            name: "due-bench",
            dependencies: [
                .product(name: "Recurrence", package: "taskd"),
                .product(name: "Storage", package: "taskd"),
                .product(name: "Scheduler", package: "taskd"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        // The limit and the seeder speak to SQLite in C, with nothing between.
        .executableTarget(name: "due-limit", linkerSettings: [.linkedLibrary("sqlite3")]),
        .executableTarget(name: "due-seed", linkerSettings: [.linkedLibrary("sqlite3")]),
    ],
    swiftLanguageModes: [.v6]
)
