import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Blocks and subjects of exams carry a number that is another one whenever something changed that papers are marked
 * or scored by: whoever knows the rules of a number need not read them again. A number is never used twice, so that
 * what was seen inside a transaction that came to nothing is not taken for anything else.
 *
 * A block's number stands for the block, its points and the questions these belong to; a subject's for its rounding,
 * its questions and their keys, and the points of all its blocks.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of isPostgres ? POSTGRES : SQLITE) await sql.raw(statement).execute(db)
}

const TABLES = ['block', 'exam_subject'] as const

const blocksOf = (ids: string, stamp: string): string =>
  `update block set rules_stamp = ${stamp} where id in (${ids})`
const subjectsOf = (pairs: string, stamp: string): string =>
  `update exam_subject set rules_stamp = ${stamp} where (exam_id, subject_id) in (${pairs})`
const blocksIn = (pairs: string, stamp: string): string =>
  `update block set rules_stamp = ${stamp} where (exam_id, subject_id) in (${pairs})`

/** What else gets a new number where rows of a table come, go or change. `rows` are those rows, as a table. */
const FOLLOWING: Record<string, (rows: string, stamp: string) => string[]> = {
  score_point: (rows, stamp) => [
    blocksOf(`select block_id from ${rows}`, stamp),
    subjectsOf(
      `select exam_id, subject_id from block where id in (select block_id from ${rows})`,
      stamp,
    ),
  ],
  question: (rows, stamp) => [
    blocksIn(`select exam_id, subject_id from ${rows}`, stamp),
    subjectsOf(`select exam_id, subject_id from ${rows}`, stamp),
  ],
  answer_key: (rows, stamp) => [
    subjectsOf(
      `select exam_id, subject_id from question where id in (select question_id from ${rows})`,
      stamp,
    ),
  ],
}

const NEXT = `nextval('rules_stamp')`

const POSTGRES = [
  `create sequence rules_stamp`,
  ...TABLES.map(
    (table) => `alter table ${table} add column rules_stamp bigint not null default ${NEXT}`,
  ),
  `create function stamp_rules() returns trigger language plpgsql as $$
   begin new.rules_stamp := ${NEXT}; return new; end $$`,
  ...TABLES.map(
    (table) =>
      `create trigger ${table}_stamp before update on ${table} for each row execute function stamp_rules()`,
  ),
  ...Object.entries(FOLLOWING).flatMap(([table, following]) => [
    `create function stamp_${table}() returns trigger language plpgsql as $$
     begin ${following('changed', NEXT)
       .map((statement) => `${statement};`)
       .join(' ')} return null; end $$`,
    ...(
      [
        ['insert', 'new'],
        ['delete', 'old'],
      ] as const
    ).map(
      ([event, rows]) => `create trigger ${table}_stamp_${event} after ${event} on ${table}
       referencing ${rows} table as changed for each statement execute function stamp_${table}()`,
    ),
    // A row that moves leaves its old place, too.
    ...(['old', 'new'] as const).map(
      (rows) => `create trigger ${table}_stamp_${rows} after update on ${table}
       referencing ${rows} table as changed for each statement execute function stamp_${table}()`,
    ),
  ]),
]

const RANDOM = `abs(random() % 9007199254740991)`

const SQLITE = [
  ...TABLES.flatMap((table) => [
    `alter table ${table} add column rules_stamp integer not null default 0`,
    `update ${table} set rules_stamp = ${RANDOM}`,
    `create trigger ${table}_stamp_insert after insert on ${table}
     begin update ${table} set rules_stamp = ${RANDOM} where rowid = new.rowid; end`,
    `create trigger ${table}_stamp after update on ${table} when new.rules_stamp = old.rules_stamp
     begin update ${table} set rules_stamp = ${RANDOM} where rowid = new.rowid; end`,
  ]),
  ...Object.entries(FOLLOWING).flatMap(([table, following]) =>
    (
      [
        ['insert', 'new'],
        ['delete', 'old'],
        ['update', 'old'],
        ['update', 'new'],
      ] as const
    ).map(
      ([event, row]) => `create trigger ${table}_stamp_${event}_${row} after ${event} on ${table}
       begin ${following(`(select ${columnsOf(table, row)})`, RANDOM)
         .map((statement) => `${statement};`)
         .join(' ')} end`,
    ),
  ),
]

/** The columns of a row that tell what it belongs to. */
function columnsOf(table: string, row: 'old' | 'new'): string {
  const names = { score_point: ['block_id'], answer_key: ['question_id'] }[table] ?? [
    'exam_id',
    'subject_id',
  ]
  return names.map((name) => `${row}.${name} as ${name}`).join(', ')
}
