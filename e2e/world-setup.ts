import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the world of this run is prepared by the first test that needs it. */
    worldFolder: string
  }
}

/**
 * Vitest global setup: a folder for the prepared world. `E2E_WORLD` names one that is kept, so that the next
 * run finds it ready.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const kept = process.env['E2E_WORLD']
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'hengjuan-world-')))
  project.provide('worldFolder', folder)
  return async () => {
    if (kept === undefined) await rm(folder, { recursive: true, force: true })
  }
}
