import type { BlockRow } from './use-live-progress.ts'

/** A kind of to-do of supervision. */
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

const qualifiedOf = ({ block_id }: BlockRow) => `/benchmark?block_id=${block_id}&tab=qualification`

const seedsOf = ({ block_id }: BlockRow) => `/benchmark?block_id=${block_id}&tab=results`

/** What is counted apart from the progress, by block. */
export interface Extra {
  checks: ReadonlyMap<number, { done: number; total: number }>
  /** Markers who wait for a leader before their first paper. */
  unqualified: ReadonlyMap<number, number>
  warned: ReadonlyMap<number, number>
  suspect: ReadonlyMap<number, number>
  automatic: ReadonlyMap<number, number>
}

/** In the order of the cards. */
export const TODOS: readonly Todo[] = [
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
    countOf: ({ stuck_count, gone_count }) => stuck_count - gone_count,
    next: ({ examId, blocks: [{ managed_by }], mayManageExam }) =>
      mayManageExam ? { to: `/stuck-papers?exam_id=${examId}` } : { who: `由${managed_by}处理` },
  },
  {
    key: 'gone',
    label: '原教师已停止的待重评',
    hint: '打开题块，交给其他教师评阅或转仲裁',
    countOf: ({ gone_count }) => gone_count,
  },
  {
    key: 'idle',
    label: '久未提交',
    hint: '领取超过半小时，可以收回',
    countOf: ({ idle_claims }) => idle_claims,
  },
  {
    key: 'unqualified',
    label: '待定标决定的教师',
    hint: '定标没有通过或缺定标卷，决定后才能阅卷',
    countOf: ({ block_id }, { unqualified }) => unqualified.get(block_id) ?? 0,
    next: ({ blocks }) => ({ to: qualifiedOf(blocks[0]) }),
    addressOf: qualifiedOf,
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
