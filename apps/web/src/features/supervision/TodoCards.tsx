import { ProgressBar, sentenceOf, SkeletonLines, StatusTag } from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRoute } from '@hengjuan/client/react'
import { checkBlockList, markerAlerts, qualificationWaiting } from '@hengjuan/contracts'
import { cardsInPlace, type HeldCards } from './held-cards.ts'
import { type Extra, TODOS } from './todo-kinds.ts'
import type { BlockRow } from './use-live-progress.ts'
import css from './supervision.module.css'

const summed = (parts: readonly { done: number; total: number }[]) => ({
  done: parts.reduce((sum, { done }) => sum + done, 0),
  total: parts.reduce((sum, { total }) => sum + total, 0),
})

/** What somebody has to do now, with the blocks concerned. */
export function TodoCards(props: {
  examId: number
  rows: readonly BlockRow[]
  mayManageExam: boolean
  onOpenBlock: (row: BlockRow) => void
}) {
  const { extra, isLoading, failure, retry } = useTodoExtra(props.examId)
  const { examId, mayManageExam } = props
  // What the pointer is over; null while it is elsewhere.
  const [held, setHeld] = useState<HeldCards | null>(null)
  const all = TODOS.map((todo) => {
    const { progressOf } = todo
    const countOf = (row: BlockRow) => todo.countOf(row, extra)
    const blocks = props.rows.toSorted((a, b) => countOf(b) - countOf(a))
    const [most, ...others] = blocks.filter((row) => countOf(row) > 0)
    return {
      ...todo,
      countOf,
      blocks,
      next: most && todo.next?.({ examId, blocks: [most, ...others], mayManageExam }),
      count: props.rows.reduce((sum, row) => sum + countOf(row), 0),
      progress: progressOf && summed(props.rows.map((row) => progressOf(row, extra))),
    }
  })
  const cards = cardsInPlace(all, held)
  const missing = failure && (
    <p role="alert" className={css['problem']}>
      抽查进度、教师状态或定标情况没有读到：{sentenceOf(failure)}{' '}
      <button type="button" className={css['figureLink']} onClick={retry}>
        重试
      </button>
    </p>
  )
  // Nothing is said, and no place is taken, that what is on its way would change.
  if (isLoading) return <SkeletonLines lines={6} />
  if (cards.length === 0)
    return (
      missing || (
        // One line: what matters now stands below it.
        <p className={css['muted']}>
          <StatusTag status="ok">没有待处理的事项</StatusTag>{' '}
          仲裁、问题卷、空白确认、无人可阅和久未提交都会列在这里。
        </p>
      )
    )
  return (
    <>
      {missing}
      <ul
        className={css['todos']}
        onPointerOver={() =>
          setHeld(
            (before) =>
              before ??
              new Map(cards.map(({ key, blocks }) => [key, blocks.map((row) => row.block_id)])),
          )
        }
        onPointerLeave={() => setHeld(null)}
      >
        {cards.map(({ key, label, hint, count, countOf, blocks, next, addressOf, progress }) => (
          <li key={key} className={css['todo']}>
            <div className={css['todoHead']}>
              <strong>{count}</strong>
              <span>
                {label}
                <small>{hint}</small>
              </span>
              {next && 'to' in next && <Link to={next.to}>去处理</Link>}
              {next && 'who' in next && <small className={css['muted']}>{next.who}</small>}
            </div>
            {progress && (
              <div className={css['todoProgress']}>
                <ProgressBar label={`${label}的进度`} done={progress.done} total={progress.total} />
              </div>
            )}
            <div className={css['todoBlocks']}>
              {blocks.slice(0, 4).map((row) => (
                <BlockChip
                  key={row.block_id}
                  row={row}
                  count={countOf(row)}
                  to={addressOf?.(row)}
                  onOpen={props.onOpenBlock}
                />
              ))}
              {blocks.length > 4 && <span className={css['muted']}>等 {blocks.length} 个题块</span>}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** A block of a card with its share: leads to where it is worked off, or opens the block. */
function BlockChip(props: {
  row: BlockRow
  count: number
  to: string | undefined
  onOpen: (row: BlockRow) => void
}) {
  const { row, to } = props
  const text = (
    <>
      {row.subject_name} · {row.block_name} <b>{props.count}</b>
    </>
  )
  return to === undefined ? (
    <button type="button" className={css['chip']} onClick={() => props.onOpen(row)}>
      {text}
    </button>
  ) : (
    <Link className={css['chip']} to={to}>
      {text}
    </Link>
  )
}

const EVERY_MS = 60_000

/** Checks still to make, markers who stand out and those who wait to qualify; all change slowly. */
function useTodoExtra(examId: number): {
  extra: Extra
  /** Is something of it still on its way? */
  isLoading: boolean
  failure: Error | null
  retry: () => void
} {
  const query = { exam_id: examId }
  const checks = useRoute(checkBlockList, { query }, { refetchInterval: EVERY_MS })
  const markers = useRoute(markerAlerts, { query }, { refetchInterval: EVERY_MS })
  const trials = useRoute(qualificationWaiting, { query }, { refetchInterval: EVERY_MS })
  const byBlock = (kind: 'stopped' | 'red' | 'automatic'): Map<number, number> =>
    new Map(markers.data?.list.map((row) => [row.block_id, row[kind]]))
  const extra: Extra = {
    checks: new Map(
      checks.data?.list.map((row) => [
        row.block_id,
        { done: Math.min(row.checked, row.target), total: row.target },
      ]),
    ),
    unqualified: new Map(
      trials.data?.list.map((row) => [row.block_id, row.to_decide + row.without_scripts]),
    ),
    warned: byBlock('stopped'),
    suspect: byBlock('red'),
    automatic: byBlock('automatic'),
  }
  const all = [checks, markers, trials]
  const failed = all.filter(({ error, data }) => error && !data)
  return {
    extra,
    isLoading: all.some(({ error, data }) => !error && !data),
    failure: failed[0]?.error ?? null,
    retry: () => failed.forEach(({ refetch }) => void refetch()),
  }
}
