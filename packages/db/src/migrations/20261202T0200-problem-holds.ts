import type { Kysely } from 'kysely'

/** Which leader has a problem paper in hand, and what was decided about one under which key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('problem_hold')
    .addColumn('unit_id', 'integer', (column) => column.primaryKey().references('unit.id'))
    .addColumn('user_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('until', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('problem_decision')
    .addColumn('idem_key', 'text', (column) => column.primaryKey())
    .addColumn('unit_id', 'integer', (column) => column.notNull().references('unit.id'))
    .addColumn('user_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('decision', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('problem_decision_unit_id_idx')
    .on('problem_decision')
    .columns(['unit_id'])
    .execute()
}
