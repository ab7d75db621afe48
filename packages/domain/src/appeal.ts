/** States of an appeal. @source platform 7.6 */
export const APPEAL_STATES = {
  submitted: '待受理',
  accepted: '已受理',
  assigned: '复核中',
  approving: '待第二人确认',
  decided: '已有结论，待发布',
  closed: '已完成',
  rejected: '不予受理',
  withdrawn: '已撤回',
} as const

export type AppealState = keyof typeof APPEAL_STATES

/** What has to be done about it: nothing so far, somebody is at it, nothing more. @source reports P16 */
export const APPEAL_STAGES = {
  waiting: { name: '待处理', states: ['submitted', 'accepted'] },
  working: { name: '处理中', states: ['assigned', 'approving', 'decided'] },
  over: { name: '已完成', states: ['closed', 'rejected', 'withdrawn'] },
} as const satisfies Record<string, { name: string; states: readonly AppealState[] }>

export type AppealStage = keyof typeof APPEAL_STAGES

export const APPEAL_OUTCOMES = {
  no_change: '维持原分',
  raised: '上调',
  lowered: '下调',
  recount: '重新核分，无误',
} as const

export type AppealOutcome = keyof typeof APPEAL_OUTCOMES

/** When appeals of an exam are taken, counted from when its students were told. */
export interface AppealRule {
  open: boolean
  days: number
  delay_hours: number
  /** What one appeal is about: a subject, where nobody said. */
  per?: AppealPer
}

export const APPEAL_PERS = { subject: '按科目', block: '按题块' } as const
export type AppealPer = keyof typeof APPEAL_PERS

const HOUR_MS = 3_600_000

/** From when until when appeals are taken; null where they are not taken at all. */
export function appealWindow(
  toldAt: string,
  { open, days, delay_hours: delay }: AppealRule,
): { from: string; until: string } | null {
  if (!open) return null
  const from = Date.parse(toldAt) + delay * HOUR_MS
  return {
    from: new Date(from).toISOString(),
    until: new Date(from + days * 24 * HOUR_MS).toISOString(),
  }
}

/** So many days after it was handed in, an appeal is to be answered. */
export const APPEAL_ANSWER_DAYS = 3

/** An appeal that nothing has come of yet: one of a subject at a time. */
export const OPEN_APPEALS: readonly AppealState[] = [
  'submitted',
  'accepted',
  'assigned',
  'approving',
  'decided',
]

const STEPS: Readonly<Record<string, readonly AppealState[]>> = {
  accept: ['submitted'],
  reject: ['submitted', 'accepted'],
  assign: ['submitted', 'accepted', 'assigned'],
  decide: ['assigned'],
  approve: ['approving'],
  refuse: ['approving'],
  withdraw: ['submitted', 'accepted'],
}

/** What came of an appeal by its score before and after. */
export function outcomeOf(before: number | null, after: number | null): AppealOutcome {
  if (before === after) return 'recount'
  return (after ?? 0) < (before ?? 0) ? 'lowered' : 'raised'
}

/** May this be done to an appeal in that state? */
export const mayTake = (action: string, state: AppealState): boolean =>
  STEPS[action]?.includes(state) ?? false
