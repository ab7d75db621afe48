import { formatMilli, milli, type PageReading, WRITTEN_TOTAL } from '@hengjuan/domain'
import type { LiveDecision, PagePlan, Raised, ScorePlan, SheetFacts } from './facts.ts'
import { decisionOn, type PageRole } from './pages.ts'

/** What the machine made of the place for a block's mark. */
export interface ReadScore {
  /** Thousandths; null where nothing could be read. A proposal only, unless `isSure`. */
  milli: number | null
  confidence: number
  /** May it be taken without a look? Never so for handwritten digits. */
  isSure: boolean
  /** Why a person must look; empty when sure. */
  reason: string
}

/** A mark in use. Null while a person has to look. */
export interface EffectiveScore {
  answer: string[] | null
  source: 'machine' | 'person'
}

/**
 * The machine's reading of one place for a mark.
 *
 * A bar is taken as it is when it is clear and adds up to a mark that the block may get; digits are a
 * proposal for a person, however sure the machine is.
 *
 * @source domain rules 16: unreadable, over full, or blank; docs/handwritten-digits.md
 */
export function readScore(reading: PageReading, id: string, plan: ScorePlan): ReadScore {
  const read = plan.entry === 'bars' ? readBar(reading, id) : readBoxes(reading, id)
  if (read.milli === null || plan.legal === null || plan.legal.has(read.milli)) return read
  const most = Math.max(...plan.legal)
  const text = formatMilli(read.milli)
  const reason =
    read.milli > most
      ? `合计 ${text} 分，超过满分 ${formatMilli(most)} 分，请确认得分`
      : `读出 ${text} 分，这个题块没有这样的得分，请确认得分`
  return { ...read, confidence: 0, isSure: false, reason }
}

function readBar(reading: PageReading, id: string): ReadScore {
  const field = reading.fields.find((one) => one.id === id)
  if (!field) return NOTHING
  const [value] = field.values
  const isSure = !field.doubtful && field.state === 'clear' && value !== undefined
  return {
    milli: value === undefined ? null : milli(Number(value)),
    confidence: field.confidence,
    isSure,
    reason: isSure ? '' : field.reason || '得分栏看不清，请确认得分',
  }
}

function readBoxes(reading: PageReading, id: string): ReadScore {
  const field = reading.digits?.find((one) => one.id === id)
  if (!field) return NOTHING
  const isBlank = field.text.trim() === ''
  return {
    milli: isBlank ? null : field.scoreMilli,
    confidence: isBlank ? 0 : field.confidence,
    isSure: false,
    reason: isBlank
      ? '分数格没有填写，请确认得分'
      : field.scoreMilli === null
        ? '手写分数读不出，请对照图像录入'
        : `手写分数读作 ${formatMilli(field.scoreMilli)} 分，请核对`,
  }
}

const NOTHING: ReadScore = {
  milli: null,
  confidence: 0,
  isSure: false,
  reason: '没有读到分数格，请对照图像录入得分',
}

/** Every place for a mark on the pages in use. */
function placesOf(roles: readonly PageRole[], plan: readonly PagePlan[]) {
  return roles
    .filter(({ role }) => role === 'used')
    .flatMap((page) => {
      const planned = plan.find(({ page: no }) => no === page.reading.page)
      return [...(planned?.scores ?? [])].map(([id, score]) => ({
        id,
        page,
        read: readScore(page.reading, id, score),
      }))
    })
}

/** The field in which the marker says what all marks come to. */
export const TOTAL_FIELD = `score:${WRITTEN_TOTAL}`

/** Marks on paper that a person must confirm or type, one entry each, and a total that is not their sum. */
export const judgeScores = (
  sheet: SheetFacts,
  roles: readonly PageRole[],
  plan: readonly PagePlan[],
): Raised[] => [
  ...placesOf(roles, plan).flatMap(({ id, page, read }): Raised[] =>
    read.isSure || id === TOTAL_FIELD
      ? []
      : [
          {
            category: 'score',
            target: id,
            reason: read.reason,
            confidence: read.confidence,
            detail: { page_seq: page.seq },
            by: decisionOn(sheet.decisions, 'score', id)?.id ?? null,
          },
        ],
  ),
  ...judgeTotal(sheet, roles, plan),
]

/**
 * What the marks on a sheet come to; null while one of them is not known, or stands on a page that the sheet lacks.
 */
export function sumOfMarks(
  decisions: readonly LiveDecision[],
  roles: readonly PageRole[],
  plan: readonly PagePlan[],
): number | null {
  const marks = effectiveScores(decisions, roles, plan)
  const ids = plan.flatMap(({ scores }) => [...scores.keys()]).filter((id) => id !== TOTAL_FIELD)
  let sum = 0
  for (const id of ids) {
    const mark = marks.get(id)?.answer?.[0]
    if (mark === undefined) return null
    sum += milli(Number(mark))
  }
  return sum
}

/**
 * The written total against the sum of the marks, once these are known. A total that agrees needs no look, however it
 * is written; one that does not is settled by a mark that is corrected, or by a person who says that the sum holds.
 */
function judgeTotal(
  sheet: SheetFacts,
  roles: readonly PageRole[],
  plan: readonly PagePlan[],
): Raised[] {
  const total = placesOf(roles, plan).find(({ id }) => id === TOTAL_FIELD)
  const sum = total ? sumOfMarks(sheet.decisions, roles, plan) : null
  if (!total || sum === null) return []
  const typed = decisionOn(sheet.decisions, 'score', TOTAL_FIELD)
  const written = typed?.value.score_milli ?? total.read.milli
  if (!typed && written === sum) return []
  const text = formatMilli(sum)
  return [
    {
      category: 'score',
      target: TOTAL_FIELD,
      reason:
        written === null
          ? `总分栏没有填写或读不出，各题合计 ${text} 分，请核对`
          : `卷面总分 ${formatMilli(written)} 分，各题合计 ${text} 分，不一致`,
      confidence: 0,
      detail: { page_seq: total.page.seq, written_milli: written, sum_milli: sum },
      by: typed && written === sum ? typed.id : null,
    },
  ]
}

/** The marks of one sheet: the machine's, overlaid by what people typed. */
export function effectiveScores(
  decisions: readonly LiveDecision[],
  roles: readonly PageRole[],
  plan: readonly PagePlan[],
): Map<string, EffectiveScore> {
  return new Map(
    placesOf(roles, plan).map(({ id, read }) => {
      const typed = decisionOn(decisions, 'score', id)?.value.score_milli
      const mark = typed ?? (read.isSure ? read.milli : null)
      return [
        id,
        {
          answer: mark === null ? null : [formatMilli(mark)],
          source: typed === undefined ? 'machine' : 'person',
        },
      ]
    }),
  )
}
