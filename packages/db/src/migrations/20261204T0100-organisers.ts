import { randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/**
 * An organiser of exams is a row of `school`, of a school or of a bureau; an exam says which schools take part in it,
 * and regions stand above schools. @source platform 1, 5.1, 14
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db)
  await createTables(db)
  await fillExamSchools(db)
  await bindRegionalRoles(db)
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  const school = schema.alterTable('school')
  await school.addColumn('kind', 'text', (column) => column.notNull().defaultTo('school')).execute()
  await school.addColumn('code', 'text').execute()
  await school.addColumn('stages', 'text', (column) => column.notNull().defaultTo('[]')).execute()
  await school.addColumn('closed_at', 'text').execute()
  const inClass = schema.alterTable('class')
  await inClass.addColumn('kind', 'text', (column) => column.notNull().defaultTo('admin')).execute()
  await inClass
    .addColumn('subject_id', 'integer', (column) => column.references('subject.id'))
    .execute()
  await inClass.addColumn('entry_year', 'integer').execute()
  await inClass.addColumn('closed_at', 'text').execute()
  const exam = schema.alterTable('exam')
  await exam.addColumn('scope', 'text', (column) => column.notNull().defaultTo('school')).execute()
  await exam
    .addColumn('peer_names', 'text', (column) => column.notNull().defaultTo('hidden'))
    .execute()
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('region')
    // Six-digit codes of the state.
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('parent_id', 'integer', (column) => column.references('region.id'))
    .addColumn('level', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sort', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('region_parent').on('region').columns(['parent_id', 'sort']).execute()
  await db.schema
    .createTable('exam_school')
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exam.id'))
    .addColumn('school_id', 'integer', (column) => column.notNull().references('school.id'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('code', 'text')
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('contact', 'text')
    .addColumn('submitted_at', 'text')
    .addColumn('locked_at', 'text')
    .addColumn('locked_by', 'integer', (column) => column.references('user.id'))
    .addColumn('reopened_reason', 'text')
    .addColumn('last_count', 'integer')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addPrimaryKeyConstraint('exam_school_pk', ['exam_id', 'school_id'])
    .execute()
  await db.schema
    .createIndex('exam_school_school')
    .on('exam_school')
    .columns(['school_id', 'exam_id'])
    .execute()
}

const CHUNK = 1000

/** Schools of an exam are the one that holds it and those of its candidates; their labels tell nothing about them. */
async function fillExamSchools(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ exam_id: number; school_id: number }>`
    select id as exam_id, school_id from exam
    union select exam_id, school_id from candidate`.execute(db)
  const values = [...Map.groupBy(rows, ({ exam_id }) => exam_id).values()].flatMap((schools) =>
    shuffled(schools).map((row, place) => ({
      ...row,
      state: 'editing',
      label: `${letters(place)}校`,
    })),
  )
  const into = db as Kysely<{ exam_school: (typeof values)[number] }>
  for (let at = 0; at < values.length; at += CHUNK)
    await into
      .insertInto('exam_school')
      .values(values.slice(at, at + CHUNK))
      .execute()
  await sql`update exam set scope = 'joint' where exists (
    select 1 from candidate
    where candidate.exam_id = exam.id and candidate.school_id <> exam.school_id)`.execute(db)
}

function shuffled<T>(list: readonly T[]): T[] {
  const mixed = [...list]
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    ;[mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T]
  }
  return mixed
}

/** A to Z, AA, AB … */
const letters = (place: number): string =>
  (place < 26 ? '' : letters(Math.floor(place / 26) - 1)) + String.fromCharCode(65 + (place % 26))

/** Regional accounts had no organiser; each person gets a bureau of the own, which an operator may rename or merge. */
async function bindRegionalRoles(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ user_id: number; name: string; created_at: string }>`
    select distinct "user".id as user_id, "user".name as name, "user".created_at as created_at
    from user_role inner join "user" on "user".id = user_role.user_id
    where user_role.school_id is null
      and user_role.role in ('marking_admin', 'regional_admin', 'researcher', 'research_leader')`.execute(
    db,
  )
  for (const { user_id, name, created_at } of rows) {
    const bureau = `教育局（${name}）`
    const made = await sql<{ id: number }>`
      insert into school (name, short_name, kind, created_at)
      values (${bureau}, ${bureau}, 'bureau', ${created_at}) returning id`.execute(db)
    const id = made.rows[0]?.id
    await sql`update user_role set school_id = ${id} where user_id = ${user_id}
      and school_id is null
      and role in ('marking_admin', 'regional_admin', 'researcher', 'research_leader')`.execute(db)
    await sql`update "user" set school_id = ${id}
      where id = ${user_id} and school_id is null`.execute(db)
  }
}
