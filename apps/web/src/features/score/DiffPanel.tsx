import { formatMilli } from '@hengjuan/domain'
import { type Column, DataTable, EmptyState } from '@hengjuan/ui'
import css from './score.module.css'
import type { Preview } from './GateChecklist.tsx'

type Diff = NonNullable<Preview['diff']>
type Change = Diff['changes'][number]

const points = (milli: number | null) => (milli === null ? '–' : formatMilli(milli))
const difference = ({ before_milli, after_milli }: Change): number =>
  (after_milli ?? 0) - (before_milli ?? 0)

const columns: Column<Change>[] = [
  { key: 'name', title: '姓名', width: 110, grow: true, render: (row) => row.name },
  { key: 'exam_no', title: '考号', width: 120, render: (row) => row.exam_no },
  {
    key: 'before',
    title: '版本总分',
    width: 100,
    align: 'right',
    sortBy: (row) => row.before_milli,
    render: (row) => points(row.before_milli),
  },
  {
    key: 'after',
    title: '现在总分',
    width: 100,
    align: 'right',
    sortBy: (row) => row.after_milli,
    render: (row) => <strong>{points(row.after_milli)}</strong>,
  },
  {
    key: 'difference',
    title: '变化',
    width: 90,
    align: 'right',
    sortBy: difference,
    render: (row) => (
      <span className={difference(row) < 0 ? css['bad'] : css['ok']}>
        {difference(row) > 0 ? '+' : ''}
        {formatMilli(difference(row))}
      </span>
    ),
  },
]

/** 「42 人总分变化，最大 6」, as a sentence. */
export const diffSentence = (diff: Diff): string =>
  diff.changed === 0
    ? `与版本 v${diff.version} 相比，没有考生总分变化`
    : `与版本 v${diff.version} 相比，${diff.changed} 人总分变化，最大 ${formatMilli(diff.largest_milli)} 分`

/** Whose totals a new version would change. */
export function DiffPanel({ diff }: { diff: Diff }) {
  if (diff.changed === 0)
    return <p className={css['muted']}>{diffSentence(diff)}；重新发布前不需要通知任何人。</p>
  return (
    <>
      <p className={css['diffSentence']}>{diffSentence(diff)}</p>
      <DataTable
        label="与版本的差异"
        columns={columns}
        rows={diff.changes}
        rowKey={(row) => row.candidate_id}
        rowHeight={34}
        maxHeight="340px"
        empty={<EmptyState title="总分没有变化">重新发布前不需要通知任何人。</EmptyState>}
      />
      {diff.changed > diff.changes.length && (
        <p className={css['muted']}>只列出变化最大的 {diff.changes.length} 人。</p>
      )}
    </>
  )
}
