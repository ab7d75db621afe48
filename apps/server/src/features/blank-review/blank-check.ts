import { randomInt } from 'node:crypto'
import type { blankBlockGet, blankBlockList, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { blankCheckCount, BLANKS_ON_A_SHEET, type MarkEvent } from '@hengjuan/domain'
import { runInWorker } from '../../reader-thread/run-in-worker.ts'
import { isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import {
  applyEvent,
  type BlockRules,
  factsOf,
  listedImagesOf,
  selectBlockRules,
  selectLedIds,
  settingsOf,
  shortName,
  type UnitRow,
  withRetry,
} from '../marking-core/index.ts'
import {
  countReturnedBatches,
  findShortBatch,
  selectCheckCounts,
  selectExamBlocks,
  selectInBlankReview,
  selectReportedBlank,
  selectStandingBlanks,
  selectUnitsOfBlock,
  storeBlankBatch,
} from './blank-batch.query.ts'
import { selectConfirmedBlanks, selectRejectedLeastInk } from './blank-ink.query.ts'

type BlockView = ReplyOf<typeof blankBlockList>['list'][number]

const isConfirmedBy = (unit: UnitRow, userId: number) =>
  factsOf(unit).blankConfirmedBy.includes(userId)

/** How far the check for blank answers is, in each block that somebody supervises or leads. */
export async function selectBlankBlocks(
  services: Services,
  examId: number,
  { supervises, subjectId }: { supervises: (subjectId: number) => boolean; subjectId?: number },
  userId: number,
): Promise<BlockView[]> {
  const { db } = services
  const led = new Set(await selectLedIds(db, userId))
  const blocks = (await selectExamBlocks(db, examId)).filter(
    ({ id, subject_id }) =>
      (supervises(subject_id) || led.has(id)) &&
      (subjectId === undefined || subject_id === subjectId),
  )
  const counts = await blankCounts(
    services,
    blocks.map(({ id }) => id),
    userId,
  )
  return blocks.flatMap((block, index) => {
    const own = counts[index]
    if (!own) return []
    const settings = settingsOf(block)
    return {
      block_id: block.id,
      block_name: block.name,
      subject_id: block.subject_id,
      subject_name: block.subject_name,
      full_milli: block.full_milli,
      blank_check: settings.blankCheck ? 1 : 0,
      ink_limit: settings.blankInkLimit,
      needs_two: settings.blankNeedsTwo ? 1 : 0,
      is_supervised: supervises(block.subject_id),
      ...own,
    }
  })
}

/** What is to be told of blank answers, by block in the order of the ids, away from those who mark. */
export const blankCounts = runInWorker(
  import.meta.url,
  'blankCounts',
  async ({ db }, blockIds: readonly number[], userId: number) => {
    const confirmed = await selectConfirmedBlanks(db, blockIds)
    const rejected = await selectRejectedLeastInk(db, blockIds)
    return Promise.all(
      blockIds.map(async (id) => {
        const waiting = await selectInBlankReview(db, id)
        const own = waiting.filter((unit) => isConfirmedBy(unit, userId)).length
        const checks = await selectCheckCounts(db, id)
        return {
          waiting: waiting.length - own,
          awaiting_second: own,
          confirmed: confirmed.get(id)?.count ?? 0,
          checks_open: checks.open,
          checks_done: checks.done,
          returned_batches: await countReturnedBatches(db, id),
          confirmed_most_ink: confirmed.get(id)?.mostInk ?? null,
          rejected_least_ink: rejected.get(id) ?? null,
        }
      }),
    )
  },
)

/** A contact sheet of probably blank answers that this person has not confirmed yet. */
export async function blankSheet(
  services: Services,
  blockId: number,
  userId: number,
  want: number = BLANKS_ON_A_SHEET,
): Promise<ReplyOf<typeof blankBlockGet>> {
  const { shown, remaining } = await blanksToConfirm(services, { blockId, userId }, want)
  const images = await listedImagesOf(services.db, services, shown)
  return {
    list: shown.map((unit) => ({
      unit_id: unit.id,
      secret_code: unit.secret_code,
      version: shortName(unit.images),
      images: images.get(unit.id) ?? [],
      ink_ratio: unit.ink_ratio,
      confirmed_once: factsOf(unit).blankConfirmedBy.length > 0 ? 1 : 0,
      waiting_since: factsOf(unit).since,
    })),
    remaining,
  }
}

/** Answers that wait for a person: the first ones, and how many there are; away from those who mark. */
export const blanksToConfirm = runInWorker(
  import.meta.url,
  'blanksToConfirm',
  async ({ db }, { blockId, userId }: { blockId: number; userId: number }, want: number) => {
    const waiting = (await selectInBlankReview(db, blockId)).filter(
      (unit) => !isConfirmedBy(unit, userId),
    )
    return { shown: waiting.slice(0, want), remaining: waiting.length }
  },
)

export interface Confirmed {
  confirmed: number
  checks: number
  /** Of these those that were confirmed before. */
  earlier_checks: number
  awaiting_second: number
  skipped: number
  /** Of other pictures than were shown. */
  changed: number
}

/**
 * Confirms blank answers: final 0 with the reason "not responded". A few of them, drawn by chance, go to
 * normal marking instead; the batch stands or falls with them. A batch too small for as many as it should have is
 * continued by what the same person confirms next, and its checks are drawn from all of it: one by one, nothing would
 * ever be checked.
 *
 * @param shown of a unit, the name of the pictures that were looked at; absent where nobody says
 * @source domain rules 6.1 (3), (4)
 */
export async function confirmBlanks(
  services: Services,
  blockId: number,
  unitIds: readonly number[],
  userId: number,
  shown: ReadonlyMap<number, string> = new Map(),
): Promise<Confirmed> {
  const rules = await selectBlockRules(services.db, blockId)
  return withRetry(services, async (db) => {
    const units = await selectUnitsOfBlock(db, blockId, unitIds)
    const waiting = units.filter((unit) => isWaiting(unit) && !isConfirmedBy(unit, userId))
    // Nobody reads it again: what was found blank is what was looked at.
    const open = waiting.filter(
      ({ id, images }) => (shown.get(id) ?? shortName(images)) === shortName(images),
    )
    const { blankNeedsTwo } = rules.settings
    const first = open.filter((unit) => blankNeedsTwo && isFirstConfirmation(unit))
    const last = open.filter((unit) => !first.includes(unit))
    const batch = last.length > 0 ? await findShortBatch(db, { blockId, by: userId }) : null
    const earlier = batch ? await selectStandingBlanks(db, batch.id) : []
    // What a marker reported was looked at in normal marking already.
    const ids = [...last, ...earlier].map(({ id }) => id)
    const reported = await selectReportedBlank(db, ids)
    const unseen = ids.filter((id) => !reported.has(id))
    const made = batch?.checks ?? 0
    const checks = new Set(drawn(unseen, blankCheckCount(unseen.length + made) - made))
    const send = sender(db, services, rules, userId)
    for (const unit of first) await send(unit, { type: 'blank_confirm', by: userId })
    const confirmed = last.filter(({ id }) => !checks.has(id))
    for (const unit of confirmed) await send(unit, { type: 'blank_confirm', by: userId })
    // Sent on by the machine: nobody looked at it and found it written on.
    const machine = sender(db, services, rules, null)
    for (const unit of earlier)
      if (checks.has(unit.id)) await machine(unit, { type: 'blank_review' })
    for (const id of checks)
      await machine({ id }, { type: 'blank_reject', by: userId, isCheck: true })
    if (last.length > 0)
      await storeBlankBatch(db, {
        id: batch?.id ?? null,
        blockId,
        by: userId,
        at: isoNow(services.clock),
        confirmed: confirmed.map(({ id }) => id),
        checks: [...checks],
      })
    return {
      confirmed: confirmed.length,
      checks: checks.size,
      earlier_checks: earlier.filter(({ id }) => checks.has(id)).length,
      awaiting_second: first.length,
      skipped: unitIds.length - waiting.length,
      changed: waiting.length - open.length,
    }
  })
}

/**
 * Sends answers that are not blank to marking, or confirmed ones back to review.
 *
 * @param to where they go
 */
export async function rejectBlanks(
  services: Services,
  blockId: number,
  unitIds: readonly number[],
  to: 'marking' | 'review',
  userId: number,
): Promise<{ returned: number; skipped: number }> {
  const rules = await selectBlockRules(services.db, blockId)
  return withRetry(services, async (db) => {
    const send = sender(db, services, rules, userId)
    let returned = 0
    for (const unit of await selectUnitsOfBlock(db, blockId, unitIds)) {
      const isConfirmed = factsOf(unit).decision?.source === 'BLANK'
      if (!isWaiting(unit) && !isConfirmed) continue
      if (to === 'review' && !isConfirmed) continue
      if (isConfirmed) await send(unit, { type: 'blank_review' })
      if (to === 'marking') await send(unit, { type: 'blank_reject', by: userId })
      returned++
    }
    return { returned, skipped: unitIds.length - returned }
  })
}

export const isWaiting = (unit: Pick<UnitRow, 'state'>): boolean => unit.state === 'BLANK_REVIEW'
const isFirstConfirmation = (unit: UnitRow) => factsOf(unit).blankConfirmedBy.length === 0

const sender =
  (db: Db, services: Services, rules: BlockRules, userId: number | null) =>
  (unit: Pick<UnitRow, 'id'>, event: MarkEvent) =>
    applyEvent(db, services, unit.id, event, { userId, rules })

function drawn<T>(from: readonly T[], count: number): T[] {
  const rest = [...from]
  return Array.from({ length: Math.max(0, count) }).flatMap(() =>
    rest.splice(randomInt(rest.length), 1),
  )
}
