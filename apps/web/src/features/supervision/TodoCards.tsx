import { useRoute } from '@hengjuan/client/react'
import { checkBlockList, supervisedMarkers } from '@hengjuan/contracts'
import { AUTOMATION_ALERT } from '@hengjuan/domain'
import { ProgressBar, sentenceOf, StatusTag } from '@hengjuan/ui'
import { Link } from 'react-router'
import css from './supervision.module.css'
import type { BlockRow } from './use-live-progress.ts'

interface Todo {
  key: string
  label: string
  hint: string
  countOf: (row: BlockRow, extra: Extra) => number
  /** Where the caller works it off, or who does; without it the block opens. */
  next?: (where: Where) => Next
  /** Where it is worked off for one block; without it the block opens. */
  addressOf?: (row: BlockRow) => string
  /** How far it is, where there is a target. */
  progressOf?: (row: BlockRow, extra: Extra) => { done: number; total: number }
}

/** A page to go on with, or who goes on. */
type Next = { to: string } | { who: string }

interface Where {
  examId: number
  /** Blocks that it is about, that with most of it first. */
  blocks: readonly [BlockRow, ...BlockRow[]]
  mayManageExam: boolean
}

/** Papers are decided by the leaders of their block, each for the own blocks. */
function decided(mode: 'arbitration' | 'problem', { blocks }: Where): Next {
  const led = blocks.filter(({ is_led }) => is_led)
  const [one] = led
  if (!one) return { who: '由题组长处理' }
  const list = `/MainPage/markPaper/markPage/arbitration-home/${mode}`
  return { to: led.length === 1 ? `${list}?block_id=${one.block_id}` : list }
}

const seedsOf = ({ block_id }: BlockRow) => `/benchmark?block_id=${block_id}&tab=results`

/** What is counted apart from the progress, by block. */
interface Extra {
  checks: ReadonlyMap<number, { done: number; total: number }>
  warned: ReadonlyMap<number, number>
  suspect: ReadonlyMap<number, number>
  automatic: ReadonlyMap<number, number>
}

const TODOS: readonly Todo[] = [
  {
    key: 'arbitration',
    label: '待仲裁',
    hint: '评分分歧，等待裁定',
    countOf: ({ numbers }) => numbers.arbitration,
    next: (where) => decided('arbitration', where),
  },
  {
    key: 'problem',
    label: '问题卷',
    hint: '给分、退回阅卷或退回切图',
    countOf: ({ numbers }) => numbers.problem,
    next: (where) => decided('problem', where),
  },
  {
    key: 'blank',
    label: '空白确认',
    hint: '墨迹很少，确认空白或转入阅卷',
    countOf: ({ numbers }) => numbers.blank,
    next: ({ examId, blocks }) => ({
      to: `/empty-check?exam_id=${examId}&block_id=${blocks[0].block_id}`,
    }),
  },
  {
    key: 'stuck',
    label: '无人可阅',
    hint: '添加阅卷教师，或放开回避',
    countOf: ({ stuck_count }) => stuck_count,
    next: ({ examId, mayManageExam }) =>
      mayManageExam ? { to: `/stuck-papers?exam_id=${examId}` } : { who: '由教务主任处理' },
  },
  {
    key: 'idle',
    label: '久未提交',
    hint: '领取超过半小时，可以收回',
    countOf: ({ idle_claims }) => idle_claims,
  },
  {
    key: 'warned',
    label: '等待处理的教师',
    hint: '种子卷不合格，确认后才能继续阅卷',
    countOf: ({ block_id }, { warned }) => warned.get(block_id) ?? 0,
    next: ({ blocks }) => ({ to: seedsOf(blocks[0]) }),
    addressOf: seedsOf,
  },
  {
    key: 'suspect',
    label: '需查看的教师',
    hint: '两项以上指标异常，打开题块查看原因',
    countOf: ({ block_id }, { suspect }) => suspect.get(block_id) ?? 0,
  },
  {
    key: 'automatic',
    label: '疑似自动评阅',
    hint: '两项以上迹象，打开题块查看依据',
    countOf: ({ block_id }, { automatic }) => automatic.get(block_id) ?? 0,
  },
  {
    key: 'unchecked',
    label: '待抽查',
    hint: '距抽查目标还差的份数',
    countOf: ({ block_id }, { checks }) => {
      const { done, total } = checks.get(block_id) ?? { done: 0, total: 0 }
      return total - done
    },
    // Leaders sample their own blocks on a page of their own.
    next: ({ examId, blocks }) => ({
      to: blocks.some(({ is_supervised }) => is_supervised)
        ? `/spot-check?exam_id=${examId}`
        : `/MainPage/markPaper/evaluationRegulationHome/marking?exam_id=${examId}&block_id=${blocks[0].block_id}`,
    }),
    progressOf: ({ block_id }, { checks }) => checks.get(block_id) ?? { done: 0, total: 0 },
  },
]

const EVERY_MS = 60_000

/** Checks still to make and markers who stand out; both change slowly. */
function useExtra(examId: number): { extra: Extra; failure: Error | null; retry: () => void } {
  const query = { exam_id: examId }
  const checks = useRoute(checkBlockList, { query }, { refetchInterval: EVERY_MS })
  const markers = useRoute(supervisedMarkers, { query }, { refetchInterval: EVERY_MS })
  const list = markers.data?.list ?? []
  const byBlock = (rows: typeof list): Map<number, number> =>
    new Map([...Map.groupBy(rows, ({ block_id }) => block_id)].map(([id, of]) => [id, of.length]))
  const extra: Extra = {
    checks: new Map(
      checks.data?.list.map((row) => [
        row.block_id,
        { done: Math.min(row.checked, row.target), total: row.target },
      ]),
    ),
    warned: byBlock(
      list.filter(({ seed_state }) => seed_state === 'warned' || seed_state === 'suspended'),
    ),
    suspect: byBlock(list.filter(({ light }) => light === 'red')),
    automatic: byBlock(list.filter(({ automation }) => automation.length >= AUTOMATION_ALERT)),
  }
  const failed = [checks, markers].filter(({ error, data }) => error && !data)
  return {
    extra,
    failure: failed[0]?.error ?? null,
    retry: () => failed.forEach(({ refetch }) => void refetch()),
  }
}

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
  const { extra, failure, retry } = useExtra(props.examId)
  const { examId, mayManageExam } = props
  const cards = TODOS.map((todo) => {
    const { progressOf } = todo
    const countOf = (row: BlockRow) => todo.countOf(row, extra)
    const blocks = props.rows
      .filter((row) => countOf(row) > 0)
      .toSorted((a, b) => countOf(b) - countOf(a))
    const [most, ...others] = blocks
    return {
      ...todo,
      countOf,
      blocks,
      next: most && todo.next?.({ examId, blocks: [most, ...others], mayManageExam }),
      count: props.rows.reduce((sum, row) => sum + countOf(row), 0),
      progress: progressOf && summed(props.rows.map((row) => progressOf(row, extra))),
    }
  }).filter(({ count }) => count > 0)
  const missing = failure && (
    <p role="alert" className={css['problem']}>
      抽查进度和教师状态没有读到：{sentenceOf(failure)}{' '}
      <button type="button" className={css['figureLink']} onClick={retry}>
        重试
      </button>
    </p>
  )
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
      <ul className={css['todos']}>
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
