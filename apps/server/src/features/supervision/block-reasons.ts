import type { BlockProgressRow } from '@hengjuan/contracts'
import type { Static } from 'typebox'
import type { Decided } from '../arbitration/index.ts'
import { STUCK_REASONS, type StuckPapers } from '../marking-setup/index.ts'

type Row = Pick<
  Static<typeof BlockProgressRow>,
  'numbers' | 'status' | 'marking_teacher_count' | 'deadline' | 'eta' | 'idle_claims'
>

/** What nobody may take, by whether it lies in the pool, and why. */
export function stuckParts(stuck: StuckPapers | null) {
  const parts = { unqualified: 0, barred: 0, gone: 0 }
  for (const { reason, count } of stuck?.reasons ?? []) {
    if (reason === 'unqualified') parts.unqualified += count
    else if (reason === 'marker_gone') parts.gone += count
    else parts.barred += count
  }
  return parts
}

const whyStuck = ({ reasons }: StuckPapers): string =>
  reasons.map(({ reason, count }) => `${STUCK_REASONS[reason]} ${count} 份`).join('、')

interface Stuck {
  stuck: StuckPapers | null
  undecidable: Partial<Record<Decided, number>>
}

/** How many of those that wait for a leader wait for nobody. */
const ofThem = (what: string, count = 0): string => (count > 0 ? `（${what} ${count} 份）` : '')

/** What a leader has to look at in a block. */
export function reasonsOf(row: Row, { stuck, undecidable }: Stuck, now: Date): string[] {
  const { numbers, status } = row
  const open = numbers.total - numbers.done
  const reasons: string[] = []
  if (open > 0 && row.marking_teacher_count === 0) reasons.push('还没有阅卷教师')
  else if (stuck) reasons.push(`无人可阅 ${stuck.count} 份（${whyStuck(stuck)}）`)
  if (open > 0 && row.deadline !== null) {
    if (row.deadline <= now.toISOString()) reasons.push('已过阅卷期限')
    else if (row.eta !== null && row.eta > row.deadline) reasons.push('预计在期限之后完成')
  }
  if (open > 0 && status === 'setup') reasons.push('阅卷还没有开启')
  if (open > 0 && status === 'paused') reasons.push('已暂停')
  if (numbers.arbitration > 0) {
    const nobody = ofThem('无人可仲裁', undecidable.ARBITRATION)
    reasons.push(`待仲裁 ${numbers.arbitration} 份${nobody}`)
  }
  if (numbers.problem > 0) {
    const nobody = ofThem('无人可处理', undecidable.PROBLEM)
    reasons.push(`问题卷 ${numbers.problem} 份${nobody}`)
  }
  if (row.idle_claims > 0) reasons.push(`超过半小时未提交 ${row.idle_claims} 份`)
  return reasons
}
