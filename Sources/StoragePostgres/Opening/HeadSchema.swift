extension Migrations {
    // Instants are milliseconds since 1970 UTC as `bigint`, ids are `uuid`, local times and frozen JSON are their text:
    // `jsonb` would refuse U+0000 and change bytes. Rows are joined by keys of their own, which no store has again. Texts
    // that are put in order are compared by their bytes.
    //
    // `log_head` is the one row that whoever writes the log has locked: it is locked, and not updated, so that no dead
    // versions of it are left. What stands in it changes rarely.
    static let head = """
        CREATE TABLE log_head (
            id smallint PRIMARY KEY CHECK (id = 1),
            store uuid NOT NULL,
            hooks_version bigint NOT NULL DEFAULT 0,
            -- Which node does what only one may do, and the how manieth that has done so: the fence of all that it writes.
            leader bigint,
            term bigint NOT NULL DEFAULT 0
        );

        -- Who has the store open, and until when that is known, by the clock of the database; the process of the server
        -- that serves the session by which it says so, which is gone as soon as the node is.
        CREATE TABLE node (
            owner bigint PRIMARY KEY,
            name text NOT NULL,
            version text NOT NULL,
            joined_at timestamptz NOT NULL DEFAULT clock_timestamp(),
            seen_until timestamptz NOT NULL,
            clock_offset double precision,
            process bigint,
            process_started timestamptz
        ) WITH (fillfactor = 50);

        -- In parts by places, so that what is old can go as a whole. There is none for places that are not among them:
        -- with it, the last event could not be found from the end, and a further part would lock out everybody.
        CREATE TABLE event (
            seq bigint PRIMARY KEY,
            id uuid NOT NULL,
            type text NOT NULL,
            at bigint NOT NULL,
            data text NOT NULL,
            trace text
        ) PARTITION BY RANGE (seq);

        CREATE TABLE zone (
            name text COLLATE "C" PRIMARY KEY,
            digest bigint
        );

        CREATE TABLE identity (
            name text COLLATE "C" PRIMARY KEY,
            value text NOT NULL
        );

        CREATE TABLE retention (
            name text COLLATE "C" PRIMARY KEY,
            place bigint NOT NULL
        );

        CREATE TABLE remembered_answer (
            token uuid NOT NULL,
            key text COLLATE "C" NOT NULL,
            request_digest bytea NOT NULL,
            status bigint NOT NULL,
            headers text NOT NULL,
            body bytea NOT NULL,
            answered_at bigint NOT NULL,
            PRIMARY KEY (token, key)
        );
        CREATE INDEX remembered_answer_age ON remembered_answer (answered_at);

        CREATE TABLE token (
            id uuid PRIMARY KEY,
            version bigint NOT NULL CHECK (version > 0),
            name text COLLATE "C" NOT NULL,
            scopes text NOT NULL,
            reach text NOT NULL,
            created_at bigint NOT NULL,
            updated_at bigint NOT NULL,
            expires_at bigint,
            last_used_at bigint
        );
        CREATE UNIQUE INDEX token_name ON token (name);

        CREATE TABLE token_secret (
            digest bytea PRIMARY KEY CHECK (length(digest) = 32),
            token_id uuid NOT NULL REFERENCES token (id) ON DELETE CASCADE,
            until bigint
        );
        CREATE INDEX token_secret_token ON token_secret (token_id);
        CREATE INDEX token_secret_end ON token_secret (until) WHERE until IS NOT NULL;

        CREATE TABLE saved_view (
            id uuid PRIMARY KEY,
            version bigint NOT NULL CHECK (version > 0),
            name text COLLATE "C" NOT NULL UNIQUE,
            filter text,
            sort text,
            time_zone text,
            created_at bigint NOT NULL,
            updated_at bigint NOT NULL
        );

        -- What clients have sent, or are sending: its digest is known once all of it is there. An upload is removed that no
        -- content is of; from when on it is, it has no instant.
        CREATE TABLE content_upload (
            id uuid PRIMARY KEY,
            digest text COLLATE "C" CHECK (length(digest) = 64),
            size bigint,
            written_at bigint,
            CHECK ((digest IS NULL) = (size IS NULL)),
            CHECK (digest IS NULL OR written_at IS NOT NULL)
        );
        CREATE INDEX content_upload_digest ON content_upload (digest, written_at) WHERE digest IS NOT NULL;

        -- Not compressed, so that a part of one is read without the rest: most contents are already.
        CREATE TABLE content_piece (
            upload_id uuid NOT NULL REFERENCES content_upload (id),
            number bigint NOT NULL CHECK (number >= 0),
            bytes bytea NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND \(PostgresContents.pieceSize)),
            PRIMARY KEY (upload_id, number)
        ) WITH (autovacuum_vacuum_scale_factor = 0.01, toast.autovacuum_vacuum_scale_factor = 0.01);
        ALTER TABLE content_piece ALTER COLUMN bytes SET STORAGE EXTERNAL;

        -- A megabyte that stands for nothing: on a full disk it makes the room in which the pieces of an upload are removed.
        CREATE TABLE content_reserve (filler bigint NOT NULL);
        \(PostgresContents.fillReserve);

        -- One whose bytes are missing has no upload.
        CREATE TABLE content (
            digest text COLLATE "C" PRIMARY KEY CHECK (length(digest) = 64),
            size bigint NOT NULL CHECK (size >= 0),
            upload_id uuid UNIQUE REFERENCES content_upload (id),
            UNIQUE (digest, size)
        );

        CREATE TABLE attachment_use (
            holder smallint NOT NULL CHECK (holder BETWEEN 0 AND 3),
            holder_id uuid NOT NULL,
            change_key bigint NOT NULL,
            attachment_id text COLLATE "C" NOT NULL CHECK (length(attachment_id) = 36),
            digest text COLLATE "C",
            size bigint,
            PRIMARY KEY (holder, holder_id, change_key, attachment_id),
            CHECK ((digest IS NULL) = (size IS NULL)),
            FOREIGN KEY (digest, size) REFERENCES content (digest, size)
        );
        CREATE INDEX attachment_use_id ON attachment_use (attachment_id, holder, holder_id) WHERE holder < 2;
        CREATE INDEX attachment_use_content ON attachment_use (digest, size) WHERE digest IS NOT NULL;
        """
}
