import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type DatabaseKind, migratedDatabaseUrl } from '@hengjuan/db/testing'
import { onTestFinished } from 'vitest'
import { readConfig } from '../../../config.ts'
import { ensureFirstRows } from '../../../first-rows.ts'
import { openServices, type Services } from '../../../services.ts'

/**
 * The services of a server on a database of their own with a clock to move; gone after the test.
 *
 * @param through the address by which the database is reached instead of its own
 */
export async function openTestServices(
  kind: DatabaseKind,
  through: (url: string) => Promise<string> = async (url) => url,
) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hengjuan-marking-'))
  const { url: straight, discard } = await migratedDatabaseUrl(kind)
  const url = await through(straight)
  let now = Date.parse('2026-11-20T01:00:00.000Z')
  const services = await openServices(readConfig({ DATA_DIR: dataDir, DATABASE_URL: url }), {
    now: () => new Date(now),
  })
  onTestFinished(async () => {
    await services.db.destroy()
    await discard()
    await rm(dataDir, { recursive: true, force: true })
  })
  await ensureFirstRows(services)
  return { services, advance: (ms: number) => void (now += ms) }
}

/** Another server of the same database and images: its caches and connections are its own. */
export async function openSecondServer({ config, clock }: Services): Promise<Services> {
  const second = await openServices(config, clock)
  onTestFinished(() => second.db.destroy())
  return second
}
