import { chmodSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'

/** The station's own database. Everything that the operator sees is derived from it. */
export type Store = Database.Database

/** Raised with every change of the tables below; an older file is refused rather than guessed at. */
const SCHEMA_VERSION = 1

const SCHEMA = `
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
`

/**
 * Opens the station's database, making it when it is missing.
 *
 * @throws Error in Chinese when the file comes from a newer version of the station
 */
export function openStore(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true })
  const file = path.join(dataDir, 'station.db')
  const db = new Database(file)
  // It holds the session of whoever signed in.
  chmodSync(file, 0o600)
  db.pragma('journal_mode = WAL')
  // A sheet that the operator saw counted must survive a power cut.
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma('busy_timeout = 5000')
  const version = db.pragma('user_version', { simple: true })
  if (version === 0)
    db.transaction(() => {
      db.exec(SCHEMA)
      db.pragma(`user_version = ${SCHEMA_VERSION}`)
    }).immediate()
  else if (version !== SCHEMA_VERSION)
    throw new Error(
      `扫描站的本地数据由另一个版本（${String(version)}）写入，请使用该版本，或换一个数据文件夹`,
    )
  return db
}
