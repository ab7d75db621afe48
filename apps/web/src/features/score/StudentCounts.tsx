import { useRoute } from '@hengjuan/client/react'
import { previewCounts, type ReplyOf } from '@hengjuan/contracts'
import css from './score.module.css'

const WORDS: readonly [keyof ReplyOf<typeof previewCounts>, string][] = [
  ['registered', '应考'],
  ['present', '实考'],
  ['absent', '缺考'],
  ['no_record', '无记录'],
  ['misconduct', '违纪'],
  ['scored', '已出分'],
  ['partial', '部分科目缺考'],
  ['edited', '改过分'],
  ['alarms', '预警'],
]

/** How many candidates there are of each kind. */
export function StudentCounts({ examId }: { examId: number }) {
  const { data } = useRoute(previewCounts, { query: { exam_id: examId } })
  return (
    <dl className={css['counts']}>
      {WORDS.map(([key, label]) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{data ? data[key] : '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
