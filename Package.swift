// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "taskd",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Recurrence", targets: ["Recurrence"]),
        .library(name: "Filters", targets: ["Filters"]),
        .library(name: "Phrases", targets: ["Phrases"]),
        .library(name: "Storage", targets: ["Basics", "Storage", "StorageSQLite"]),
        .library(name: "Scheduler", targets: ["Basics", "Scheduler"]),
        .library(name: "Notify", targets: ["Basics", "Notify"]),
        .library(name: "StoreConformance", targets: ["Basics", "StoreConformance"]),
        .library(name: "TaskdClient", targets: ["Basics", "TaskdClient"]),
        .executable(name: "taskd", targets: ["taskd"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        // Pinned: its authors do not test on Linux, our conformance suite does, for this version.
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        .target(name: "Recurrence"),
        .target(
            name: "Basics",
            dependencies: [
                "Recurrence",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ]
        ),
        .target(name: "Filters", dependencies: ["Recurrence"]),
        .target(name: "Phrases", dependencies: ["Recurrence"]),
        .target(
            name: "Storage",
            dependencies: ["Basics", "Filters", "Recurrence", .product(name: "Crypto", package: "swift-crypto")]
        ),
        .target(name: "SQLiteSettings", linkerSettings: [.linkedLibrary("sqlite3")]),
        // File system layers of SQLite, in C as SQLite's own are.
        .target(name: "LogFrames", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(name: "MemoryFiles", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "StorageSQLite",
            dependencies: [
                "Basics",
                "Filters",
                "LogFrames",
                "MemoryFiles",
                "SQLiteSettings",
                "Storage",
                "Recurrence",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),
        .target(
            name: "Scheduler",
            dependencies: [
                "Basics",
                "Filters",
                "Recurrence",
                "Storage",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ]
        ),
        .target(
            name: "Notify",
            dependencies: [
                "Basics",
                "Recurrence",
                "Storage",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ]
        ),
        // zlib's compression in the format of gzip, in C as zlib is.
        .target(name: "Gzip", linkerSettings: [.linkedLibrary("z")]),
        .target(
            name: "HTTPAPI",
            dependencies: [
                "Basics",
                "Filters",
                "Gzip",
                "Phrases",
                "Recurrence",
                "Storage",
                "Scheduler",
                "Notify",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOExtras", package: "swift-nio-extras"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ]
        ),
        .target(
            name: "TaskdClient",
            dependencies: [
                "Basics",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]
        ),
        .target(name: "AllocatorSettings"),
        .executableTarget(
            name: "taskd",
            dependencies: [
                "Basics",
                "AllocatorSettings",
                "Filters",
                "Phrases",
                "Recurrence",
                "Storage",
                "StorageSQLite",
                "Scheduler",
                "Notify",
                "HTTPAPI",
                "TaskdClient",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Yams", package: "Yams"),
            ]
        ),
        // A shim over SQLite's file system layer, in C as that layer is.
        .target(name: "FaultyDisk", linkerSettings: [.linkedLibrary("sqlite3")]),
        // The tasks, series and hooks that tests write.
        .target(name: "StoreFixtures", dependencies: ["Basics", "Recurrence", "LiteralRecurrence", "Storage"]),
        // What every back end of the store must do; it knows none.
        .target(
            name: "StoreConformance", dependencies: ["Basics", "Filters", "Recurrence", "Storage", "StoreFixtures"]),
        // Random histories of the scheduler on a disk that fails, beside a model of them.
        .target(
            name: "SimulationSupport",
            dependencies: [
                "Basics", "Recurrence", "LiteralRecurrence", "Storage", "StorageSQLite", "Scheduler", "FaultyDisk",
                "StoreFixtures", "TestSupport",
            ]
        ),
        .target(
            name: "TestSupport",
            dependencies: [
                "Basics",
                "Filters",
                "Recurrence",
                "Storage",
                "StorageSQLite",
                "StoreFixtures",
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ]
        ),
        // Runs the server of the HTTP interface in a test.
        .target(
            name: "ServerTestSupport",
            dependencies: [
                "Basics", "HTTPAPI",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        // A daemon of the tests that ends by itself at a delivery it is told of.
        .executableTarget(
            name: "CrashingDaemon",
            dependencies: [
                "Basics", "Notify", "StorageSQLite", "Storage", "Recurrence",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/CrashingDaemon"
        ),
        // A slow evaluator written word for word from the RFC, which breaks ties.
        .target(name: "LiteralRecurrence", dependencies: ["Recurrence"]),
        // How series are to behave, as a model that can be run: an oracle for property tests.
        .target(name: "SeriesModel", dependencies: ["Recurrence", "LiteralRecurrence"]),
        .testTarget(name: "SeriesModelTests", dependencies: ["SeriesModel", "Recurrence"]),
        .testTarget(
            name: "RecurrenceTests",
            dependencies: ["Recurrence", "LiteralRecurrence", "TestSupport"],
            resources: [.copy("Fixtures")]
        ),
        .testTarget(name: "BasicsTests", dependencies: ["Basics", "Recurrence", "TestSupport"]),
        .testTarget(name: "FiltersTests", dependencies: ["Filters", "Recurrence", "LiteralRecurrence"]),
        .testTarget(
            name: "PhrasesTests",
            dependencies: ["Phrases", "Recurrence", "TestSupport"],
            resources: [.copy("Fixtures")]
        ),
        .testTarget(
            name: "StorageTests", dependencies: ["Basics", "Filters", "Storage", "Recurrence", "TestSupport"]),
        .testTarget(
            name: "StorageSQLiteTests",
            dependencies: [
                "Basics", "MemoryFiles", "StorageSQLite", "Storage", "Recurrence", "StoreConformance", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            resources: [.copy("Fixtures")]
        ),
        .testTarget(
            name: "SchedulerTests",
            dependencies: [
                "Basics", "Scheduler", "StorageSQLite", "Storage", "Recurrence", "SimulationSupport",
                "StoreConformance",
                "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ]
        ),
        // The engine held against the model, over random histories; built in release, it runs many of them.
        .executableTarget(
            name: "SeriesHistories",
            dependencies: [
                "Scheduler", "StorageSQLite", "Storage", "SeriesModel", "Recurrence", "TestSupport",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/SeriesHistories"
        ),
        .testTarget(
            name: "SeriesHistoryTests",
            dependencies: ["SeriesHistories", "Scheduler", "Storage", "SeriesModel", "Recurrence"]
        ),
        .testTarget(
            name: "NotifyTests",
            dependencies: [
                "Basics", "Notify", "StorageSQLite", "Storage", "Recurrence", "StoreConformance", "TestSupport",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            resources: [.copy("Fixtures")]
        ),
        .testTarget(
            name: "HTTPAPITests",
            dependencies: [
                "Basics", "HTTPAPI", "LiteralRecurrence", "Notify", "Scheduler", "StorageSQLite", "Storage",
                "Recurrence",
                "StoreConformance",
                "ServerTestSupport", "TestSupport",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ]
        ),
        .testTarget(
            name: "TaskdClientTests",
            dependencies: [
                "Basics", "HTTPAPI", "Notify", "Recurrence", "Scheduler", "Storage", "StorageSQLite", "TaskdClient",
                "ServerTestSupport", "TestSupport",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Basics", "taskd", "TaskdClient", "CrashingDaemon", "keeping-tasks", "observing-tasks", "reminding",
                "reminding-client", "undoing",
                "delivering", "HTTPAPI", "Notify",
                "StorageSQLite", "Storage", "Scheduler", "Recurrence", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            resources: [.copy("Fixtures")]
        ),

        // The programs of the libraries' articles.
        .example("keeping-tasks", "KeepingTasks", ["Basics", "Recurrence", "Storage", "StorageSQLite"]),
        .example(
            "observing-tasks", "ObservingTasks", ["Basics", "Recurrence", "Scheduler", "Storage", "StorageSQLite"]),
        .example("reminding-client", "RemindingClient", ["Basics", "TaskdClient"]),
        .example("undoing", "Undoing", ["Basics", "Recurrence", "Scheduler", "Storage", "StorageSQLite"]),
        .example(
            "reminding", "Reminding",
            [
                "Basics", "Recurrence", "Scheduler", "Storage", "StorageSQLite",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .example(
            "delivering", "Delivering",
            [
                "Basics", "Notify", "Recurrence", "Storage", "StorageSQLite",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),

        // Benchmarks and comparisons are in no product: whoever uses the libraries builds none of them. They stand
        // here rather than in packages of their own so that their dependencies are built once.
        .executableTarget(
            name: "due-bench",
            dependencies: [
                "Basics",
                "BenchmarkTasks",
                "Recurrence",
                "Storage",
                "StorageSQLite",
                "Scheduler",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Benchmarks/Due/Sources/due-bench"
        ),
        // The tasks that benchmarks of the store and of the due queue are about.
        .target(
            name: "BenchmarkTasks",
            dependencies: ["Basics", "Recurrence", "Scheduler", "Storage", "StorageSQLite"],
            path: "Benchmarks/Shared/BenchmarkTasks"
        ),
        // What the limits and the seeder have in common: they speak to SQLite in C, with nothing between.
        .target(
            name: "SQLiteInC",
            path: "Benchmarks/Shared/SQLiteInC",
            linkerSettings: [.linkedLibrary("sqlite3")]
        ),
        .executableTarget(
            name: "due-limit",
            dependencies: ["SQLiteInC"],
            path: "Benchmarks/Due/Sources/due-limit"
        ),
        .executableTarget(
            name: "due-seed",
            dependencies: ["SQLiteInC"],
            path: "Benchmarks/Due/Sources/due-seed"
        ),
        .executableTarget(
            name: "notify-bench",
            dependencies: [
                "Basics",
                "BenchmarkTasks",
                "Recurrence",
                "Storage",
                "Notify",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Benchmarks/Notify/Sources/notify-bench"
        ),
        // Makes every sync of a program that is linked with it take longer.
        .target(name: "SlowDisk", path: "Benchmarks/Store/Sources/SlowDisk"),
        .executableTarget(
            name: "store-bench",
            dependencies: [
                "Basics", "BenchmarkTasks", "Recurrence", "Scheduler", "SlowDisk", "Storage", "StorageSQLite",
            ],
            path: "Benchmarks/Store/Sources/store-bench"
        ),
        .executableTarget(
            name: "list-seed",
            dependencies: ["Recurrence", "Storage", "StorageSQLite"],
            path: "Benchmarks/Store/Sources/list-seed"
        ),
        .executableTarget(
            name: "store-limit",
            dependencies: ["SQLiteInC", "SlowDisk"],
            path: "Benchmarks/Store/Sources/store-limit"
        ),
        .target(name: "AllocationCounter", path: "Benchmarks/Recurrence/Sources/AllocationCounter"),
        .executableTarget(
            name: "recurrence-bench",
            dependencies: ["AllocationCounter", "Recurrence"],
            path: "Benchmarks/Recurrence/Sources/recurrence-bench"
        ),
        .executableTarget(
            name: "phrase-bench",
            dependencies: ["AllocationCounter", "Phrases", "Recurrence"],
            path: "Benchmarks/Phrases/Sources/phrase-bench"
        ),
        .executableTarget(
            name: "peers-expander",
            dependencies: ["LiteralRecurrence", "Recurrence"],
            path: "Peers/Sources/peers-expander"
        ),
    ],
    swiftLanguageModes: [.v6]
)

// PostgreSQL needs libpq, which is asked for by TASKD_POSTGRES=1: without it taskd stores in SQLite alone.
if Context.environment["TASKD_POSTGRES"] == "1" {
    package.targets += [
        .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(
            name: "StoragePostgres",
            dependencies: [
                "Basics", "CLibPQ", "Filters", "Recurrence", "Storage",
                .product(name: "DequeModule", package: "swift-collections"),
            ]
        ),
        .testTarget(
            name: "StoragePostgresTests",
            dependencies: [
                "Basics", "Recurrence", "Scheduler", "Storage", "StoragePostgres", "StorageSQLite", "StoreConformance",
                "StoreFixtures", "TestSupport",
            ]),
        // The row work of a firing in C, with nothing around it.
        .executableTarget(
            name: "postgres-limit", dependencies: ["CLibPQ"], path: "Benchmarks/Postgres/Sources/postgres-limit"),
        .executableTarget(name: "delay-line", path: "Benchmarks/Postgres/Sources/delay-line"),
    ]
    for target in package.targets where ["taskd", "BenchmarkTasks"].contains(target.name) {
        target.dependencies.append("StoragePostgres")
    }
}

let targetsInC: Set = [
    "AllocatorSettings", "Gzip", "SQLiteSettings", "LogFrames", "MemoryFiles", "FaultyDisk", "AllocationCounter",
    "due-limit",
    "due-seed",
    "SlowDisk", "SQLiteInC", "postgres-limit", "delay-line", "store-limit",
]
for target in package.targets where target.type != .system && !targetsInC.contains(target.name) {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
    if target.dependencies.contains(where: { if case .byNameItem("StoragePostgres", _) = $0 { true } else { false } }) {
        target.swiftSettings?.append(.define("POSTGRES"))
    }
}

extension Target {
    /// A program of one file under Examples; what else is there is no part of it.
    static func example(_ name: String, _ file: String, _ dependencies: [Dependency]) -> Target {
        let others = [
            "Delivering.swift", "KeepingTasks.swift", "ObservingTasks.swift", "Reminding.swift",
            "RemindingClient.swift", "TaskAdding.swift", "Undoing.swift", "WebhookReceiving.swift", "receive.mjs",
            "receive.py",
        ].filter { $0 != "\(file).swift" }
        return .executableTarget(
            name: name, dependencies: dependencies, path: "Examples", exclude: others, sources: ["\(file).swift"])
    }
}
