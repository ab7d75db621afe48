import { Button } from '@blueprintjs/core'
import { formatMilli, PAPER_FLAGS, type PaperFlag } from '@hengjuan/domain'
import { Time } from '@hengjuan/ui'
import { Link } from 'react-router'
import { isAgain, type MarkTaskView, totalOfTask } from '../../marking-core/paper/paper.ts'
import css from './search.module.css'

/** Own papers with what was given, the newest first; one is opened on the desk, or in a window beside it. */
export function OwnPaperTable(props: {
  blockId: number
  tasks: readonly MarkTaskView[]
  /** How many of the optional questions count; null where all points do. */
  bestOf: number | null
  /** Are others on their way? */
  isFetching: boolean
  onOpen: (task: MarkTaskView) => void
}) {
  return (
    <table className={css['table']} aria-busy={props.isFetching}>
      <thead>
        <tr>
          <th scope="col">密号</th>
          <th scope="col">得分</th>
          <th scope="col">标记</th>
          <th scope="col">提交时间</th>
          <th scope="col">操作</th>
        </tr>
      </thead>
      <tbody>
        {props.tasks.map((task) => (
          <tr key={task.reading_id}>
            <td className={css['code']}>{task.secret_code}</td>
            <td className={css['score']}>{formatMilli(totalOfTask(task, props.bestOf) ?? 0)}</td>
            <td>
              {task.flags.map((one) => PAPER_FLAGS[one as PaperFlag]).join('、')}
              {task.flag_note !== null && <div className={css['note']}>{task.flag_note}</div>}
            </td>
            <td>
              <Time at={task.submitted_at} />
            </td>
            <td className={css['acts']}>
              <Button size="small" onClick={() => props.onOpen(task)}>
                {actOf(task)}
              </Button>
              <Link
                to={`/marking-view?block_id=${props.blockId}&reading_id=${task.reading_id}`}
                target="_blank"
              >
                新窗口
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What is in hand again is marked, the rest changed or looked at. */
function actOf({ kind, locked_reason }: MarkTaskView): string {
  if (isAgain(kind)) return '重评'
  return locked_reason === null ? '回评' : '查看'
}
