import { type Db, yieldToEventLoop } from '@hengjuan/db'
import { leaseUntil, owesSelfPaper, SELF_AFTER_MS, selfPaper } from '@hengjuan/domain'
import { runInWorker } from '../../../reader-thread/run-in-worker.ts'
import { type Clock, isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import {
  type BlockRules,
  findAssignmentForUpdate,
  selectBlockRules,
  selectRiskIds,
  withRetry,
} from '../../marking-core/index.ts'
import { holdMeasure } from './hold-measure.query.ts'
import { nameSeeds } from './seed.query.ts'
import {
  countOwnSubmitted,
  countSubmitted,
  selectAtWork,
  selectOwnSubmitted,
  selectSelfRecords,
  selectSelfServed,
} from './self.query.ts'

/** States of papers that nobody is given: their pictures are away, or somebody decides whether they are marked at all. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['WAIT_IMAGE', 'PROBLEM', 'BLANK_REVIEW'])

/** Own papers that are looked through for one to serve again. */
const LOOKED_THROUGH = 1000

/**
 * Puts papers of their own into the hands of those who are marking now, to see how they mark them the
 * second time. It is done beside the giving out of papers, which stays as it is: the paper comes with the
 * next ones, and leaves the hands as any other.
 *
 * @returns how many were served
 * @source domain rules 7.4
 */
export async function serveSelfPapers(services: Services): Promise<number> {
  let served = 0
  for (const { block_id, marker_id } of await selfPapersDue(services)) {
    if (await withRetry(services, (db) => serveSelf(db, services, block_id, marker_id))) served++
    await yieldToEventLoop()
  }
  return served
}

/** Whom a paper is to be served to, away from those who mark: what everybody at work handed in is looked at. */
export const selfPapersDue = runInWorker(
  import.meta.url,
  'selfPapersDue',
  async ({ db, clock }) => {
    const due: Awaited<ReturnType<typeof selectAtWork>> = []
    const atWork = await selectAtWork(db, isoNow(clock))
    for (const [blockId, people] of Map.groupBy(atWork, ({ block_id }) => block_id)) {
      const rules = await selectBlockRules(db, blockId)
      const ratioPercent = rules.settings.selfRatio
      if (ratioPercent === 0) continue
      const done = await countSubmitted(db, blockId)
      // Those with nothing to compare with are missing: who may owe one is looked at more closely.
      const again = await selectSelfRecords(db, blockId)
      for (const person of people) {
        const own = done.get(person.marker_id) ?? 0
        const served = again.get(person.marker_id)?.den ?? 0
        if (!owesSelfPaper({ done: own, served, ratioPercent })) continue
        if (await findSelfPaper(db, clock, rules, person.marker_id)) due.push(person)
      }
    }
    return due
  },
)

/** The own paper that a marker is to be served again now. */
async function findSelfPaper(db: Db, clock: Clock, rules: BlockRules, markerId: number) {
  const { block, settings } = rules
  const earlier = await selectSelfServed(db, block.id, markerId)
  if (earlier.some(({ state }) => state === 'held')) return undefined
  const taken = new Set(earlier.map(({ unit_id }) => unit_id))
  const before = new Date(clock.now().getTime() - SELF_AFTER_MS).toISOString()
  const submitted = await selectOwnSubmitted(db, block.id, markerId, LOOKED_THROUGH)
  const risks = await selectRiskIds(
    db,
    submitted.map(({ unit_id }) => unit_id),
  )
  const papers = submitted.flatMap(({ id, unit_id, submitted_at, state }, later) =>
    !taken.has(unit_id) &&
    !NOT_SHOWN.has(state) &&
    !risks.has(unit_id) &&
    (submitted_at ?? '') <= before
      ? [{ readingId: id, later }]
      : [],
  )
  const chosen = selfPaper(papers, {
    done: await countOwnSubmitted(db, block.id, markerId),
    served: earlier.filter(({ state }) => state === 'given').length,
    ratioPercent: settings.selfRatio,
    salt: block.salt,
  })
  return submitted.find(({ id }) => id === chosen)
}

async function serveSelf(
  db: Db,
  services: Services,
  blockId: number,
  markerId: number,
): Promise<boolean> {
  const rules = await selectBlockRules(db, blockId)
  if (rules.settings.selfRatio === 0) return false
  const own = await findAssignmentForUpdate(db, blockId, markerId)
  if (!own || own.suspended_at !== null) return false
  const paper = await findSelfPaper(db, services.clock, rules, markerId)
  if (!paper) return false
  await holdMeasure(db, {
    unit_id: paper.unit_id,
    block_id: blockId,
    role: 'SELF',
    marker_id: markerId,
    claimed_at: isoNow(services.clock),
    lease_until: leaseUntil(services.clock.now(), null),
  })
  // What their marker is told of how much they did counts such papers as it counts seeds.
  await nameSeeds(db, blockId)
  return true
}
