import Basics
import Foundation
import Storage
import TestSupport
import Testing

@testable import StoragePostgres

/// A session, against a real server.
@Suite(.timeLimit(.minutes(2)))
struct SessionTests {
    private static let patience = Duration.seconds(20)

    private let server: PostgresServer
    private let database: String

    init() throws {
        server = try PostgresServer.shared.get()
        database = try server.makeDatabase()
    }

    private func session(_ role: SessionSettings.Role = .writer) async throws -> PostgresSession {
        let settings = SessionSettings(conninfo: server.conninfo(database), role: role, node: "n1", schema: "taskd")
        let session = PostgresSession(settings, clock: ContinuousTime())
        try await session.open()
        return session
    }

    @Test
    func `what a database is set to changes nothing in how statements are read`() async throws {
        let settings = SessionSettings(conninfo: server.conninfo(database), role: .writer, node: "n1", schema: "taskd")
        let first = PostgresSession(settings, clock: ContinuousTime())
        try await first.open()
        for setting in ["standard_conforming_strings = off", "bytea_output = escape", "extra_float_digits = -4"] {
            let statement = Statement("ALTER DATABASE \(database) SET \(setting)")
            _ = try await first.run(statement, Parameters(), within: Self.patience)
        }
        await first.close()
        let second = try await session()
        let rows = try await second.run(
            Statement("SELECT '\\000'::text, '\\x00ff'::bytea"), Parameters(), within: Self.patience)
        #expect(try rows.value(String.self, 0, 0) == "\\000" && rows.value(Data.self, 0, 1) == Data([0, 255]))
        await second.close()
    }

