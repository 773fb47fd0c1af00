extension Migrations {
    // The parts of the log. They are known by the server's own catalogue alone, so that nothing can disagree with it. Whoever
    // made the tables makes and drops them, in the functions here: who only serves need not be allowed to.
    //
    // To make one, the tables are locked only against others who do so: it is made by itself, and then attached.
    static let parts = """
        -- From the first place, which is NULL for the least that there is, up to the one behind the last.
        CREATE VIEW event_part AS
        SELECT inhrelid::regclass::text AS name,
            substring(bounds FROM $$FROM \\('?(-?[0-9]+)$$)::bigint AS first,
            substring(bounds FROM $$TO \\('?(-?[0-9]+)$$)::bigint AS behind
        FROM (
            SELECT inhrelid, pg_get_expr(relpartbound, pg_class.oid) AS bounds
            FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
            WHERE inhparent = 'event'::regclass AND NOT inhdetachpending
        ) AS part;

        -- The part that has a place; where there is none it is made, without a gap behind the one before it.
        CREATE FUNCTION make_event_part(place bigint, span bigint, OUT first bigint, OUT behind bigint)
        LANGUAGE plpgsql SECURITY DEFINER AS $$
        DECLARE
            part text;
        BEGIN
            FOR attempt IN 1..2 LOOP
                SELECT event_part.first, event_part.behind INTO first, behind FROM event_part
                WHERE place >= coalesce(event_part.first, place) AND place < coalesce(event_part.behind, place + 1);
                IF FOUND THEN
                    RETURN;
                END IF;
                -- Whoever made one meanwhile has committed behind this.
                LOCK TABLE event IN SHARE UPDATE EXCLUSIVE MODE;
            END LOOP;
            SELECT max(event_part.behind) INTO first FROM event_part WHERE event_part.behind <= place;
            SELECT min(event_part.first) INTO behind FROM event_part WHERE event_part.first > place;
            IF behind IS NULL AND place < 9223372036854775807 - span THEN
                behind := place + span;
            END IF;
            part := 'event_' || coalesce(first, 0);
            EXECUTE format('CREATE TABLE %I (LIKE event INCLUDING ALL) WITH (autovacuum_vacuum_scale_factor = 0.01)', part);
            EXECUTE format('ALTER TABLE event ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', part,
                coalesce(first::text, 'MINVALUE'), coalesce(behind::text, 'MAXVALUE'));
        END $$;

        -- Makes the next part in time, as large as an eighth of what is kept, and at least a million places; then tells
        -- which places there is room for. Who has the tables locked is not waited for: there is time.
        CREATE FUNCTION make_room(OUT first bigint, OUT behind bigint)
        LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = '50ms' AS $$
        DECLARE
            last bigint := coalesce((SELECT seq FROM event ORDER BY seq DESC LIMIT 1), 0);
            kept bigint := last - coalesce((SELECT place FROM retention WHERE name = 'events'), 0);
            span bigint := \(EventPart.leastSpan);
        BEGIN
            WHILE span * 8 < kept LOOP
                span := span * 2;
            END LOOP;
            BEGIN
                PERFORM make_event_part(last + 1, span);
                SELECT max(coalesce(event_part.behind, 9223372036854775807)) INTO behind FROM event_part;
                IF behind - span <= last THEN
                    PERFORM make_event_part(behind, span);
                END IF;
            EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
                NULL;
            END;
            SELECT min(coalesce(event_part.first, -9223372036854775808)),
                max(coalesce(event_part.behind, 9223372036854775807))
            INTO first, behind FROM event_part;
        END $$;

        -- Drops the oldest part of which nothing is kept and no delivery needs anything, and tells which; it waits for
        -- nobody who reads, and so holds up nobody who waits behind it.
        CREATE FUNCTION drop_event_part(OUT dropped text, OUT is_in_use boolean)
        LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = '50ms' AS $$
        DECLARE
            trimmed bigint := (SELECT place FROM retention WHERE name = 'events');
            last bigint := (SELECT seq FROM event ORDER BY seq DESC LIMIT 1);
        BEGIN
            is_in_use := false;
            SELECT name INTO dropped FROM event_part
            WHERE behind - 1 <= trimmed AND behind <= last AND NOT EXISTS (
                SELECT 1 FROM delivery
                WHERE event_seq >= coalesce(event_part.first, -9223372036854775808) AND event_seq < event_part.behind)
            ORDER BY behind LIMIT 1;
            IF dropped IS NOT NULL THEN
                EXECUTE 'DROP TABLE ' || dropped;
            END IF;
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            dropped := NULL;
            is_in_use := true;
        END $$;

        -- What runs by the rights of whoever made the tables finds nothing but them.
        DO $$
        BEGIN
            EXECUTE format('ALTER FUNCTION make_event_part(bigint, bigint) SET search_path = %1$I, pg_catalog, pg_temp;'
                'ALTER FUNCTION make_room() SET search_path = %1$I, pg_catalog, pg_temp;'
                'ALTER FUNCTION drop_event_part() SET search_path = %1$I, pg_catalog, pg_temp', current_schema());
        END $$;
        SELECT * FROM make_room();
        """
}
