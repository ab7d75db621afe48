import type { MarkerImport } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { ALLOC_MODES } from '@hengjuan/domain'
import type { Static } from 'typebox'
import type { Services } from '../../services.ts'
import { assertNoImportErrors } from '../../spreadsheet/index.ts'
import { allocateAndTell } from './allocation/allocate-and-tell.ts'
import { dryRun } from './allocation/dry-run.ts'
import { type Duty, selectBlockMarkers } from './block-marker.query.ts'
import {
  changeOf,
  type CheckedTable,
  checkTable,
  type ExamSubject,
  keyOf,
  type MarkerLine,
  type MarkerTable,
  selectBlocks,
} from './marker-table.ts'

const QUOTA_MODE = 3

type Report = Static<typeof MarkerImport>

/**
 * Says row by row what a table of markers comes to, without writing anything: unknown blocks and
 * people, numbers that are none, and whether the blocks could be marked that way.
 */
export async function previewMarkers(
  services: Services,
  subject: ExamSubject,
  table: MarkerTable,
): Promise<Report> {
  const checked = await checkTable(services.db, subject, table)
  const blocks = await describeBlocks(services, subject, checked)
  return { applied: 0, rows: checked.rows, blocks }
}

/**
 * Adds and changes the markers and leaders that a table names. Who is not named stays as they are.
 *
 * @throws AppError IMPORT_HAS_ERRORS with cell addresses, or why an allocation cannot be saved;
 *   nothing is written then
 */
export async function importMarkers(
  services: Services,
  subject: ExamSubject,
  table: MarkerTable,
): Promise<Report> {
  const checked = await checkTable(services.db, subject, table)
  assertNoImportErrors(checked.errors)
  const blocks = await describeBlocks(services, subject, checked)
  await services.db.transaction().execute(async (db) => {
    for (const [blockId, lines] of Map.groupBy(checked.lines, (line) => line.blockId))
      await allocateAndTell(db, services, await mergedAllocation(db, blockId, lines))
  })
  return { applied: 1, rows: checked.rows, blocks }
}

async function describeBlocks(
  services: Services,
  subject: ExamSubject,
  checked: CheckedTable,
): Promise<Report['blocks']> {
  const { db } = services
  const blocks = await selectBlocks(db, subject)
  const report: Report['blocks'] = []
  for (const { id, name, alloc_mode } of blocks) {
    const lines = checked.lines.filter(({ blockId }) => blockId === id)
    if (lines.length === 0) continue
    const before = new Map(
      (await selectBlockMarkers(db, id)).map((row) => [
        keyOf({ blockId: id, userId: row.user_id, duty: row.duty as Duty }),
        row,
      ]),
    )
    const results = lines.map((line) => changeOf(line, before.get(keyOf(line))).result)
    const named = new Set(lines.map(keyOf))
    const becomesQuota = wantsQuotas(lines) && alloc_mode !== QUOTA_MODE
    report.push({
      block_id: id,
      block_name: name,
      added: results.filter((result) => result === 'add').length,
      changed: results.filter((result) => result === 'change').length,
      kept: [...before.keys()].filter((key) => !named.has(key)).length,
      note: becomesQuota
        ? `分配方式由「${ALLOC_MODES[alloc_mode as 1 | 2]}」改为「${ALLOC_MODES[QUOTA_MODE]}」`
        : '',
      problem: await problemOf(services, id, lines),
    })
  }
  return report
}

const wantsQuotas = (lines: readonly MarkerLine[]): boolean =>
  lines.some(({ quota, weight }) => quota !== null || weight !== null)

/** Saves the allocation of a block in a transaction that is thrown away, to hear what is against it. */
const problemOf = (
  services: Services,
  blockId: number,
  lines: readonly MarkerLine[],
): Promise<string> =>
  dryRun(services, async (db) =>
    allocateAndTell(db, services, await mergedAllocation(db, blockId, lines)),
  )

/** The people of a block with those of the table over them. */
async function mergedAllocation(db: Db, blockId: number, lines: readonly MarkerLine[]) {
  const wanted = new Map(lines.map((line) => [keyOf(line), line]))
  const present = await selectBlockMarkers(db, blockId)
  const stay = present
    .filter((row) => !wanted.has(keyOf({ blockId, userId: row.user_id, duty: row.duty as Duty })))
    .map((row) => ({ marker_id: row.user_id, duty: row.duty as Duty }))
  const named = lines.map(({ userId, duty, quota, weight }) => ({
    marker_id: userId,
    duty,
    ...(quota === null ? {} : { quota }),
    ...(weight === null ? {} : { weight }),
  }))
  const shares = wantsQuotas(lines)
    ? {
        alloc_mode: QUOTA_MODE,
        quotas_are_weights: lines.some(({ weight }) => weight !== null) ? 1 : 0,
      }
    : {}
  return { block_id: blockId, ...shares, markers: [...stay, ...named] }
}
