import { formatMilli } from '@hengjuan/domain'
import type { SpotTask } from './SpotDesk.tsx'
import type { Verdict } from './verdict.ts'

type Check = SpotTask['checks'][number]

/** What became of a reading whose verdict was taken. */
export function doneText(verdict: Pick<Verdict, 'isRejected' | 'scoreMilli'>): string {
  if (verdict.isRejected) return verdict.scoreMilli === null ? '已打回重评' : '已打回并改分'
  return verdict.scoreMilli === null ? '合格' : '已改分'
}

/** 「改为 5 分（多给了）」 of a check that was made. */
export function checkText(
  check: Pick<Check, 'comment' | 'reject_milli' | 'is_rejected' | 'withdrawn_at'>,
): string {
  const comment = check.comment === '' ? '' : `（${check.comment}）`
  if (check.reject_milli === null) return (check.is_rejected === 1 ? '打回重评' : '合格') + comment
  const score = `改为 ${formatMilli(check.reject_milli)} 分`
  const withdrawn = check.withdrawn_at === null ? '' : '，已撤销'
  return (check.is_rejected === 1 ? `打回并${score}` : score) + comment + withdrawn
}

/** What the score of a verdict is for. */
export const usualHint = (isShown: boolean): string =>
  isShown ? '不填为合格；填了不同的分数即改分，也可以打回并改分' : '先给出您的分数，再对照教师给分'

/** Which version the reading was given under, and which holds where that is another. */
export function rubricText({
  rubric_version,
  rubric_now,
}: Pick<SpotTask, 'rubric_version' | 'rubric_now'>): string {
  if (rubric_version === rubric_now) return `第 ${rubric_now} 版`
  const given =
    rubric_version === null || rubric_version === 0 ? '修改前' : `第 ${rubric_version} 版`
  return `${given}（现第 ${rubric_now} 版）`
}
