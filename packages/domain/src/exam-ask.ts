/** What classes or schools of an exam are asked to look through. @source platform 4.3, 7.1 */
export const EXAM_ASKS = {
  scores: { label: '成绩确认', asks: '请核对成绩，确认无误或提出异议' },
  absence: { label: '缺考核对', asks: '请核对没有答题卡的考生' },
} as const

export type ExamAskKind = keyof typeof EXAM_ASKS

/** How far one of them is. */
export const EXAM_ASK_STATES = {
  unchecked: '未核对',
  confirmed: '已确认',
  objected: '有异议',
} as const

export type ExamAskState = keyof typeof EXAM_ASK_STATES

/** What is said of a candidate without a sheet. */
export const ABSENCE_ANSWERS = {
  absent: '缺考',
  has_sheet: '应有答题卡',
  not_taken: '未选考',
} as const

export type AbsenceAnswer = keyof typeof ABSENCE_ANSWERS

/** An exam of one school asks its classes, a joint one its schools. */
export const askedUnit = (scope: string): 'class' | 'school' =>
  scope === 'joint' ? 'school' : 'class'

/** An objection says what is wrong. */
export const OBJECTION_LEAST = 2
