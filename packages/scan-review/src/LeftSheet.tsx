import { KeyHint, Segmented } from '@hengjuan/ui'
import type { ReviewSheet } from './types.ts'
import css from './scan-review.module.css'

/** Which of more than two sheets stands at the left. */
export function LeftSheet(props: {
  others: readonly ReviewSheet[]
  at: number
  onChoose: (at: number) => void
}) {
  const { others } = props
  return (
    <div className={css['row']}>
      <Segmented
        label="左边的答题卡"
        value={props.at}
        onChange={props.onChoose}
        options={others.map((one, index) => ({
          value: index,
          label: `${one.batch_label} 第 ${one.seq} 张`,
        }))}
      />
      <span className={css['hint']}>
        共 {others.length + 1} 张用了这个考号，左边 <KeyHint keys="N" /> 换一张；保留一张，其余{' '}
        {others.length} 张作废
      </span>
    </div>
  )
}
