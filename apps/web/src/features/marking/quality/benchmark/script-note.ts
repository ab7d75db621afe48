import { BENCHMARK_MARKS, formatMilli } from '@hengjuan/domain'
import type { Script } from './Benchmarks.tsx'

export function scriptNote(
  { state, definitive, mark_count, is_overtaken }: Script,
  isMarked: boolean,
): string {
  if (is_overtaken)
    return '商定之后，这份试卷的答题卡已作废或换过，或试卷清空重评、另有裁定，已不再发给阅卷教师。原答题卡补回后恢复使用；不再使用请停用，换了卷面的停用后可从「选取试卷」重新选取并商定。'
  if (state === 'retired') return '已停用，不再发给阅卷教师。'
  if (state === 'agreed')
    return definitive?.is_alone
      ? `由 ${definitive.agreed_by} 一人确认（题块只有一位题组长）。这份试卷以标准分为终评分。`
      : `${definitive?.proposed_by} 提出，${definitive?.agreed_by} 同意。这份试卷以标准分为终评分。`
  if (!isMarked)
    return mark_count > 0
      ? `已有 ${mark_count} 位题组长独立评分；您评分后才能看到。`
      : '请独立评分，评完才能看到其他题组长的评分。'
  if (definitive)
    return definitive.is_own_proposal
      ? '您提出的标准分正在等待另一位题组长同意。'
      : `${definitive.proposed_by} 提出 ${formatMilli(definitive.total_milli)} 分；分数不变即为同意。`
  return mark_count < BENCHMARK_MARKS ? '等待另一位题组长独立评分。' : '请商定标准分与理由。'
}
