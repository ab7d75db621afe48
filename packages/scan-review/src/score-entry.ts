import { acceptKey, closeEntry, formatMilli } from '@hengjuan/domain'
import type { ReviewItem } from './types.ts'

export type Score = NonNullable<ReviewItem['score']>
type TotalPart = NonNullable<Score['total']>['parts'][number]

/** What is typed: text that may go on, and the mark that it stands for. */
export interface ScoreDraft {
  text: string
  /** Null while the text is no mark that the block may get. */
  milli: number | null
}

const draftOf = (milli: number): ScoreDraft => ({ text: formatMilli(milli), milli })

export const NO_DRAFT: ScoreDraft = { text: '', milli: null }

/** One of the marks that a written total is compared with, to be corrected in its place. */
export const asPart = (score: Score, part: TotalPart): Score => ({
  ...score,
  block_name: part.block_name,
  full_milli: part.full_milli,
  legal_milli: part.legal_milli,
  read_milli: part.counted_milli,
  answer_milli: part.counted_milli,
  places: [],
  total: null,
})

/** What taking a mark means: of a total, whether it ends the difference. */
export function acceptText({ total }: Score, milli: number): string {
  if (!total) return `确认 ${formatMilli(milli)} 分`
  return milli === total.sum_milli
    ? `总分写错，按各题合计 ${formatMilli(milli)} 分`
    : `总分记为 ${formatMilli(milli)} 分（仍不一致）`
}

/**
 * What to begin with: the mark that holds, or the machine's where the block may get it; of a total that is not the sum
 * of the marks, the sum.
 */
export function proposedDraft({ answer_milli, read_milli, legal_milli, total }: Score): ScoreDraft {
  const begin = total?.sum_milli ?? answer_milli ?? read_milli
  return begin !== null && legal_milli.includes(begin) ? draftOf(begin) : NO_DRAFT
}

/**
 * One more key: a digit, a full stop or `;` for half a point.
 *
 * @param isFresh the draft is still the proposal: the first key begins anew
 * @returns the same draft where no mark of the block begins so
 */
export function typeKey(
  score: Score,
  draft: ScoreDraft,
  key: string,
  isFresh: boolean,
): ScoreDraft {
  const legal = score.legal_milli
  const before = isFresh ? '' : draft.text
  const outcome = acceptKey(before, key, legal)
  if (outcome.kind === 'refused') return draft
  if (outcome.kind === 'accepted') return draftOf(outcome.scoreMilli)
  const closed = closeEntry(outcome.buffer, legal)
  return {
    text: outcome.buffer,
    milli: closed.kind === 'accepted' ? closed.scoreMilli : null,
  }
}

/** Takes the last character back. */
export function eraseKey(score: Score, draft: ScoreDraft): ScoreDraft {
  const text = draft.text.slice(0, -1)
  const closed = closeEntry(text, score.legal_milli)
  return { text, milli: closed.kind === 'accepted' ? closed.scoreMilli : null }
}

/** How the machine's reading stands to what the block is worth, for the operator. */
export function sumCheck({
  read_milli,
  answer_milli,
  full_milli,
  legal_milli,
  entry,
  total,
}: Score): {
  isGood: boolean
  text: string
} {
  if (total) {
    const written = answer_milli ?? read_milli
    const sum = total.sum_milli === null ? '未定' : formatMilli(total.sum_milli)
    return {
      isGood: written !== null && written === total.sum_milli,
      text: `卷面总分 ${written === null ? '未填或读不出' : formatMilli(written)}，各题合计 ${sum}`,
    }
  }
  const what = entry === 'bars' ? '各栏合计' : '各格读作'
  if (read_milli === null)
    return { isGood: false, text: `没有读出得分，满分 ${formatMilli(full_milli)} 分` }
  const sum = `${what} ${formatMilli(read_milli)} 分`
  if (read_milli > full_milli)
    return { isGood: false, text: `${sum}，超过满分 ${formatMilli(full_milli)} 分` }
  if (!legal_milli.includes(read_milli))
    return { isGood: false, text: `${sum}，这个题块没有这样的得分` }
  return { isGood: true, text: `${sum}，满分 ${formatMilli(full_milli)} 分` }
}

/** As many marks still go on buttons. */
const SHOWN = 16
const MOST = 40

/** Marks for the pad: all of few, whole points of many, none of more than anybody looks through. */
export function padMarks({ legal_milli }: Score): readonly number[] {
  if (legal_milli.length <= SHOWN) return legal_milli
  const whole = legal_milli.filter((mark) => mark % 1000 === 0)
  return whole.length <= MOST ? whole : []
}

/** The draft with half a point more; null where the block may not get that. */
export function addHalf(score: Score, { milli }: ScoreDraft): ScoreDraft | null {
  const more = (milli ?? 0) + 500
  return score.legal_milli.includes(more) ? draftOf(more) : null
}
