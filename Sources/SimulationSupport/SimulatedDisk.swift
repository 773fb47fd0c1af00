import FaultyDisk
import TestSupport

/// The disk below the store of a simulation: it fails, fills up and loses power when it is told to.
package final class SimulatedDisk: @unchecked Sendable {
    // @unchecked: the shim takes a lock of its own around all that it keeps.
    private let disk: OpaquePointer

    package enum Fault: Int32, CaseIterable, Sendable {
        /// The next write fails, half done.
        case writeFails
        /// There is no room.
        case full
        /// The next sync fails.
        case syncFails
    }

    /// Takes charge of the files that SQLite opens in a folder from now on.
    package init(folder: String) {
        disk = faulty_disk_create(folder)
    }

    deinit {
        faulty_disk_destroy(disk)
    }

    /// Whether nothing can be read or written, until ``restart(seed:)``.
    package var isDead: Bool { faulty_disk_is_dead(disk) != 0 }

    /// How many writes, truncations and syncs there were.
    package var operations: Int { Int(faulty_disk_operations(disk)) }

    /// Cuts the power at the operation that lies so many ahead; at once for 0.
    package func cutPower(after operations: Int) {
        faulty_disk_cut_power(disk, Int32(operations))
    }

    package func inject(_ fault: Fault, after operations: Int, times: Int = 1) {
        faulty_disk_inject(disk, fault.rawValue, Int32(operations), Int32(times))
    }

    /// Ends what was injected and has not happened.
    package func heal() {
        faulty_disk_heal(disk)
    }

    /// Switches the power on again; what was not synced is there, lost or torn, as the seed has it.
    package func restart(seed: UInt64) {
        faulty_disk_restart(disk, seed)
    }
}
