import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the world of this run is prepared by the first test that needs it. */
    worldFolder: string
  }
}

/** A folder that stands beside the prepared world while somebody prepares it. */
export const preparingMark = (folder: string): string => `${folder}.preparing`

/** Where worlds lie that several files share: the workers that have them end with the run. */
export const sharedFolders = (folder: string): string => `${folder}.shared`

/** `E2E_DATABASE=postgres` has every world in the PostgreSQL of the run instead of an SQLite file. */
export const onPostgres = (): boolean => process.env['E2E_DATABASE'] === 'postgres'

/**
 * Vitest global setup: a folder for the prepared world. `E2E_WORLD` names one that is kept, so that the next
 * run finds it ready; a PostgreSQL ends with its run, and what was prepared in it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const kept = onPostgres() ? undefined : process.env['E2E_WORLD']
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'hengjuan-world-')))
  await mkdir(dirname(folder), { recursive: true })
  // Of a run that was killed while it prepared.
  await rm(preparingMark(folder), { recursive: true, force: true })
  project.provide('worldFolder', folder)
  return async () => {
    await rm(preparingMark(folder), { recursive: true, force: true })
    await rm(sharedFolders(folder), { recursive: true, force: true })
    if (kept === undefined) await rm(folder, { recursive: true, force: true })
  }
}
