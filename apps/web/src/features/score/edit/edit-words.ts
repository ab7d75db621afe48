import type { previewDetail, ReplyOf } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'

export interface EditedPlace {
  exam_id: number
  subject_id: number
  candidate_id: number
}

export const editToast = (state: 'applied' | 'pending'): string =>
  state === 'applied' ? '已改分' : '分数降低，待第二人确认后生效'

export const EDIT_KINDS: Record<ReplyOf<typeof previewDetail>['edits'][number]['kind'], string> = {
  answer: '改作答',
  score: '改得分',
  void: '删除得分',
  restore: '恢复',
}

const scoreOf = (milli: number | null): string => (milli === null ? '无' : formatMilli(milli))

/** 3 → 5; B, 3 → 5. */
export function changeText({
  answer,
  before_milli,
  after_milli,
}: Pick<
  ReplyOf<typeof previewDetail>['edits'][number],
  'answer' | 'before_milli' | 'after_milli'
>): string {
  const scores = `${scoreOf(before_milli)} → ${scoreOf(after_milli)}`
  return answer === null ? scores : `作答 ${answer}，${scores}`
}
