/** What may be decided about two papers that are said to be identical. @source domain rules 6.2 */
export const IDENTICAL_OUTCOMES = {
  keep: '雷同，保留给分',
  misconduct: '雷同，两份都按违纪处理',
  dismiss: '不是雷同',
} as const
export type IdenticalOutcome = keyof typeof IDENTICAL_OUTCOMES
