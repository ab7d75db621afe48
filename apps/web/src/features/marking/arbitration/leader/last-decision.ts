import { type Annotation, formatMilli, type Milli } from '@hengjuan/domain'
import type { LeaderMode } from './LeaderPapers.tsx'
import type { LeaderTaskView } from './leader-task.ts'
import { returnChoices } from './return-choices.ts'
import type { Outcome, ReturnTo } from './decision.ts'

/** What stands on the pad for one paper; it stands there again when the paper comes back to the page. */
export interface OnPad {
  /** The optional questions that the paper answers, as far as they are chosen. */
  questionIds: readonly number[]
  /** Which they were taken to be when the paper was shown: as filled in, or as a leader said. */
  taken: readonly number[]
  /** The points that the scores are of, by id. */
  pointIds: readonly number[]
  scores: readonly (Milli | null)[]
  /** The point in hand, and what was typed for it and not closed. */
  at: number
  buffer: string
  /** Entries of the rubric that were pressed, by id. */
  pressed: readonly string[]
  marks: readonly Annotation[]
  flags: readonly string[]
  flagNote: string
}

/** What the leader decided last. */
export interface LastDecision {
  unitId: number
  code: string
  /** What became of the paper, as the page says it. */
  text: string
  /** Only what gave the paper a score can be withdrawn from the page: the rest is in other hands already. */
  isFinal: boolean
  /** For anybody to take: it would come again at once. */
  isPutBack: boolean
  pad: OnPad
}

/** A paper that is not decided, and goes to nobody in particular. */
export const isPutBack = (mode: LeaderMode, outcome: Outcome, to: ReturnTo): boolean =>
  mode === 'arbitration' &&
  outcome === 'return' &&
  to.to_reading_id === undefined &&
  to.to_user_id === undefined

/** @param totalMilli what the paper got, for one that was scored */
export function decisionText(
  mode: LeaderMode,
  task: Pick<LeaderTaskView, 'returns' | 'problem'>,
  outcome: Outcome,
  to: ReturnTo,
  totalMilli: Milli,
): string {
  switch (outcome) {
    case 'score':
      return `${mode === 'arbitration' ? '仲裁为' : '给'} ${formatMilli(totalMilli)} 分`
    case 'misconduct':
      return '已按违纪处理，本题块记 0 分，考生已登记违纪'
    case 'void':
      return '已作废，本题块记 0 分'
    case 'to_image':
      return '已退回切图'
    case 'return':
      if (to.to_reading_id !== undefined) return '已打回评阅教师重评'
      if (to.to_user_id !== undefined) return '已转交'
      if (isPutBack(mode, outcome, to)) return '已放回，由其他题组长仲裁'
      return (
        returnChoices(task).find((one) => (one.to === 'others') === (to.exclude_raiser === 1))
          ?.done ?? '已退回'
      )
  }
}
