import { useRoute } from '@hengjuan/client/react'
import { reportExamples } from '@hengjuan/contracts'
import { formatMilli, PAPER_FLAGS } from '@hengjuan/domain'
import { ErrorState, Piece, SkeletonLines, StatusTag } from '@hengjuan/ui'
import css from './report.module.css'

const LIGHTS = {
  excellent: 'ok',
  typical: 'busy',
  typical_mistake: 'warn',
  doubtful: 'idle',
} as const

/** Answers to a question that its leader chose to show, without whose they are. @source domain rules 6.3 */
export function ItemExamples(props: { examId: number; subjectId: number; no: string }) {
  const { data, error, refetch } = useRoute(reportExamples, {
    query: { exam_id: props.examId, subject_id: props.subjectId },
  })
  const list = data?.list.filter(({ question_nos }) => question_nos.includes(props.no))
  return (
    <section className={css['examples']} aria-label="作答示例">
      <h3>作答示例</h3>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !list ? (
        <SkeletonLines lines={3} />
      ) : list.length === 0 ? (
        <p className={css['quiet']}>
          题组长还没有为这道题选出示例。在「标准卷与种子卷」的「收藏」中可以发布。
        </p>
      ) : (
        list.map((example) => (
          <figure key={example.example_id}>
            <figcaption>
              <StatusTag status={LIGHTS[example.flag]}>{PAPER_FLAGS[example.flag]}</StatusTag>
              <b>
                {formatMilli(example.score_milli)} / {formatMilli(example.full_milli)} 分
              </b>
              {example.question_nos.length > 1 && <small>{example.block_name}</small>}
              {example.comment !== '' && <p>{example.comment}</p>}
            </figcaption>
            {example.images.map((image, at) => (
              <Piece
                key={image.hash}
                src={image.url}
                width={image.width_px}
                height={image.height_px}
                loading="lazy"
                alt={`第 ${props.no} 题的${PAPER_FLAGS[example.flag]}，第 ${at + 1} 幅`}
              />
            ))}
          </figure>
        ))
      )}
    </section>
  )
}