    @Test
    func `values of each type come back as they were sent`() async throws {
        let session = try await session()
        let id = UUIDValue(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
        var parameters = Parameters()
        parameters.add(Int64.min)
        parameters.add("치과 🏠")
        parameters.add("")
        parameters.add(id)
        parameters.add(Data([0, 255]))
        parameters.add(true)
        parameters.add(nil as Int64?)
        let statement = Statement(
            "SELECT ?1::bigint, ?2::text, ?3::text, ?4::uuid, ?5::bytea, ?6::boolean, ?7::bigint, 7::smallint, 8::integer"
        )
        let rows = try await session.run(statement, parameters, within: Self.patience)
        #expect(rows.count == 1)
        #expect(
            try rows.value(Int64.self, 0, 0) == .min && rows.value(String.self, 0, 1) == "치과 🏠"
                && rows.value(String.self, 0, 2)?.isEmpty == true)
        #expect(
            try rows.value(UUIDValue.self, 0, 3) == id && rows.value(Data.self, 0, 4) == Data([0, 255])
                && rows.value(Bool.self, 0, 5) == true)
        #expect(
            try rows.value(Int64.self, 0, 6) == nil && rows.value(Int64.self, 0, 7) == 7
                && rows.value(Int64.self, 0, 8) == 8)
        #expect(throws: PostgresError.self) { try rows.value(UUIDValue.self, 0, 0) }
        #expect(throws: PostgresError.self) { try rows.value(Int64.self, 1, 0) }
    }

    @Test
    func `arrays become rows`() async throws {
        let session = try await session()
        let id = UUIDValue(high: 1, low: 2)
        var parameters = Parameters()
        parameters.add([1, nil, .max] as [Int64?])
        parameters.add(["a", nil, ""] as [String?])
        parameters.add([id, nil, id] as [UUIDValue?])
        parameters.add([Data([1]), nil, Data()] as [Data?])
        parameters.add([true, nil, false] as [Bool?])
        let statement = Statement(
            "SELECT * FROM unnest(?1::bigint[], ?2::text[], ?3::uuid[], ?4::bytea[], ?5::boolean[])")
        let rows = try await session.run(statement, parameters, within: Self.patience)
        #expect(rows.count == 3)
        #expect(
            try rows.value(Int64.self, 2, 0) == .max && rows.value(String.self, 2, 1)?.isEmpty == true
                && rows.value(UUIDValue.self, 2, 2) == id)
        #expect(
            try rows.value(Data.self, 0, 3) == Data([1]) && rows.value(Data.self, 2, 3) == Data()
                && rows.value(Bool.self, 2, 4) == false)
        for column in 0..<5 { #expect(try rows.value(Data.self, 1, column) == nil) }
        var empty = Parameters()
        empty.add([] as [Int64?])
        let none = try await session.run(Statement("SELECT unnest(?1::bigint[])"), empty, within: Self.patience)
        #expect(none.count == 0)
    }

    @Test
    func `the statements of a flight are answered in their order, and each is prepared once`() async throws {
        let session = try await session()
        let one = Statement("SELECT ?1::bigint + 1")
        for round in 0..<3 {
            var flight = Flight()
            for value in 0..<100 {
                var parameters = Parameters()
                parameters.add(value + round)
                flight.add(one, parameters)
            }
            let rows = try await session.run(flight, within: Self.patience)
            #expect(try rows.map { try $0.value(Int64.self, 0, 0) } == (0..<100).map { Int64($0 + round + 1) })
        }
        let known = Statement("SELECT count(*) FROM pg_prepared_statements WHERE statement = 'SELECT $1::bigint + 1'")
        #expect(try await session.run(known, within: Self.patience).value(Int64.self, 0, 0) == 1)
    }

    @Test
    func `flights larger than what sockets hold go through both ways`() async throws {
        let session = try await session()
        let echo = Statement("SELECT ?1::text")
        let text = String(repeating: "x", count: 1 << 20)
        var flight = Flight()
        for _ in 0..<32 {
            var parameters = Parameters()
            parameters.add(text)
            flight.add(echo, parameters)
        }
        let rows = try await session.run(flight, within: Self.patience)
        #expect(
            try rows.count == 32 && rows.allSatisfy { try $0.value(String.self, 0, 0)?.utf8.count == text.utf8.count })
    }

    @Test
    func `a statement that fails ends its flight, and the session goes on`() async throws {
        let session = try await session()
        var flight = Flight()
        flight.add(.begin)
        flight.add(
            Statement("SELECT 1 / (?1::bigint - ?1::bigint)"),
            {
                var p = Parameters(); p.add(1); return p
            }())
        flight.add(Statement("SELECT 2"))
        let error = await #expect(throws: PostgresError.self) { try await session.run(flight, within: Self.patience) }
        #expect(error?.sqlState == "22012" && error?.kind == .fault)
        let failed = await #expect(throws: PostgresError.self) {
            try await session.run(Statement("SELECT 2"), within: Self.patience)
        }
        #expect(failed?.sqlState == "25P02")
        _ = try await session.run(.rollback, within: Self.patience)
        #expect(try await session.run(Statement("SELECT 2"), within: Self.patience).value(Int64.self, 0, 0) == 2)
        let syntax = await #expect(throws: PostgresError.self) {
            try await session.run(Statement("SELEKT"), within: Self.patience)
        }
        #expect(syntax?.sqlState == "42601")
        #expect(await session.isOpen)
    }

    @Test
    func `what was not committed is gone, and what was stays`() async throws {
        let session = try await session()
        _ = try await session.run(
            Statement("CREATE TABLE public.t (a bigint PRIMARY KEY)"), within: Self.patience)
        func insert(_ values: [Int64], _ end: Statement) async throws -> Int {
            var parameters = Parameters()
            parameters.add(values.map { $0 })
            var flight = Flight()
            flight.add(.begin)
            let place = flight.add(Statement("INSERT INTO public.t SELECT unnest(?1::bigint[])"), parameters)
            flight.add(end)
            return try await session.run(flight, within: Self.patience)[place].written
        }
        #expect(try await insert([1, 2, 3], .rollback) == 3)
        #expect(try await insert([4, 5], .commit) == 2)
        let conflict = await #expect(throws: PostgresError.self) { try await insert([5, 6], .commit) }
        #expect(conflict?.kind == .conflict)
        _ = try await session.run(.rollback, within: Self.patience)
        let count = Statement("SELECT count(*), sum(a) FROM public.t")
        let rows = try await session.run(count, within: Self.patience)
        #expect(try rows.value(Int64.self, 0, 0) == 2)
    }

    @Test
    func `sessions are set as their work needs it`() async throws {
        let writer = try await session()
        let show = Statement(
            """
            SELECT current_setting('search_path'), current_setting('enable_seqscan'), current_setting('statement_timeout'),
                current_setting('application_name'), current_setting('transaction_isolation'),
                current_setting('max_parallel_workers_per_gather')
            """)
        var rows = try await writer.run(show, within: Self.patience)
        #expect(
            try rows.value(String.self, 0, 0) == "taskd, pg_catalog" && rows.value(String.self, 0, 1) == "off"
                && rows.value(String.self, 0, 2) == "0")
        #expect(
            try rows.value(String.self, 0, 3) == "taskd/n1/writer" && rows.value(String.self, 0, 4) == "read committed")
        let reader = try await session(.reader)
        rows = try await reader.run(show, within: Self.patience)
        #expect(try rows.value(String.self, 0, 1) == "on" && rows.value(String.self, 0, 2) == "30s")
        #expect(try rows.value(String.self, 0, 5) == "0")
        #expect(await reader.serverProcess != writer.serverProcess)
        #expect(await reader.serverVersion ?? 0 >= 140_000)
    }

    @Test
    func `a session that the server ended says so, and opens again`() async throws {
        let (session, other) = (try await session(), try await session())
        var parameters = Parameters()
        parameters.add(Int64(try #require(await session.serverProcess)))
        let end = Statement("SELECT pg_terminate_backend(?1::bigint::integer)")
        _ = try await other.run(end, parameters, within: Self.patience)
        let error = await #expect(throws: PostgresError.self) {
            try await session.run(Statement("SELECT 1"), within: Self.patience)
        }
        #expect(error?.kind == .connection)
        #expect(await !session.isOpen)
        let closed = await #expect(throws: PostgresError.self) {
            try await session.run(Statement("SELECT 1"), within: Self.patience)
        }
        #expect(closed?.kind == .connection)
        try await session.open()
        #expect(try await session.run(Statement("SELECT 1"), within: Self.patience).value(Int64.self, 0, 0) == 1)
    }

    /// Has what is inserted into a table meet its fate when it is committed without a BEGIN: behind the last answer.
    private func makeTable(failingAtItsEnd statement: String, by session: PostgresSession) async throws {
        for sql in [
            "CREATE TABLE public.late (a bigint)",
            """
            CREATE FUNCTION public.fail() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN \(statement); RETURN NULL; END $$
            """,
            """
            CREATE CONSTRAINT TRIGGER late AFTER INSERT ON public.late DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION public.fail()
            """,
        ] {
            _ = try await session.run(Statement(sql), within: Self.patience)
        }
    }

    @Test
    func `a session that ends behind the last answer of a flight tells what the server said`() async throws {
        let session = try await session()
        try await makeTable(failingAtItsEnd: "PERFORM pg_terminate_backend(pg_backend_pid())", by: session)
        let error = await #expect(throws: PostgresError.self) {
            try await session.run(Statement("INSERT INTO public.late VALUES (1)"), within: Self.patience)
        }
        #expect(error?.kind == .connection && error?.sqlState == "57P01", "\(String(describing: error))")
        #expect(error?.message.contains("administrator command") == true)
        #expect(await !session.isOpen)
    }

    @Test
    func `what fails behind the last answer of a flight is its error, and the session goes on`() async throws {
        let session = try await session()
        try await makeTable(failingAtItsEnd: "RAISE 'too late'", by: session)
        let error = await #expect(throws: PostgresError.self) {
            try await session.run(Statement("INSERT INTO public.late VALUES (1)"), within: Self.patience)
        }
        #expect(error?.sqlState == "P0001" && error?.message == "too late", "\(String(describing: error))")
        let count = Statement("SELECT count(*) FROM public.late")
        #expect(try await session.run(count, within: Self.patience).value(Int64.self, 0, 0) == 0)
    }

    @Test(arguments: ["SELECT pg_sleep(100)", "DO $$ BEGIN LOOP END LOOP; END $$"])
    func `a server that does not answer is not waited for without end, and ends by itself what nobody waits for`(
        sql: String
    ) async throws {
        let (session, other) = (try await session(), try await session())
        var parameters = Parameters()
        parameters.add(Int64(try #require(await session.serverProcess)))
        let error = await #expect(throws: PostgresError.self) {
            try await session.run(Statement(sql), within: .milliseconds(200))
        }
        #expect(error?.kind == .connection && error?.message.contains("too long") == true)
        #expect(await !session.isOpen)
        let isThere = Statement("SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = ?1::bigint)")
        let clock = ContinuousTime()
        let begin = clock.now
        while try await other.run(isThere, parameters, within: Self.patience).value(Bool.self, 0, 0) == true {
            try await clock.wait(for: .milliseconds(50))
            try #require(begin.duration(to: clock.now) < .seconds(10), "it goes on")
        }
    }

    @Test
    func `who stops in a transaction is ended by the server`() async throws {
        let (session, other) = (try await session(), try await session())
        _ = try await session.run(Statement("CREATE TABLE public.held (a bigint)"), within: Self.patience)
        var flight = Flight()
        flight.add(.begin)
        flight.add(Statement("LOCK TABLE public.held"))
        _ = try await session.run(flight, within: Self.patience)
        // It waits for less than the lock's own time-out, so the holder was ended.
        var second = Flight()
        second.add(.begin)
        second.add(Statement("LOCK TABLE public.held"))
        second.add(.commit)
        _ = try await other.run(second, within: Self.patience)
        let error = await #expect(throws: PostgresError.self) { try await session.run(.commit, within: Self.patience) }
        #expect(error?.kind == .connection, "\(String(describing: error))")
    }

    @Test
    func `what one session tells another hears`() async throws {
        let (listener, teller) = (try await session(.keeper), try await session())
        _ = try await listener.run(Statement("LISTEN taskd"), within: Self.patience)
        #expect(try await listener.takeNotes(within: .zero).isEmpty)
        _ = try await teller.run(Statement("SELECT pg_notify('taskd', '5')"), within: Self.patience)
        let notes = try await listener.takeNotes(within: Self.patience)
        #expect(notes == [.init(channel: "taskd", payload: "5", sender: try #require(await teller.serverProcess))])
    }

    @Test(arguments: [
        ("postgresql:///nope?host=/nowhere", "/nowhere"), ("postgresql://u:geheim@127.0.0.1:1/x", "127.0.0.1"),
        ("host=/nowhere user=u password=geheim", "/nowhere"),
    ])
    func `a server that cannot be reached is told without its password`(conninfo: String, word: String) async throws {
        let session = PostgresSession(
            SessionSettings(conninfo: conninfo, role: .writer, node: "n", schema: "taskd"), clock: ContinuousTime())
        let error = await #expect(throws: PostgresError.self) { try await session.open() }
        #expect(error?.kind == .connection && error?.message.contains(word) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("geheim") == false)
    }
}
