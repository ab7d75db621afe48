import type { Db } from '@hengjuan/db'
import { isSameEntry } from '@hengjuan/domain'
import {
  findFirstVersion,
  findRubric,
  selectBlockRules,
  selectEntries,
  selectVersions,
} from '../../marking-core/index.ts'

/** An entry of the rubric, and the versions in which it says what it says now. */
export interface EntryVersions {
  entryId: string
  versions: number[]
  /** Were readings from before versions were kept given under one of them? */
  hasUnversioned: boolean
}

/**
 * Under which versions readings count for an entry, as `rubricUse` counts them; none where the rubric that
 * holds does not have it.
 */
export async function entryVersions(
  db: Db,
  blockId: number,
  entryId: string,
): Promise<EntryVersions> {
  const { settings } = await selectBlockRules(db, blockId)
  const { entries = [] } = (await findRubric(db, blockId, settings.rubricVersion)) ?? {}
  const entry = entries.find(({ id }) => id === entryId)
  if (!entry) return { entryId, versions: [], hasUnversioned: false }
  const all = (await selectVersions(db, blockId)).map(({ version }) => version)
  const known = await selectEntries(
    db,
    all.map((version) => ({ blockId, version })),
  )
  const versions = all.filter((version) =>
    known(blockId, version)?.some((one) => isSameEntry(one, entry)),
  )
  return {
    entryId,
    versions,
    hasUnversioned: versions.includes(await findFirstVersion(db, blockId)),
  }
}
