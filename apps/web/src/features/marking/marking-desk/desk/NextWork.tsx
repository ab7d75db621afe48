import { Classes } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { ledBlocks, ownTasks, type ReplyOf } from '@hengjuan/contracts'
import { whyNothing } from '@hengjuan/domain'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import css from './next-work.module.css'

/** More than this is for the task list. */
const MOST = 4
const LISTS = '/MainPage/markPaper/markPage'

/** To be marked again by this person and nobody else. */
const againOf = ({ rejected_count, taken_back_count }: ReplyOf<typeof ownTasks>[number]): number =>
  rejected_count + taken_back_count

/** What the person can do now that this block has nothing: other blocks, papers sent back, arbitrations. */
export function NextWork(props: {
  blockId: number
  mayArbitrate: boolean
  /** What has to be done here before anything else: other blocks come behind it. */
  first?: ReactNode
  /** What else can be done here, before the way to the other tasks. */
  children?: ReactNode
}) {
  const { data } = useRoute(
    ownTasks,
    { query: { state: 'unfinished' } },
    { refetchInterval: 15_000 },
  )
  const led = useRoute(ledBlocks, {}, { enabled: props.mayArbitrate })
  const others = (data ?? [])
    .filter((row) => row.block_id !== props.blockId && (againOf(row) > 0 || row.pool_count > 0))
    // What is to be marked again waits for this person and nobody else.
    .toSorted((a, b) => againOf(b) - againOf(a) || b.pool_count - a.pool_count)
    .slice(0, MOST)
  const waiting = (led.data ?? []).reduce(
    (sum, { arbitration_count, problem_count }) => sum + arbitration_count + problem_count,
    0,
  )
  return (
    <nav className={css['next']} aria-label="可以继续的工作">
      {props.first && <span className={css['ways']}>{props.first}</span>}
      {props.first && others.length > 0 && (
        <span className={css['instead']}>也可以先评其他题块</span>
      )}
      {others.map((row) => (
        <Link key={row.block_id} className={css['work']} to={`/marking?block_id=${row.block_id}`}>
          <strong>
            {row.subject_name} · {row.block_name}
          </strong>
          {/* Blocks of two exams may be called alike. */}
          <small className={css['exam']} title={row.exam_name}>
            {row.exam_name}
          </small>
          <small>
            {row.rejected_count > 0 && `打回 ${row.rejected_count} 份，`}
            {row.taken_back_count > 0 && `收回 ${row.taken_back_count} 份，`}
            {row.pool_reason === null ? `可评 ${row.pool_count} 份` : whyNothing(row)}
          </small>
        </Link>
      ))}
      {waiting > 0 && (
        <Link className={css['work']} to={`${LISTS}/arbitration-home/arbitration`}>
          <strong>仲裁与问题卷</strong>
          <small>{waiting} 份等待您处理</small>
        </Link>
      )}
      <span className={css['ways']}>
        {props.children}
        <Link className={Classes.BUTTON} to={`${LISTS}/unfinishList`}>
          查看我的其他任务
        </Link>
      </span>
    </nav>
  )
}
