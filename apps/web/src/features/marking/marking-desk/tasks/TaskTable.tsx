import { Button } from '@blueprintjs/core'
import { EXAM_MANAGER } from '@hengjuan/domain'
import { DataTable, EmptyState } from '@hengjuan/ui'
import { useNavigate } from 'react-router'
import { taskColumns } from './task-columns.tsx'
import {
  isTrialFirst,
  reasonOf,
  type Row,
  TASK_LISTS,
  type TaskList,
  urgencyOf,
} from './task-state.ts'
import { useOwnTasks } from './use-own-tasks.ts'
import css from './task-table.module.css'

/** The marking tasks of the signed-in teacher. @source specification, section 3 (marking task table) */
export function TaskTable(props: {
  list: TaskList
  /** Which of the list's rows are asked for; null for all. */
  isShown: ((row: Row) => boolean) | null
  /** Is there a line of filters above? */
  hasBar: boolean
  onReset: () => void
}) {
  const { list, isShown } = props
  const navigate = useNavigate()
  const { rows: listed, others, error, refetch } = useOwnTasks(list)
  const open = (row: Row) => {
    if (reasonOf(row) === null)
      void navigate(`${isTrialFirst(row) ? '/qualification' : '/marking'}?block_id=${row.block_id}`)
  }
  const rows = listed?.filter((row) => isShown?.(row) ?? true)
  return (
    <div className={css['room']} data-bar={props.hasBar || undefined}>
      <DataTable
        label="我的阅卷任务"
        columns={taskColumns(open)}
        rows={rows?.toSorted((a, b) => urgencyOf(a) - urgencyOf(b))}
        rowKey={(row) => row.block_id}
        rowHeight={52}
        isDense
        error={error}
        onRetry={() => void refetch()}
        onOpenRow={open}
        maxHeight="max(320px, calc(100vh - var(--above)))"
        empty={
          listed && listed.length > 0 ? (
            <EmptyState
              title="没有符合条件的任务"
              action={<Button onClick={props.onReset}>清除筛选</Button>}
            >
              您{TASK_LISTS[list]}的 {listed.length} 个任务都不在所选的范围内。
            </EmptyState>
          ) : others > 0 ? (
            <NoneHere list={list} others={others} />
          ) : (
            <EmptyState
              title="还没有分配给您的阅卷任务"
              action={<Button onClick={() => void refetch()}>刷新</Button>}
            >
              题组长分配任务后会出现在这里；若您应有任务，请联系{EXAM_MANAGER}。
            </EmptyState>
          )
        }
      />
    </div>
  )
}

/** There are tasks, all of them in the other list. */
const NoneHere = ({ list, others }: { list: TaskList; others: number }) =>
  list === 'unfinished' ? (
    <EmptyState title="没有未完成的任务">
      您的 {others} 个题块都已评完或已结束，在「已结束」中可以查看本人评过的试卷。
    </EmptyState>
  ) : (
    <EmptyState title="还没有结束的任务">您的 {others} 个题块都在「未完成」中。</EmptyState>
  )
