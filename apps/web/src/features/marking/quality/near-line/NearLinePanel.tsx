import { useRoute } from '@hengjuan/client/react'
import { nearLineGet } from '@hengjuan/contracts'
import { Panel, Pending } from '@hengjuan/ui'
import css from './near-line.module.css'
import { NearLineRules } from './NearLineRules.tsx'

const LOOK_EVERY_MS = 60_000

/** Papers of candidates near a line are read by a second person before results are out. @source domain rules 3.6 */
export function NearLinePanel(props: { examId: number; subjectId: number; mayChange: boolean }) {
  const on = { exam_id: props.examId, subject_id: props.subjectId }
  const { data, error, refetch } = useRoute(
    nearLineGet,
    { query: on },
    { refetchInterval: LOOK_EVERY_MS, staleTime: 0 },
  )
  return (
    <Panel
      title="临界线复评"
      className={css['panel'] ?? ''}
      note="总分接近分数线的考生，只经一人评阅的试卷由第二人再评一次；成绩发布后不能再送。"
      flush
    >
      {data ? (
        <NearLineRules key={JSON.stringify(data.rule)} {...props} view={data} />
      ) : (
        <Pending error={error} refetch={refetch} lines={4} inset />
      )}
    </Panel>
  )
}
