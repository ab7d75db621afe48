import type { Kysely } from 'kysely'

/** Tries that wait until a time, tries by the account they are for, and from where people have signed in before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('rate_limit').addColumn('blocked_until', 'text').execute()
  await db.schema.alterTable('rate_limit').addColumn('account', 'text').execute()
  await db.schema
    .createIndex('rate_limit_account_idx')
    .on('rate_limit')
    .columns(['account'])
    .execute()
  await db.schema
    .createTable('sign_in_place')
    .addColumn('user_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('last_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('sign_in_place_pk', ['user_id', 'kind', 'place'])
    .execute()
}
