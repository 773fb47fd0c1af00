-- Fills a store with tasks, far faster than taskd can be asked to: rows are made from two templates that taskd wrote, first a
-- plain task and then a recurring one with its series, each with one reminder. Every column is taken from its template but
-- those that tell tasks apart; so a column that the schema gains needs nothing here. Indexes are dropped and built again at the
-- end, which is what makes it fast.
--
-- usage: psql -v tasks=N -v recurring=N -v now=MILLISECONDS -f seed.sql
\set ON_ERROR_STOP on
\set QUIET on
SET search_path = taskd, pg_catalog;
SET synchronous_commit = off;
SET maintenance_work_mem = '1GB';
-- No trigger, and no key of another table, is looked at.
SET session_replication_role = replica;
SET client_min_messages = warning;

-- The 16 bytes of a UUIDv7 of an instant in milliseconds, told apart by a kind below 4,096 and a number.
CREATE FUNCTION pg_temp.seeded_id(made bigint, kind integer, n bigint) RETURNS uuid IMMUTABLE LANGUAGE sql AS $$
    SELECT (lpad(to_hex(made), 12, '0') || '7' || lpad(to_hex(kind), 3, '0')
        || '8' || lpad(to_hex(n), 15, '0'))::uuid
$$;

-- What is taken from a template, by the expressions of what tells its copies apart: `n` counts the new ones, `made` rises with
-- it, and `moment` is the instant in milliseconds at which one is due. Instants are scattered over the span by a
-- multiplication: a store's tasks are not made in the order in which they are due.
CREATE PROCEDURE pg_temp.multiply(
    made_table text, template text, first bigint, last bigint, now_at bigint, span bigint, own jsonb
) LANGUAGE plpgsql AS $$
DECLARE
    names text;
    expressions text;
BEGIN
    SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum),
        string_agg(coalesce(own ->> attname, 't.' || quote_ident(attname)), ', ' ORDER BY attnum)
    INTO names, expressions
    FROM pg_attribute WHERE attrelid = made_table::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
    EXECUTE format(
        'INSERT INTO %s (%s) SELECT %s FROM (SELECT value AS n, %s + value AS made,'
        ' %s + 1000 * (value * 7919 %% %s) AS moment FROM generate_series(%s::bigint, %s::bigint) AS value) AS number'
        ' JOIN %s AS t ON t.%s',
        made_table, names, expressions, now_at, now_at, span, first, last, made_table, template);
END $$;

CREATE TEMPORARY TABLE again AS
SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
FROM pg_index WHERE indrelid = ANY (ARRAY['task', 'reminder', 'due_queue', 'series', 'occurrence', 'task_search']::regclass[])
AND NOT indisprimary AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid);
SELECT format('DROP INDEX %s', name) FROM again \gexec

SELECT jsonb_build_object(
    'handle', 'n * 104729000003 % 165870189349437440', 'key', 'n + 2', 'id', 'pg_temp.seeded_id(made, 0, n)',
    'title', 't.title || '' '' || n', 'due', 'to_char(to_timestamp(moment / 1000), ''YYYY-MM-DD"T"HH24:MI:SS'')',
    'due_at', 'moment', 'overdue_at', 'moment',
    'series_key', 'CASE WHEN t.series_key IS NOT NULL THEN n + 2 END') AS of_task,
jsonb_build_object(
    'handle', 'n * 104729000003 % 165870189349437440', 'key', 'n + 2', 'id', 'pg_temp.seeded_id(made, 1, n)',
    'start', 'to_char(to_timestamp(moment / 1000), ''YYYY-MM-DD"T"HH24:MI:SS'')',
    'rules', 'jsonb_set(t.rules::jsonb, ''{0,start}'', to_jsonb(to_char(to_timestamp(moment / 1000),'
        ' ''YYYY-MM-DD"T"HH24:MI:SS'')))::text',
    'projected_at', 'moment + 86400000') AS of_series,
jsonb_build_object('series_key', 'n + 2', 'task_id', 'pg_temp.seeded_id(made, 0, n)') AS of_occurrence,
jsonb_build_object(
    'handle', 'n * 104729000003 % 165870189349437440', 'key', 'n + 2', 'task_key', 'n + 2',
    'id', 'pg_temp.seeded_id(made, 2, n)', 'origin', 'pg_temp.seeded_id(made, 2, n)', 'scheduled_at', 'moment',
    'next_fire_at', 'moment') AS of_reminder \gset

-- The plain ones are spread over two years, the recurring ones over a day, since each recurs daily.
CALL pg_temp.multiply('task', 'key = 1', 1, :tasks - :recurring, :now, 63072000, :'of_task');
CALL pg_temp.multiply('reminder', 'key = 1', 1, :tasks - :recurring, :now, 63072000, :'of_reminder');
CALL pg_temp.multiply('series', 'key = 1', :tasks - :recurring + 1, :tasks, :now, 86400, :'of_series');
CALL pg_temp.multiply('occurrence', 'series_key = 1', :tasks - :recurring + 1, :tasks, :now, 86400, :'of_occurrence');
CALL pg_temp.multiply('task', 'key = 2', :tasks - :recurring + 1, :tasks, :now, 86400, :'of_task');
CALL pg_temp.multiply('reminder', 'key = 2', :tasks - :recurring + 1, :tasks, :now, 86400, :'of_reminder');
INSERT INTO due_queue (reminder_key, fire_at, id, task_key)
SELECT key, next_fire_at, id, task_key FROM reminder WHERE key > 2 AND next_fire_at IS NOT NULL;
-- Of titles of small letters and digits these are the words; their order is not looked at.
INSERT INTO task_search (key, title_key, words, title_words, details_words)
SELECT key, convert_to(lower(title), 'UTF8'), lower(title), lower(title), '' FROM task WHERE key > 2;

SELECT definition FROM again \gexec
SELECT setval(pg_get_serial_sequence('task', 'key'), :tasks + 2), setval(pg_get_serial_sequence('reminder', 'key'), :tasks + 2),
    setval(pg_get_serial_sequence('series', 'key'), :tasks + 2) \g /dev/null
VACUUM ANALYZE;
