import Foundation
import TestSupport

/// Has a program take its machine's clock for another one; its steady clocks stay right.
enum WrongClock {
    private static let folder = Result { try TemporaryFolder() }

    /// The library that does it, where there is a compiler of C.
    static let library: String? = {
        guard let source = Bundle.module.path(forResource: "wrong-clock", ofType: "c", inDirectory: "Fixtures"),
            let target = try? folder.get().path("wrong-clock.so")
        else { return nil }
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.arguments = ["cc", "-shared", "-fPIC", "-O1", "-o", target, source]
        guard (try? compiler.run()) != nil else { return nil }
        compiler.waitUntilExit()
        return compiler.terminationStatus == 0 ? target : nil
    }()

    /// What a program finds in its environment whose clock is so much ahead.
    static func environment(_ lead: Swift.Duration) -> [String: String] {
        ["LD_PRELOAD": library ?? "", "WRONG_CLOCK_LEAD": "\(lead.components.seconds)"]
    }
}
