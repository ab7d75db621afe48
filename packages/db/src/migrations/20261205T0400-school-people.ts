import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * What a school needs to run a term: teaching classes with members, combinations of subjects, why somebody left,
 * transfers between schools, names of classes year by year, subjects that a school uses, and acts on many people
 * that can be taken back as one. @source platform 3.3 to 3.9
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db)
  await createClassTables(db)
  await createYearTables(db)
  await createTransfers(db)
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  const student = db.schema.alterTable('student')
  await student.addColumn('left_as', 'text').execute()
  await student.addColumn('combo', 'text').execute()
  await student.addColumn('entry_year', 'integer').execute()
  await student.addColumn('guardian_phone', 'text').execute()
  await student.addColumn('registry_no', 'text').execute()
  await student.addColumn('person_key', 'text').execute()
  await db.schema.createIndex('student_person_key').on('student').columns(['person_key']).execute()
  const user = db.schema.alterTable('user')
  await user.addColumn('staff_no', 'text').execute()
  await user.addColumn('disabled_reason', 'text').execute()
  await user.addColumn('disabled_by', 'integer', (column) => column.references('user.id')).execute()
  await db.schema
    .createIndex('user_staff_no')
    .on('user')
    .columns(['school_id', 'staff_no'])
    .unique()
    .execute()
  await db.schema
    .alterTable('subject')
    .addColumn('stages', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
}

async function createClassTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('class_member')
    .addColumn('class_id', 'integer', (column) => column.notNull().references('class.id'))
    .addColumn('student_id', 'integer', (column) =>
      column.notNull().references('student.id').onDelete('cascade'),
    )
    .addColumn('subject_id', 'integer', (column) => column.notNull().references('subject.id'))
    .addPrimaryKeyConstraint('class_member_pk', ['class_id', 'student_id'])
    // A student has one teaching class in a subject.
    .addUniqueConstraint('class_member_subject', ['student_id', 'subject_id'])
    .execute()
  await db.schema
    .createTable('class_year')
    .addColumn('class_id', 'integer', (column) =>
      column.notNull().references('class.id').onDelete('cascade'),
    )
    .addColumn('year', 'integer', (column) => column.notNull())
    .addColumn('grade_id', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('class_year_pk', ['class_id', 'year'])
    .execute()
  await db.schema
    .createTable('school_subject')
    .addColumn('school_id', 'integer', (column) => column.notNull().references('school.id'))
    .addColumn('subject_id', 'integer', (column) => column.notNull().references('subject.id'))
    .addColumn('sort', 'integer', (column) => column.notNull())
    .addColumn('hidden', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('school_subject_pk', ['school_id', 'subject_id'])
    .execute()
  // Subjects that a school made before there was a list belong to every school, as they did.
  await sql`insert into school_subject (school_id, subject_id, sort, hidden)
    select school.id, subject.id, subject.sort, 0 from school, subject where subject.custom = 1`.execute(
    db,
  )
}

async function createYearTables(db: Kysely<unknown>): Promise<void> {
  await numbered(db, 'term')
    .addColumn('school_id', 'integer', (column) => column.notNull().references('school.id'))
    .addColumn('year', 'integer', (column) => column.notNull())
    .addColumn('half', 'integer', (column) => column.notNull())
    .addColumn('starts_on', 'text', (column) => column.notNull())
    .addColumn('ends_on', 'text', (column) => column.notNull())
    .addUniqueConstraint('term_once', ['school_id', 'year', 'half'])
    .execute()
  await numbered(db, 'school_change')
    .addColumn('school_id', 'integer', (column) => column.notNull().references('school.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('year', 'integer')
    .addColumn('before', 'text', (column) => column.notNull())
    .addColumn('after', 'text', (column) => column.notNull())
    .addColumn('by_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('undone_at', 'text')
    .execute()
  await db.schema
    .createIndex('school_change_school')
    .on('school_change')
    .columns(['school_id', 'kind'])
    .execute()
}

async function createTransfers(db: Kysely<unknown>): Promise<void> {
  await numbered(db, 'student_transfer')
    .addColumn('student_id', 'integer', (column) => column.notNull().references('student.id'))
    .addColumn('school_id', 'integer', (column) => column.notNull().references('school.id'))
    .addColumn('code', 'text', (column) => column.notNull().unique())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('keeps_scores', 'integer', (column) => column.notNull())
    .addColumn('by_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('taken_student_id', 'integer', (column) =>
      column.references('student.id').onDelete('set null'),
    )
    .addColumn('taken_at', 'text')
    .addColumn('undone_at', 'text')
    .execute()
  await db.schema
    .createIndex('student_transfer_student')
    .on('student_transfer')
    .columns(['student_id'])
    .execute()
}

/** A table with rows that the database numbers. */
function numbered(db: Kysely<unknown>, name: string) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  return db.schema
    .createTable(name)
    .addColumn('id', 'integer', (column) =>
      isPostgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
}
