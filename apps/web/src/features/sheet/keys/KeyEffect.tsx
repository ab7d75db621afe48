import type { fixOption, ReplyOf } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { type Column, DataTable, EmptyState } from '@hengjuan/ui'
import css from './keys.module.css'

type Effect = ReplyOf<typeof fixOption>
type Affected = Effect['affected'][number]

const score = (milli: number | null): string => (milli === null ? '—' : formatMilli(milli))

const columns: Column<Affected>[] = [
  {
    key: 'no',
    title: '考号',
    render: ({ exam_no }) => exam_no,
    width: 96,
    sortBy: (row) => row.exam_no,
  },
  { key: 'name', title: '姓名', render: ({ name }) => name, width: 72, grow: true },
  {
    key: 'answer',
    title: '作答',
    render: ({ answer }) => (answer === null ? '待处理' : answer.join('') || '空白'),
    width: 60,
  },
  {
    key: 'item',
    title: '本题',
    align: 'right',
    render: (row) => `${score(row.before_milli)} → ${score(row.after_milli)}`,
    width: 78,
  },
  {
    key: 'total',
    title: '科目总分',
    hint: '还有没阅完或待处理的内容时，科目总分未出',
    align: 'right',
    render: (row) =>
      row.total_before_milli === null
        ? '未出'
        : `${score(row.total_before_milli)} → ${score(row.total_after_milli)}`,
    width: 110,
    sortBy: (row) => row.total_before_milli,
  },
]

/** Who gains and loses by a change of a key, before it is saved. */
export function KeyEffect({ effect, isStale }: { effect: Effect; isStale: boolean }) {
  const { affected, present, warning } = effect
  const delta = (row: Affected) => (row.after_milli ?? 0) - (row.before_milli ?? 0)
  const up = affected.filter((row) => delta(row) > 0).length
  const down = affected.filter((row) => delta(row) < 0).length
  return (
    <div className={css['effect']} aria-busy={isStale} data-stale={isStale || undefined}>
      <p className={css['counts']}>
        到考 <strong>{present}</strong> 人，受影响 <strong>{affected.length}</strong> 人：加分{' '}
        <strong>{up}</strong> 人，减分 <strong>{down}</strong> 人
      </p>
      {warning && <p className={css['warn']}>! {warning}</p>}
      {affected.length === 0 ? (
        <EmptyState title="没有考生的得分会改变" />
      ) : (
        <DataTable
          label="受影响的考生"
          rows={affected}
          columns={columns}
          rowKey={({ candidate_id }) => candidate_id}
          empty={null}
          rowHeight={34}
          maxHeight="320px"
        />
      )}
    </div>
  )
}
