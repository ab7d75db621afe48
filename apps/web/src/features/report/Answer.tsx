import { useRoute } from '@hengjuan/client/react'
import { reportAnswer } from '@hengjuan/contracts'
import { figureText, formatMilli } from '@hengjuan/domain'
import { ErrorState, Piece, SkeletonLines } from '@hengjuan/ui'
import css from './report.module.css'
import { useReportFilters } from './use-report-filters.ts'

/** The subject that a page of questions is about: without one in the address the first that there is. */
export const subjectOf = (
  { subjects }: { subjects: readonly { subject_id: number }[] },
  subjectId: number,
): number =>
  (subjects.find(({ subject_id }) => subject_id === subjectId) ?? subjects[0])?.subject_id ??
  subjectId

/** What one candidate answered to one question, with its images. @source reports 2.5 */
export function Answer(props: {
  subjectId: number
  candidateId: number
  no: string
  /** Where it is another one than that of the page. */
  examId?: number
}) {
  const { examId: ofPage } = useReportFilters()
  const examId = props.examId ?? ofPage
  const { data, error, refetch } = useRoute(reportAnswer, {
    query: {
      exam_id: examId,
      subject_id: props.subjectId,
      no: props.no,
      candidate_id: props.candidateId,
    },
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={3} />
  return (
    <section aria-label={`第 ${data.no} 题的作答`}>
      <h3>
        第 {data.no} 题　{figureText(data.score_milli, 'milli')} / {formatMilli(data.full_milli)} 分
      </h3>
      {data.letters !== null && (
        <p>
          所选 <b>{data.letters || '未作答'}</b>
          {data.key === null ? '' : `，正确答案 ${data.key}`}
        </p>
      )}
      {data.images.map((image, at) => (
        <Piece
          key={image.hash}
          src={image.url}
          width={image.width_px}
          height={image.height_px}
          alt={`第 ${data.no} 题的作答，第 ${at + 1} 幅`}
        />
      ))}
      {data.images.length === 0 && data.letters === null && (
        <p className={css['quiet']}>没有这道题的作答图像：成绩为导入，或图像不供查看。</p>
      )}
    </section>
  )
}
