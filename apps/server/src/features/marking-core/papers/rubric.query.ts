import { type Db, isOneOf } from '@hengjuan/db'
import type { Rubric, RubricEntry } from '@hengjuan/domain'

/** Roles whose readings are given by the rubric, one after the other. */
const READERS = ['R1', 'R2', 'R3'] as const

export interface RubricVersion extends Rubric {
  version: number
  note: string
  /** Null for a text that stood before versions were kept. */
  savedBy: string | null
  savedAt: string | null
}

const versionsOf = (db: Db, blockId: number) =>
  db
    .selectFrom('rubric_version as rubric')
    .leftJoin('user', 'user.id', 'rubric.saved_by')
    .where('rubric.block_id', '=', blockId)

/** A version of the rubric of a block; undefined where there is none. */
export async function findRubric(
  db: Db,
  blockId: number,
  version: number,
): Promise<RubricVersion | undefined> {
  const row = await versionsOf(db, blockId)
    .where('rubric.version', '=', version)
    .select(['rubric.version', 'rubric.text', 'rubric.entries', 'rubric.note'])
    .select(['rubric.saved_at', 'user.name'])
    .executeTakeFirst()
  return (
    row && {
      version: row.version,
      text: row.text,
      entries: JSON.parse(row.entries) as RubricEntry[],
      note: row.note,
      savedBy: row.name,
      savedAt: row.saved_at,
    }
  )
}

/** The versions of a block, the latest first, without what they say. */
export const selectVersions = (db: Db, blockId: number) =>
  versionsOf(db, blockId)
    .select(['rubric.version', 'rubric.note', 'rubric.saved_at', 'user.name as saved_by'])
    .orderBy('rubric.version', 'desc')
    .execute()

/**
 * What readings from before versions were kept were given under: the text of that time, which is the first
 * version, or none.
 */
export async function findFirstVersion(db: Db, blockId: number): Promise<0 | 1> {
  const first = await db
    .selectFrom('rubric_version')
    .select('saved_at')
    .where('block_id', '=', blockId)
    .where('version', '=', 1)
    .executeTakeFirst()
  return first?.saved_at == null ? 1 : 0
}

/** Readings of markers that stand, by the version that they were given under. */
export async function countByVersion(db: Db, blockId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('reading')
    .where('block_id', '=', blockId)
    .where('role', 'in', READERS)
    .where('state', '=', 'submitted')
    .groupBy('rubric_version')
    .select(['rubric_version', ({ fn }) => fn.countAll<number>().as('count')])
    .execute()
  const first = await findFirstVersion(db, blockId)
  const counts = new Map<number, number>()
  for (const { rubric_version, count } of rows) {
    const version = rubric_version ?? first
    counts.set(version, (counts.get(version) ?? 0) + count)
  }
  return counts
}

/** The version under which somebody gave their last paper of a block; undefined before the first. */
export async function findOwnVersion(
  db: Db,
  blockId: number,
  userId: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('reading')
    .where('block_id', '=', blockId)
    .where('marker_id', '=', userId)
    .where('role', 'in', READERS)
    .where('state', 'in', ['submitted', 'rejected'])
    .select('rubric_version')
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && (row.rubric_version ?? (await findFirstVersion(db, blockId)))
}

/**
 * Entries of versions of several blocks.
 *
 * @returns the entries of a version; undefined where there is no such version
 */
export async function selectEntries(
  db: Db,
  wanted: readonly { blockId: number; version: number }[],
): Promise<(blockId: number, version: number) => RubricEntry[] | undefined> {
  const rows = await db
    .selectFrom('rubric_version')
    .where(isOneOf(db, 'block_id', [...new Set(wanted.map(({ blockId }) => blockId))]))
    .where(isOneOf(db, 'version', [...new Set(wanted.map(({ version }) => version))]))
    .select(['block_id', 'version', 'entries'])
    .execute()
  const known = new Map(
    rows.map((row) => [`${row.block_id} ${row.version}`, JSON.parse(row.entries) as RubricEntry[]]),
  )
  return (blockId, version) => known.get(`${blockId} ${version}`)
}

/** How many standing readings each marker of a block gave by the same entries of the same version. */
export const selectPressed = (db: Db, blockId: number) =>
  db
    .selectFrom('reading')
    .innerJoin('user', 'user.id', 'reading.marker_id')
    .where('reading.block_id', '=', blockId)
    .where('reading.role', 'in', READERS)
    .where('reading.state', '=', 'submitted')
    .groupBy([
      'reading.marker_id',
      'user.name',
      'reading.rubric_version',
      'reading.pressed_entries',
    ])
    .select(['reading.marker_id', 'user.name', 'reading.rubric_version'])
    .select(['reading.pressed_entries', ({ fn }) => fn.countAll<number>().as('count')])
    .execute()
