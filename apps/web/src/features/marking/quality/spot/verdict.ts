import {
  type BestOf,
  correctedScores,
  countedTotal,
  formatMilli,
  parseMilli,
} from '@hengjuan/domain'
import type { ScorePoint } from '@hengjuan/domain'
import { bestOfTask, pointsOfTask } from '../../marking-core/paper/paper.ts'
import type { SpotTask } from './SpotDesk.tsx'

/** A checker's word on a reading. */
export interface Verdict {
  isRejected: boolean
  /** The corrected total; null when the score stands. */
  scoreMilli: number | null
  /** What of it is each point's; null where it was typed alone. */
  scores: number[] | null
  comment: string
}

/** What a checker has put down about a reading so far. */
export interface VerdictDraft {
  /** As it is typed. */
  score: string
  /** Chosen for each point; null where only a total is typed. */
  scores: number[] | null
  comment: string
  /** Is the marker's score shown? Of a blind check it is not, until the checker has given one. */
  isShown: boolean
}

type Checked = Pick<SpotTask, 'points' | 'scores' | 'best_of' | 'total_milli' | 'reject_reason'>

/** What comes of saying a verdict. */
export type Said =
  | { kind: 'verdict'; verdict: Verdict }
  /** Blind: the marker's score shows once the checker has committed to one, here the same or another. */
  | { kind: 'shown'; isSame: boolean }
  | { kind: 'refused'; problem: string; /** Is it words that are missing? */ needsComment: boolean }

/** What can be given at most, and by what it counts. */
export interface Scale {
  points: ScorePoint[]
  bestOf: BestOf | null
  fullMilli: number
}

export function scaleOf(task: Pick<SpotTask, 'points' | 'best_of'>): Scale {
  const points = pointsOfTask(task)
  const bestOf = bestOfTask(task, task.best_of)
  const fullMilli = countedTotal(
    points.map((point) => point.fullMilli),
    bestOf,
  )
  return { points, bestOf, fullMilli }
}

/** Does the draft change the score? Before it is shown, that must not tell whether the marker gave the same. */
export const isChange = (task: Checked, { score, scores, isShown }: VerdictDraft): boolean =>
  scores !== null ||
  (score.trim() !== '' && !(isShown && parseMilli(score.trim()) === task.total_milli))

/** Points of a changed total, which is seen before it is said; null where nothing is changed, or nothing makes it up. */
export function correctionOf(task: Checked, draft: VerdictDraft): readonly number[] | null {
  if (draft.scores !== null) return draft.scores
  const totalMilli = isChange(task, draft) ? parseMilli(draft.score.trim()) : null
  const { points, bestOf } = scaleOf(task)
  return totalMilli === null ? null : correctedScores(points, task.scores, totalMilli, bestOf)
}

/** The draft after scores were chosen for the points: those that the marker gave are no change. */
export function withPoints(task: Checked, next: number[]): Pick<VerdictDraft, 'score' | 'scores'> {
  const isSame = next.every((one, at) => one === task.scores[at])
  const { bestOf } = scaleOf(task)
  return isSame
    ? { score: '', scores: null }
    : { score: formatMilli(countedTotal(next, bestOf)), scores: next }
}

/** Agrees; corrects where another score was typed. */
export function agree(task: Checked, draft: VerdictDraft): Said {
  const typed = typedTotal(task, draft)
  if (typed.kind === 'refused') return typed
  const { totalMilli } = typed
  if (!draft.isShown)
    return totalMilli === null
      ? refused('盲查：请先给出您的分数')
      : { kind: 'shown', isSame: totalMilli === task.total_milli }
  return given(task, draft, totalMilli, false)
}

/** Sends back; where another score was typed, corrects, which counts as sent back. */
export function sendBack(task: Checked, draft: VerdictDraft): Said {
  const typed = typedTotal(task, draft)
  if (typed.kind === 'refused') return typed
  if (!draft.isShown) return refused('盲查：请先给出您的分数')
  const said = given(task, draft, typed.totalMilli, true)
  const isCorrected = said.verdict.scoreMilli !== null
  if (!isCorrected && task.reject_reason !== null) return refused(task.reject_reason)
  if (draft.comment.trim() !== '') return said
  return refused(
    isCorrected ? '打回并改分请写明原因，会留在抽查记录中' : '打回重评请写明原因，阅卷教师会看到',
    true,
  )
}

const refused = (problem: string, needsComment = false) =>
  ({ kind: 'refused', problem, needsComment }) as const

/** What was typed, null for nothing. */
function typedTotal(task: Checked, { score }: VerdictDraft) {
  const typed = score.trim()
  if (typed === '') return { kind: 'total', totalMilli: null } as const
  const totalMilli = parseMilli(typed)
  const { fullMilli } = scaleOf(task)
  return totalMilli !== null && totalMilli <= fullMilli
    ? ({ kind: 'total', totalMilli } as const)
    : refused(`请填 0 到 ${formatMilli(fullMilli)} 之间的分数`)
}

function given(
  task: Checked,
  { scores, comment }: VerdictDraft,
  totalMilli: number | null,
  isRejected: boolean,
) {
  // The score that the marker gave corrects nothing; other points of the same total do.
  const isSame = scores === null && totalMilli === task.total_milli
  const verdict: Verdict = { isRejected, scoreMilli: isSame ? null : totalMilli, scores, comment }
  return { kind: 'verdict', verdict } as const
}

/** What the server is told of a verdict, beside the block. */
export const verdictBody = (
  task: Pick<SpotTask, 'marker_id' | 'task_detail_id' | 'version'>,
  { isRejected, scoreMilli, scores, comment }: Verdict,
) => ({
  marker_id: task.marker_id,
  task_detail_id: task.task_detail_id,
  version: task.version,
  is_rejected: isRejected ? (1 as const) : (0 as const),
  is_marked: scoreMilli === null ? (0 as const) : (1 as const),
  ...(scoreMilli === null ? {} : { reject_score: scoreMilli }),
  ...(scores === null ? {} : { reject_scores: scores }),
  comment,
})
