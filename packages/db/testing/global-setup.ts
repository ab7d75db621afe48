import path from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'

import { migrateToLatest, openDatabase } from '../src/index.ts'
import { startPostgresCluster } from './postgres-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the maintenance database of this run's PostgreSQL. */
    postgresAdminUrl: string
    /** A migrated, empty SQLite file to copy. */
    sqliteTemplate: string
  }
}

/** Name of the PostgreSQL database that holds the migrated, empty schema. */
export const TEMPLATE = 'hengjuan_template'

/** Vitest global setup: one PostgreSQL per run; the schema is migrated once and cloned per test. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgresCluster()
  const sqliteTemplate = path.join(cluster.folder, 'template.sqlite')
  try {
    await migrateTemplate(sqliteTemplate)
    await createPostgresTemplate(cluster.adminUrl)
  } catch (error) {
    await cluster.stop()
    throw error
  }
  project.provide('postgresAdminUrl', cluster.adminUrl)
  project.provide('sqliteTemplate', sqliteTemplate)
  return cluster.stop
}

/** The address of another database of the same server. */
export function databaseUrl(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return url.href
}

async function createPostgresTemplate(adminUrl: string): Promise<void> {
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    await admin.query(`create database ${TEMPLATE}`)
    await migrateTemplate(databaseUrl(adminUrl, TEMPLATE))
    // A template with a connection open cannot be cloned, so nobody may connect to it any more.
    await admin.query(`alter database ${TEMPLATE} with allow_connections false is_template true`)
  } finally {
    await admin.end()
  }
}

async function migrateTemplate(url: string): Promise<void> {
  const db = openDatabase(url)
  try {
    await migrateToLatest(db)
  } catch (cause) {
    throw new Error(`The migrations failed on ${url}`, { cause })
  } finally {
    await db.destroy()
  }
}
