import { Button } from '@blueprintjs/core'
import { formatMilli, PAPER_FLAGS, type PaperFlag } from '@hengjuan/domain'
import { SimpleTable, Time } from '@hengjuan/ui'
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
    <div aria-busy={props.isFetching}>
      <SimpleTable
        label="本人评过的试卷"
        columns={[
          { key: 'code', title: '密号', render: ({ secret_code }) => <code>{secret_code}</code> },
          {
            key: 'score',
            title: '得分',
            align: 'right',
            render: (task) => formatMilli(totalOfTask(task, props.bestOf) ?? 0),
          },
          {
            key: 'flags',
            title: '标记',
            render: ({ flags, flag_note }) => (
              <>
                {flags.map((one) => PAPER_FLAGS[one as PaperFlag]).join('、')}
                {flag_note !== null && <small>{flag_note}</small>}
              </>
            ),
          },
          {
            key: 'at',
            title: '提交时间',
            render: ({ submitted_at }) => <Time at={submitted_at} />,
          },
          {
            key: 'act',
            title: '操作',
            render: (task) => (
              <span className={css['acts']}>
                <Button size="small" onClick={() => props.onOpen(task)}>
                  {actOf(task)}
                </Button>
                <Link
                  to={`/marking-view?block_id=${props.blockId}&reading_id=${task.reading_id}`}
                  target="_blank"
                >
                  新窗口
                </Link>
              </span>
            ),
          },
        ]}
        rows={props.tasks}
        rowKey={({ reading_id }) => reading_id}
      />
    </div>
  )
}

/** What is in hand again is marked, the rest changed or looked at. */
function actOf({ kind, locked_reason }: MarkTaskView): string {
  if (isAgain(kind)) return '重评'
  return locked_reason === null ? '回评' : '查看'
}
