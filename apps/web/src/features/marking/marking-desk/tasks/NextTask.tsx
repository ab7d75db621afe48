import { useRoute } from '@hengjuan/client/react'
import { ownTasks } from '@hengjuan/contracts'
import { Panel, Pending, ProgressBar } from '@hengjuan/ui'
import { Link } from 'react-router'
import { DueLine, Notices } from './task-cells.tsx'
import {
  goText,
  isTrialFirst,
  lineOf,
  listOf,
  reasonOf,
  type Row,
  urgencyOf,
} from './task-state.ts'
import css from './next-task.module.css'

const LIST = '/MainPage/markPaper/markPage/unfinishList'
/** Beside the first one; the others are in the list of tasks. */
const OTHERS = 4

const addressOf = (row: Row): string =>
  `${isTrialFirst(row) ? '/qualification' : '/marking'}?block_id=${row.block_id}`
const leftOf = (row: Row): number => row.unit_count - row.final_count
const canGo = (row: Row): boolean => reasonOf(row) === null && urgencyOf(row) < 2

/**
 * Where a marker goes on, as one large button: what is left of it, and by when.
 *
 * @param isMain marking is what the page is about: then it also says that there is nothing
 */
export function NextTask({ isMain }: { isMain: boolean }) {
  const { data, error, refetch } = useRoute(ownTasks, { query: { state: 'unfinished' } })
  if (!data)
    return (
      <Panel title="我的阅卷">
        <Pending error={error} refetch={refetch} lines={4} />
      </Panel>
    )
  const rows = data
    .filter((row) => listOf(row) === 'unfinished')
    .toSorted((a, b) => urgencyOf(a) - urgencyOf(b))
  const first = rows.find((row) => canGo(row) || isTrialFirst(row)) ?? rows[0]
  const all = <Link to={LIST}>全部任务</Link>
  if (!first && !isMain) return null
  if (!first)
    return (
      <Panel title="我的阅卷" actions={all}>
        <p className={css['facts']}>没有要评的试卷，题组长分配任务后会出现在这里。</p>
      </Panel>
    )
  const others = rows.filter((row) => row !== first).slice(0, OTHERS)
  const isReady = canGo(first) || isTrialFirst(first)
  return (
    <Panel title="我的阅卷" note={`${rows.length} 个题块没有评完`} actions={all}>
      <div className={css['first']}>
        <div className={css['what']}>
          <h3>
            {first.subject_name} · {first.block_name}
          </h3>
          <p>{first.exam_name}</p>
          <p className={css['facts']}>
            我已评 {first.marking_count}
            {first.target !== null && ` / ${first.target}`} 份，题块还剩 {leftOf(first)} 份{' '}
            <DueLine row={first} />
          </p>
          <Notices row={first} />
          {!isReady && <p className={css['facts']}>{lineOf(first) ?? reasonOf(first)}</p>}
        </div>
        <Link
          className={`bp6-button bp6-large ${isReady ? 'bp6-intent-primary' : ''} ${css['go']}`}
          to={isReady ? addressOf(first) : LIST}
        >
          {isReady ? goText(first) : '查看任务'}
        </Link>
      </div>
      {others.length > 0 && (
        <ul className={css['others']}>
          {others.map((row) => (
            <li key={row.block_id}>
              <Link to={addressOf(row)}>
                {row.subject_name} · {row.block_name}
              </Link>
              <ProgressBar
                label={`${row.block_name}的进度`}
                done={row.final_count}
                total={row.unit_count}
              />
              <DueLine row={row} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
