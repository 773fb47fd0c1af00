import Testing

/// Whatever happens in whatever order: no hook has more in flight than its slots or more begun than its rate, nothing is
/// lost or claimed twice, every hook has its share, and what is stopped drains.
@Suite struct MachinePropertyTests {
    @Test(arguments: 1...24) func `random events keep every promise`(seed: Int) {
        var simulation = MachineSimulation(seed: UInt64(seed))
        for _ in 0..<1_200 { simulation.step() }
        simulation.stop()
        #expect(simulation.doneCount > 50, "next to nothing was sent")
    }
}
