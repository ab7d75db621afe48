import type { Kysely } from 'kysely'

/** First passwords that run out, phones, second factors, identities of elsewhere, and what proves something once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('user').addColumn('initial_until', 'text').execute()
  await db.schema.alterTable('session').addColumn('held', 'text').execute()
  await db.schema
    .createTable('phone_binding')
    .addColumn('user_id', 'integer', (column) => column.primaryKey().references('user.id'))
    .addColumn('phone', 'text', (column) => column.notNull().unique())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('phone_code')
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('phone_code_pk', ['phone', 'purpose'])
    .execute()
  await db.schema
    .createTable('ticket')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('user_id', 'integer', (column) => column.references('user.id'))
    .addColumn('facts', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('ticket_expires_idx').on('ticket').columns(['expires_at']).execute()
  await db.schema
    .createTable('second_factor')
    .addColumn('user_id', 'integer', (column) => column.primaryKey().references('user.id'))
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('confirmed_at', 'text')
    .addColumn('last_step', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('recovery_code')
    .addColumn('user_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_code_pk', ['user_id', 'code_hash'])
    .execute()
  await db.schema
    .createTable('outside_identity')
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('user_id', 'integer', (column) => column.notNull().references('user.id'))
    .addColumn('at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('outside_identity_pk', ['provider', 'subject'])
    .execute()
  await db.schema
    .createIndex('outside_identity_user_idx')
    .on('outside_identity')
    .columns(['user_id'])
    .execute()
}
