import type { Kysely } from 'kysely'

/** One versioned store of settings: what holds now, and every version of it that there was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['setting', 'setting_version'])
    await db.schema
      .createTable(name)
      .addColumn('scope', 'text', (column) => column.notNull())
      .addColumn('scope_id', 'integer', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('value', 'text')
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('by_id', 'integer', (column) => column.references('user.id'))
      .addColumn('at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint(
        `${name}_pk`,
        (name === 'setting'
          ? ['scope', 'scope_id', 'key']
          : ['scope', 'scope_id', 'key', 'version']) as never,
      )
      .execute()
}
