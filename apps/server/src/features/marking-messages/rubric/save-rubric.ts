import { type Db, lockRows } from '@hengjuan/db'
import { AppError, isSameRubric, type Rubric } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { findRubric, measureAgain, settingsOf, storedSettings } from '../../marking-core/index.ts'

/** Who changes the rubric of a block, and why. */
export interface RubricChange {
  blockId: number
  byId: number
  /** In the words of the author; empty without. */
  note: string
}

/**
 * Keeps the rubric of a block as a new version; nothing happens where it says the same as the one that
 * holds. Markers are measured by it as after any change of the rules.
 *
 * @param change - makes the new rubric of the one that holds; asked in the transaction, with the block locked
 * @returns the version that holds now, and whether it is new
 */
export async function saveRubric(
  db: Db,
  services: Services,
  { blockId, byId, note }: RubricChange,
  change: (now: Rubric & { version: number }) => Rubric | Promise<Rubric>,
): Promise<{ version: number; isNew: boolean }> {
  const block = await lockRows(
    db,
    db.selectFrom('block').selectAll().where('id', '=', blockId),
  ).executeTakeFirst()
  if (!block) throw new AppError('MARKING_BLOCK_NOT_FOUND')
  const settings = settingsOf(block)
  const stored = await findRubric(db, blockId, settings.rubricVersion)
  const now = {
    text: settings.rubric,
    entries: stored?.entries ?? [],
    version: settings.rubricVersion,
  }
  const { text, entries } = await change(now)
  if (isSameRubric(now, { text, entries })) return { version: now.version, isNew: false }
  // A text from before versions were kept becomes the first one, by nobody in particular.
  if (!stored && now.version > 0)
    await insertVersion(db, {
      block_id: blockId,
      version: now.version,
      text: now.text,
      entries: '[]',
      note: '',
      saved_by: null,
      saved_at: null,
    })
  const version = now.version + 1
  await insertVersion(db, {
    block_id: blockId,
    version,
    text,
    entries: JSON.stringify(entries),
    note,
    saved_by: byId,
    saved_at: isoNow(services.clock),
  })
  await db
    .updateTable('block')
    .set({
      settings: JSON.stringify({ ...storedSettings(block), rubric: text, rubricVersion: version }),
    })
    .where('id', '=', blockId)
    .execute()
  await measureAgain(db, blockId, settings.daySeeds)
  return { version, isNew: true }
}

interface VersionRow {
  block_id: number
  version: number
  text: string
  entries: string
  note: string
  saved_by: number | null
  saved_at: string | null
}

const insertVersion = (db: Db, row: VersionRow) =>
  db.insertInto('rubric_version').values(row).execute()
