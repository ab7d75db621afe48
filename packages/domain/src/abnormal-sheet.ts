import type { UnitProblemReason } from './marking/unit/unit.ts'

/** Why an answer was sent back to cutting. @source domain rules 5.4, 6.2 */
export const ABNORMAL_TAGS = {
  unclear_image: '图像不清',
  wrong_area: '答错区域',
  missing_page: '缺页',
  wrong_order: '页序错误',
  extra_sheet: '有附加纸',
  other_candidate: '非本人试卷',
  wrong_crop: '切割错误',
  other: '其他',
} as const
export type AbnormalTag = keyof typeof ABNORMAL_TAGS

/** What became of an answer that was sent back. */
export const ABNORMAL_OUTCOMES = {
  marking: '已送阅',
  damaged: '残缺，交题组长',
  blank: '空白，待确认',
  absent: '缺考',
  deleted: '答题卡已作废',
} as const
export type AbnormalOutcome = keyof typeof ABNORMAL_OUTCOMES

/**
 * Under which tag a problem paper comes to whoever handles sheets.
 *
 * What says nothing about the picture is `other`: that a paper speaks of danger, or that it resembles
 * another one, is no business of whoever cuts it.
 */
export const tagOfProblem = (reason: UnitProblemReason): AbnormalTag =>
  Object.hasOwn(ABNORMAL_TAGS, reason) ? (reason as AbnormalTag) : 'other'

/** May the note of a problem be shown to whoever handles sheets? */
export const isNoteShown = (reason: UnitProblemReason): boolean =>
  reason === 'other' || tagOfProblem(reason) !== 'other'
