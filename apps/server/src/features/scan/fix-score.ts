import { AppError, formatMilli } from '@hengjuan/domain'
import { decide, type Decider, type NewDecision, type Outcome } from './decide.ts'
import { requireTemplate } from './facts.query.ts'
import type { PagePlan } from './judge/facts.ts'
import { type MarkedBlock, selectMarkedBlocks } from './score-marks.query.ts'

/** What a person reads from the paper. */
export interface TypedScore {
  sheetId: string
  /** Field of the template: `score:17`. */
  target: string
  scoreMilli: number
}

/**
 * Takes the mark of one block as a person reads it from the paper; the machine's reading stays beside
 * it. Units and totals follow in the same transaction.
 *
 * @throws AppError SCAN_SCORE_INVALID for a mark that the block cannot get; NOT_FOUND for no such place
 */
export const typeScore = (who: Decider, given: TypedScore): Promise<Outcome> =>
  decide(who, async (db) => {
    const { plan } = await requireTemplate(db, who)
    return [scoreDecision(plan, await selectMarkedBlocks(db, who), given)]
  })

/** @throws AppError SCAN_SCORE_INVALID, NOT_FOUND */
export function scoreDecision(
  plan: readonly PagePlan[],
  blocks: ReadonlyMap<string, MarkedBlock>,
  given: TypedScore,
): NewDecision {
  const place = plan.flatMap(({ scores }) => [...scores]).find(([id]) => id === given.target)
  const key = place?.[1].blockKey
  const block = key === undefined ? undefined : blocks.get(key)
  if (!block) throw new AppError('NOT_FOUND', { what: '这个分数格' })
  if (!block.legal.includes(given.scoreMilli))
    throw new AppError('SCAN_SCORE_INVALID', {
      block: block.name,
      allowed: allowedOf(block),
      score: formatMilli(given.scoreMilli),
    })
  return {
    kind: 'score',
    target: given.target,
    sheetId: given.sheetId,
    value: { score_milli: given.scoreMilli },
  }
}

/** As many marks are still read one by one. */
const LISTED = 13

const allowedOf = ({ legal, fullMilli }: MarkedBlock): string =>
  legal.length <= LISTED
    ? ` ${legal.map(formatMilli).join('、')} 分`
    : ` 0 到 ${formatMilli(fullMilli)} 分${legal.some((mark) => mark % 1000 !== 0) ? '，可带半分' : '的整数'}`
