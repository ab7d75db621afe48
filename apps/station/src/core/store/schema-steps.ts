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
  // Stacks of several subjects, the tray at the feeder, rescans in place, what pages look like.
  `
  -- The subjects that a stack is for, and what the server calls their part of it.
  create table batch_subject (
    batch_id text not null,
    subject_id integer not null,
    subject_name text not null,
    template_sha256 text not null,
    upload_batch_id text not null unique,
    closed_at text,
    primary key (batch_id, subject_id)
  ) without rowid;
  insert into batch_subject
    select id, subject_id, subject_name, template_sha256, id, closed_at from batch;

  -- 1: takes whatever subject of its exam comes.
  alter table batch add column is_mixed integer not null default 0;
  -- JSON: which earlier batch holds the same paper, and what the operator decided; null when none does.
  alter table batch add column twice text;

  -- The subject whose template the picture was read with.
  alter table image add column subject_id integer;
  update image set subject_id = (select subject_id from batch where batch.id = image.batch_id)
    where state = 'read';
  -- Fingerprint of what the page looks like.
  alter table image add column look text not null default '';
  -- JSON: why a picture that was read is kept out of the sheets; null when it is not.
  alter table image add column held text;
  -- Position of the sheet whose pictures this one is to replace.
  alter table image add column for_seq integer;
  -- Position in the stack that is kept for a picture that was put aside.
  alter table image add column kept_seq integer;

  alter table sheet add column subject_id integer not null default 0;
  update sheet set subject_id = (select subject_id from batch where batch.id = sheet.batch_id);
  alter table sheet add column upload_batch_id text not null default '';
  update sheet set upload_batch_id = batch_id;
  -- JSON list of what the operator is asked about at the feeder; empty list when settled.
  alter table sheet add column tray text not null default '[]';
  -- 1: not uploaded until the operator has settled it or the batch ends.
  alter table sheet add column is_held integer not null default 0;
  -- What was marked on the sheet, as one text; empty when nothing was.
  alter table sheet add column marks text not null default '';

  -- A sheet that is fed again, or was; the old pictures stay.
  create table rescan (
    id text primary key,
    batch_id text not null,
    seq integer not null,
    asked_at text not null,
    done_at text,
    undone_at text,
    -- JSON lists of { id, page_seq }.
    old_images text not null default '[]',
    new_images text not null default '[]'
  );
  create index rescan_by_sheet on rescan (batch_id, seq);

  -- Sheets on the server that a later scan replaces: taken out of use there once the later one is in.
  create table superseded (
    sheet_id text primary key,
    exam_id integer not null,
    subject_id integer not null,
    -- The sheet in its place.
    by_sheet_id text not null,
    done_at text,
    error_message text
  ) without rowid;
`,
  // What operators decide about exceptions, and what waits to be told to the server.
  `
  -- Rows are only added: taking a decision back is a row of its own.
  create table action (
    id text primary key,
    batch_id text not null references batch (id),
    sheet_id text not null references sheet (id) on update cascade,
    account text not null,
    actor_name text not null,
    decided_at text not null,
    -- JSON of the decision; Chinese, what was decided.
    decision text not null,
    label text not null,
    -- JSON of what the sheet was taken for before and after.
    before text not null,
    after text not null,
    -- JSON of pages that were read again for it.
    readings text,
    undoes text references action (id)
  );
  create index action_by_sheet on action (sheet_id);

  -- Every sheet that an action touches.
  create table action_sheet (
    action_id text not null references action (id),
    sheet_id text not null references sheet (id) on update cascade,
    primary key (action_id, sheet_id)
  ) without rowid;
  create index action_sheet_by_sheet on action_sheet (sheet_id);

  create table action_outbox (
    action_id text primary key references action (id),
    -- withdrawn: taken back before anything was sent.
    state text not null check (state in ('waiting', 'done', 'refused', 'withdrawn')),
    tries integer not null default 0,
    -- Sent without a clear answer.
    unsure integer not null default 0,
    error_code text,
    error_message text,
    answered_at text,
    answer text,
    -- 1: the operator has read why it was refused.
    seen integer not null default 0
  ) without rowid;
  create index action_outbox_by_state on action_outbox (state, seen);

  -- JSON of what the machine took the sheet for, from the first decision on; null before.
  alter table sheet add column machine text;
  -- Why the sheet is out of use; null while it is in use.
  alter table sheet add column voided text;
`,
  // Keeping and clearing of pictures, who did what, lists that stay fast with twenty thousand sheets.
  `
  -- Since when the picture and what was read of it are no longer on this computer; null while they are.
  alter table image add column cleared_at text;
  alter table sheet add column pictures_cleared_at text;

  -- Scans that were taken back, here and on the server.
  create table clearing (
    id text primary key,
    exam_id integer not null,
    subject_id integer not null,
    -- The batch that the server knows; null for the whole subject.
    batch_id text,
    sheets integer not null,
    -- By which the server undoes it; null when its answer was lost.
    decision_id integer,
    account text not null,
    cleared_at text not null,
    undone_at text
  );
  alter table batch add column clearing_id text references clearing (id);

  -- The account that opened the batch or scanned the sheet; empty when nobody was signed in.
  alter table batch add column account text not null default '';
  alter table sheet add column account text not null default '';
  create trigger batch_account after insert on batch begin
    update batch set account = coalesce(
      (select json_extract(value, '$.account') from setting where name = 'session'), '')
      where id = new.id;
  end;
  create trigger sheet_account after insert on sheet begin
    update sheet set account = coalesce(
      (select json_extract(value, '$.account') from setting where name = 'session'), '')
      where id = new.id;
  end;

  create index image_unread on image (id) where state = 'taken';
  create index image_loose on image (batch_id) where sheet_id is null;
  create index image_everywhere on image (sha256);
  drop index image_by_state;
  create index image_count on image (batch_id, state, sheet_id, held);
  create index sheet_list on sheet (batch_id, id, findings, tray);
  create index sheet_flagged on sheet (batch_id, seq) where findings <> '[]';
  create index sheet_kept on sheet (batch_id) where pictures_cleared_at is null;
  create index outbox_by_size on outbox (state, bytes);
  create index outbox_by_receipt on outbox (state, received_at);

  -- Grows with every change in a batch, so that only what changed is counted again for the screen.
  create table batch_version (batch_id text primary key, version integer not null) without rowid;
  create trigger image_added after insert on image begin
    insert into batch_version values (new.batch_id, 1)
      on conflict (batch_id) do update set version = version + 1;
  end;
  create trigger image_changed after update on image begin
    insert into batch_version values (new.batch_id, 1)
      on conflict (batch_id) do update set version = version + 1;
  end;
  create trigger sheet_added after insert on sheet begin
    insert into batch_version values (new.batch_id, 1)
      on conflict (batch_id) do update set version = version + 1;
  end;
  create trigger sheet_changed after update on sheet begin
    insert into batch_version values (new.batch_id, 1)
      on conflict (batch_id) do update set version = version + 1;
  end;
  create trigger batch_subject_added after insert on batch_subject begin
    insert into batch_version values (new.batch_id, 1)
      on conflict (batch_id) do update set version = version + 1;
  end;
  create trigger batch_subject_changed after update on batch_subject begin
    insert into batch_version values (new.batch_id, 1)
      on conflict (batch_id) do update set version = version + 1;
  end;
  create trigger batch_added after insert on batch begin
    insert into batch_version values (new.id, 1)
      on conflict (batch_id) do update set version = version + 1;
  end;
  create trigger batch_changed after update on batch begin
    insert into batch_version values (new.id, 1)
      on conflict (batch_id) do update set version = version + 1;
  end;
  create trigger upload_added after insert on outbox begin
    insert into batch_version select batch_id, 1 from sheet where id = new.sheet_id
      on conflict (batch_id) do update set version = version + 1;
  end;
  create trigger upload_changed after update on outbox begin
    insert into batch_version select batch_id, 1 from sheet where id = new.sheet_id
      on conflict (batch_id) do update set version = version + 1;
  end;
`,
  // Candidates without a sheet, and what the operator decided at the tray, so that it can be taken back.
  `
  -- Candidates without a sheet whom an operator signed absent.
  create table absence (
    id text primary key,
    exam_id integer not null,
    subject_id integer not null,
    candidate_id integer not null,
    exam_no text not null,
    name text not null,
    account text not null,
    signed_at text not null,
    -- waiting: for the server; undoing: taken back after the server had it.
    state text not null check (state in ('waiting', 'done', 'refused', 'undoing', 'undone')),
    -- 1: sent without a clear answer.
    unsure integer not null default 0,
    -- JSON list of the decisions by which the server undoes it.
    decision_ids text not null default '[]',
    error_message text not null default ''
  ) without rowid;
  create index absence_by_subject on absence (exam_id, subject_id, candidate_id);
  create index absence_by_state on absence (state);

  -- What was decided at the tray. Rows are only added; taking back is a time of its own.
  create table tray_decision (
    id text primary key,
    batch_id text not null references batch (id),
    kind text not null check (kind in ('accept', 'discard')),
    account text not null,
    decided_at text not null,
    -- JSON of what was before: sheets with their tray, or pictures with their place.
    before text not null,
    undone_at text
  );
  create index tray_decision_by_batch on tray_decision (batch_id);

  -- Who was signed in when the picture came. Its sheet is theirs, whoever is there when it is made up;
  -- a later rescan by somebody else does not change that.
  alter table image add column account text not null default '';
  create trigger image_account after insert on image begin
    update image set account = coalesce(
      (select json_extract(value, '$.account') from setting where name = 'session'), '')
      where id = new.id;
  end;
  create trigger sheet_account_of_image after update of sheet_id on image
    when new.page_seq = 1 and old.sheet_id is null and new.sheet_id is not null and new.account <> ''
  begin
    update sheet set account = new.account where id = new.sheet_id and not exists (
      select 1 from rescan where rescan.batch_id = sheet.batch_id and rescan.seq = sheet.seq);
  end;
`,
  // Files of several pages, and how far each has been taken.
  `
  create table split_file (
    batch_id text not null references batch (id),
    name text not null,
    -- Of the whole file.
    sha256 text not null,
    source_size integer not null,
    source_mtime_ms integer not null,
    pages integer not null,
    -- Pages that are in the batch, always the first ones.
    taken integer not null,
    -- The name of the file that this one is a copy of.
    copy_of text,
    primary key (batch_id, name)
  ) without rowid;
`,
]
