import { Button } from '@blueprintjs/core'
import { formatMilli } from '@hengjuan/domain'
import { SimpleTable, StatusTag } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { commentsByPoint } from '../benchmark/script-comments.ts'
import type { Feedback } from './trial-work.ts'
import css from './trial.module.css'

/** Of a paper to practise on: what was given, what is agreed, and why. */
export function TrialFeedback(props: {
  feedback: Feedback
  points: readonly { name: string }[]
  /** Is there nothing more to practise on? */
  isLast: boolean
  /** The key that goes on. */
  next: ReactNode
  onNext: () => void
}) {
  const { feedback, points } = props
  const difference = feedback.total_milli - feedback.definitive_milli
  // The reason of the only point reads better below than in a narrow column.
  const isWhole = points.length === 1
  const { byPoint, rest } = commentsByPoint(feedback.comments, points)
  const whole = isWhole ? (byPoint[0] ?? '') : rest
  const hasReasons = byPoint.some(Boolean) || whole !== ''
  return (
    <section className={css['feedback']} aria-label="试评结果" data-testid="trial-feedback">
      <p className={css['verdict']} role="status">
        <StatusTag status={feedback.is_within ? 'ok' : 'warn'}>
          {feedback.is_within ? '在允许范围内' : '超出允许范围'}
        </StatusTag>
        <strong>
          {difference === 0
            ? '与标准分一致'
            : `比标准分${difference > 0 ? '高' : '低'} ${formatMilli(Math.abs(difference))} 分`}
        </strong>
      </p>
      <SimpleTable
        label="给分与标准分"
        isDense
        columns={[
          {
            key: 'point',
            title: '给分点',
            render: ({ name, reason }) => (
              <>
                {name}
                {reason && <small>{reason}</small>}
              </>
            ),
          },
          {
            key: 'given',
            title: '您的给分',
            align: 'right',
            render: ({ given }) => formatMilli(given),
          },
          {
            key: 'agreed',
            title: '标准分',
            align: 'right',
            render: ({ agreed }) => formatMilli(agreed),
          },
        ]}
        rows={points.map(({ name }, index) => ({
          name,
          reason: isWhole ? undefined : byPoint[index],
          given: feedback.scores[index] ?? 0,
          agreed: feedback.definitive_scores[index] ?? 0,
        }))}
        rowKey={(_, index) => index}
        tone={({ given, agreed }) => (given === agreed ? undefined : 'warn')}
        summary={
          isWhole
            ? []
            : [
                {
                  name: '合计',
                  reason: undefined,
                  given: feedback.total_milli,
                  agreed: feedback.definitive_milli,
                },
              ]
        }
      />
      {whole !== '' && (
        <>
          <h3>标准分的理由</h3>
          <p>{whole}</p>
        </>
      )}
      {!hasReasons && (
        <p className={css['quiet']}>题组长没有写明标准分的理由，可以对照评分标准。</p>
      )}
      <div className={css['go']}>
        <Button intent="primary" size="large" fill onClick={props.onNext}>
          {props.isLast ? '试评完成，继续' : '下一份'} {props.next}
        </Button>
      </div>
    </section>
  )
}
