/**
 * The local schema as a list of steps; a database at version n has run the first n. A step that has
 * been released never changes: a new table or column is a new step at the end.
 */
export const SCHEMA_STEPS: readonly string[] = [
  // 1: batches, images, sheets and what waits for the server.
  `
  create table setting (name text primary key, value text not null) without rowid;

  -- What the server said last, so that the station works without it.
  create table cached (
    kind text not null, key text not null, body text not null, fetched_at text not null,
    primary key (kind, key)
  ) without rowid;

  create table batch (
    id text primary key,
    exam_id integer not null,
    subject_id integer not null,
    exam_name text not null,
    subject_name text not null,
    label text not null,
    folder text not null,
    template_sha256 text not null,
    -- open: takes images; closing: takes none, waits for reading and uploads; closed: server agreed.
    state text not null check (state in ('open', 'closing', 'closed')),
    problem text not null default '',
    opened_at text not null,
    closed_at text
  );

  -- One row per picture file that was taken in.
  create table image (
    id text primary key,
    batch_id text not null references batch (id),
    name text not null,
    sha256 text not null,
    bytes integer not null,
    source_size integer not null,
    source_mtime_ms integer not null,
    taken_at text not null,
    -- taken: to be read; read; unreadable: no picture; duplicate: same content as dup_of; discarded.
    state text not null check (state in ('taken', 'read', 'unreadable', 'duplicate', 'discarded')),
    dup_of text references image (id),
    reason text not null default '',
    tries integer not null default 0,
    -- Of the reading: template page or null, what kind of page it is, its size.
    page integer,
    kind text,
    width_px integer,
    height_px integer,
    mime text,
    sheet_id text references sheet (id),
    page_seq integer,
    unique (batch_id, name, sha256)
  );
  create index image_by_state on image (batch_id, state);
  create index image_by_sheet on image (sheet_id);
  create index image_by_content on image (batch_id, sha256);

  create table sheet (
    id text primary key,
    batch_id text not null references batch (id),
    seq integer not null,
    scanned_at text not null,
    exam_no text,
    candidate_name text,
    -- JSON list of findings: category, message, page.
    findings text not null,
    unique (batch_id, seq)
  );
  create index sheet_by_exam_no on sheet (batch_id, exam_no);

  -- What waits for the server's receipt. A sheet is here from the moment that it exists.
  create table outbox (
    sheet_id text primary key references sheet (id),
    sha256 text not null,
    bytes integer not null,
    state text not null check (state in ('waiting', 'acked', 'refused')),
    tries integer not null default 0,
    -- Bytes have been sent without a clear answer: ask the server before sending again.
    unsure integer not null default 0,
    error_code text,
    error_message text,
    received_at text,
    server_exceptions text
  ) without rowid;
  create index outbox_by_state on outbox (state);
`,
]
