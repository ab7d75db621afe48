import type { MarkerImport } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import type { Static } from 'typebox'
import type { Services } from '../../../services.ts'
import { assertNoImportErrors } from '../../../spreadsheet/index.ts'
import { allocateAndTell } from './allocate-and-tell.ts'
import {
  type Duty,
  lockAllocation,
  selectBlockMarkers,
  withRetry,
} from '../../marking-core/index.ts'
import { isByQuota, type Share, shareText } from './diff-rows.ts'
import { dryRun } from './dry-run.ts'
import { changeOf, keyOf, type MarkerLine, shareNow } from './marker-change.ts'
import {
  type CheckedTable,
  checkTable,
  type ExamSubject,
  type MarkerTable,
  selectBlocks,
} from './marker-table.ts'

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
  await saveLines(services, checked.lines)
  return { applied: 1, rows: checked.rows, blocks }
}

/** Writes checked rows over the people of their blocks; who is not named stays as they are by then. */
export const saveLines = (services: Services, lines: readonly MarkerLine[]): Promise<void> =>
  withRetry(services, async (db) => {
    const byBlock = Map.groupBy(lines, ({ blockId }) => blockId)
    await lockAllocation(db, ...byBlock.keys())
    for (const [blockId, own] of byBlock)
      await allocateAndTell(db, services, await mergedAllocation(db, blockId, own))
  })

async function describeBlocks(
  services: Services,
  subject: ExamSubject,
  checked: CheckedTable,
): Promise<Report['blocks']> {
  const { db } = services
  const blocks = await selectBlocks(db, subject)
  const report: Report['blocks'] = []
  for (const block of blocks) {
    const { id, name } = block
    const lines = checked.lines.filter(({ blockId }) => blockId === id)
    if (lines.length === 0) continue
    const before = new Map(
      (await selectBlockMarkers(db, id)).map((row) => [
        keyOf({ blockId: id, userId: row.user_id, duty: row.duty as Duty }),
        row,
      ]),
    )
    const now = shareNow(block)
    const results = lines.map((line) => changeOf(line, before.get(keyOf(line)), now).result)
    const named = new Set(lines.map(keyOf))
    const wanted = shareOf(lines)
    const others = [...before].flatMap(([key, row]) => (named.has(key) ? [] : [row]))
    report.push({
      block_id: id,
      block_name: name,
      added: results.filter((result) => result === 'add').length,
      changed: results.filter((result) => result === 'change').length,
      kept: others.length,
      note: [shareNote(now, wanted), idleNote(wanted, others)].filter(Boolean).join('；'),
      problem: await problemOf(services, id, lines),
    })
  }
  return report
}

/** How rows with numbers share a block out; null where they say nothing of it. */
const shareOf = (lines: readonly MarkerLine[]): Share | null =>
  lines.some(({ quota, weight }) => quota !== null || weight !== null)
    ? { allocMode: 3, quotasAreWeights: lines.some(({ weight }) => weight !== null) }
    : null

const shareNote = (now: Share, wanted: Share | null): string =>
  wanted === null || shareText(now) === shareText(wanted)
    ? ''
    : `分配方式由「${shareText(now)}」改为「${shareText(wanted)}」`

/** Whom a table of papers does not name, and who has none from before: nobody would give them any. */
function idleNote(
  wanted: Share | null,
  others: Awaited<ReturnType<typeof selectBlockMarkers>>,
): string {
  if (wanted === null || !isByQuota(wanted)) return ''
  const idle = others.filter(
    ({ duty, quota, suspended_at }) =>
      duty === 'marker' && suspended_at === null && (quota ?? 0) === 0,
  )
  return idle.length === 0
    ? ''
    : `${idle.map(({ name }) => name).join('、')}没有任务量，领不到试卷，需要的请在表中加上`
}

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
  const share = shareOf(lines)
  return {
    block_id: blockId,
    ...(share
      ? { alloc_mode: share.allocMode, quotas_are_weights: share.quotasAreWeights ? 1 : 0 }
      : {}),
    markers: [...stay, ...named],
  }
}
