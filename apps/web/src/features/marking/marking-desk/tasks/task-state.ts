import type { ownTasks, ReplyOf } from '@hengjuan/contracts'
import { inHandOf, isOverTask, type NothingNew, waitingWords, whyNothing } from '@hengjuan/domain'
import type { Status } from '@hengjuan/ui'

export type Row = ReplyOf<typeof ownTasks>[number]

const STATUSES: Record<string, { status: Status; label: string }> = {
  setup: { status: 'idle', label: '未开始' },
  open: { status: 'busy', label: '阅卷中' },
  paused: { status: 'warn', label: '已暂停' },
  closed: { status: 'idle', label: '已结束' },
}

/** What there is to do now; null when nothing is. */
export function reasonOf(row: Row): string | null {
  // Trials need no open block.
  if (inHandOf(row) > 0 || isTrialFirst(row)) return null
  if (row.status === 'setup') return '阅卷还没有开始，请等待题组长开启'
  if (row.status === 'paused') return '题组长已暂停阅卷，恢复后可继续'
  return null
}

/** Given no more papers, and nothing left in hand. */
const isStopped = (row: Row): boolean => row.suspended === 1 && inHandOf(row) === 0

/** What is in hand may be marked; new papers come only after the trial. */
export const isTrialFirst = (row: Row): boolean =>
  row.qualification !== null &&
  row.status !== 'closed' &&
  row.suspended === 0 &&
  inHandOf(row) === 0

/** Every paper has its score, and none came back to this marker. */
const isDone = (row: Row): boolean =>
  row.unit_count > 0 && row.final_count === row.unit_count && inHandOf(row) === 0

/** Tasks that go on, or those that are over, where their marker looks up what was given. */
export const TASK_LISTS = { unfinished: '未完成', over: '已结束' } as const
export type TaskList = keyof typeof TASK_LISTS

export const listOf = (row: Row): TaskList => (isOverTask(row) ? 'over' : 'unfinished')

export function goText(row: Row): string {
  if (isTrialFirst(row)) return '试评与定标'
  if (row.status === 'closed' || isStopped(row) || isDone(row)) return '查看'
  if (isBarred(row) && inHandOf(row) === 0) return '查看'
  return row.marking_count > 0 ? '继续阅卷' : '开始阅卷'
}

/** What stands in the way of one marker in a block that is being marked. */
const OWN_STATES: Partial<Record<NothingNew, { status: Status; label: string }>> = {
  warned: { status: 'warn', label: '待题组长确认' },
  unqualified: { status: 'warn', label: '待定标' },
  daily_cap: { status: 'ok', label: '今日已满' },
  at_quota: { status: 'ok', label: '任务已完成' },
}

export const stateOf = (row: Row): { status: Status; label: string } => {
  if (isDone(row)) return { status: 'ok', label: '已评完' }
  // Also where the block is paused or closed.
  if (row.suspended === 1) return { status: 'warn', label: '已停止分配' }
  const waiting = row.pool_reason === 'unqualified' ? waitingWords(row) : null
  if (waiting) return { status: 'warn', label: waiting.label }
  if (row.pool_reason === 'at_quota' && row.target === 0)
    return { status: 'idle', label: '没有分配' }
  const own = row.pool_reason && OWN_STATES[row.pool_reason]
  return own ?? STATUSES[row.status] ?? { status: 'idle', label: row.status }
}

/** Why nothing can be taken, as a sentence; nothing where something can, or all is done. */
export const lineOf = (row: Row): string | undefined =>
  isDone(row) ? undefined : (whyNothing(row) ?? undefined)

/** Is there something in the way of this marker alone, which the state of the block does not tell? */
export const isBarred = (row: Row): boolean =>
  row.pool_reason !== null &&
  (row.pool_reason === 'suspended' || row.pool_reason in OWN_STATES) &&
  lineOf(row) !== undefined

/** What was sent back and what is in hand comes first, then what can be taken; the rest as it came. */
export const urgencyOf = (row: Row): number =>
  row.status === 'closed' ? 3 : inHandOf(row) > 0 ? 0 : row.pool_count > 0 ? 1 : 2
