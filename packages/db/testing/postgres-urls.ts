import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { databaseUrl } from './global-setup.ts'

/** The address of a new PostgreSQL database without any table, for tests of the migrations. */
export async function emptyPostgresUrl(): Promise<{ url: string; discard: () => Promise<void> }> {
  return createPostgres('template0')
}

/** Makes a database of that name for copies to be made of, with `createPostgres`; it goes with the run's PostgreSQL. */
export async function namedPostgresUrl(name: string): Promise<string> {
  const adminUrl = inject('postgresAdminUrl')
  await asAdmin(adminUrl, `create database ${name}`)
  return databaseUrl(adminUrl, name)
}

/** The address of a new copy of a PostgreSQL database of this run, which nobody may be connected to. */
export async function createPostgres(
  template: string,
): Promise<{ url: string; discard: () => Promise<void> }> {
  const adminUrl = inject('postgresAdminUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copying the files of a small template takes half as long as writing it block by block.
  await asAdmin(adminUrl, `create database ${name} template ${template} strategy file_copy`)
  return {
    url: databaseUrl(adminUrl, name),
    discard: () => asAdmin(adminUrl, `drop database if exists ${name} with (force)`),
  }
}

async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}
