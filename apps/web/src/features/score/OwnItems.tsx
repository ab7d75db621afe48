import { formatMilli, sumBeforeRounding } from '@hengjuan/domain'
import type { ReplyOf, studentScore } from '@hengjuan/contracts'
import css from './own-score.module.css'

type Own = ReplyOf<typeof studentScore>
type OwnSubject = Own['subjects'][number]

/** The own score on a line from nothing to the full mark, with the means marked. */
export function Comparison({ subject, score }: { subject: OwnSubject; score: number }) {
  const place = (milli: number): string =>
    `${Math.min(100, Math.max(0, (milli * 100) / Math.max(1, subject.full_milli)))}%`
  const means = [
    { label: '班级均分', value: subject.class_mean_milli, kind: 'class' },
    { label: '年级均分', value: subject.grade_mean_milli, kind: 'grade' },
  ].flatMap(({ value, ...rest }) => (value == null ? [] : [{ ...rest, value }]))
  return (
    <div className={css['comparison']}>
      <div className={css['line']}>
        <span className={css['own']} style={{ width: place(score) }} />
        {means.map(({ kind, value }) => (
          <span
            key={kind}
            className={css['mean']}
            data-kind={kind}
            style={{ left: place(value) }}
            aria-hidden="true"
          />
        ))}
      </div>
      <p className={css['means']}>
        {means.map(({ kind, label, value }) => (
          <span key={kind} data-kind={kind}>
            {label} {(value / 1000).toFixed(1)}
          </span>
        ))}
      </p>
    </div>
  )
}

/** How an answer came out, in a sign and a word. */
export const OUTCOMES = {
  right: { sign: '✓', word: '正确', state: 'full' },
  part: { sign: '◐', word: '部分正确', state: 'part' },
  wrong: { sign: '✕', word: '不正确', state: 'zero' },
} as const

/** Question by question; columns of what is not shown are not there. */
export function Items(props: {
  items: OwnSubject['items']
  totalMilli: number | null | undefined
  shows: ReadonlySet<Own['shows'][number]>
}) {
  const { items, shows } = props
  const totalMilli = props.totalMilli ?? null
  const hasScores = shows.has('item_scores')
  const hasRates = hasScores && shows.has('analysis')
  const hasKeys = shows.has('key')
  const sumMilli =
    totalMilli === null || !hasScores
      ? null
      : sumBeforeRounding(
          items.map(({ score_milli }) => score_milli ?? null),
          totalMilli,
        )
  return (
    <>
      <table className={css['items']}>
        <thead>
          <tr>
            <th scope="col">题号</th>
            <th scope="col">作答</th>
            {hasKeys && <th scope="col">答案</th>}
            <th scope="col">{hasScores ? '得分' : '对错'}</th>
            {hasRates && <th scope="col">班级得分率</th>}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const outcome = item.outcome === null ? null : OUTCOMES[item.outcome]
            return (
              <tr key={item.no} data-state={outcome?.state}>
                <th scope="row">{item.no}</th>
                <td>{item.answer === null ? '' : item.answer === '' ? '空' : item.answer}</td>
                {hasKeys && <td>{item.key ?? ''}</td>}
                <td>
                  <span aria-hidden="true">{outcome?.sign ?? ''}</span>{' '}
                  {hasScores ? (
                    <>
                      {item.score_milli == null ? '不计分' : formatMilli(item.score_milli)}
                      <small> / {formatMilli(item.full_milli)}</small>
                    </>
                  ) : (
                    (outcome?.word ?? '不计分')
                  )}
                </td>
                {hasRates && <td>{item.class_percent == null ? '—' : `${item.class_percent}%`}</td>}
              </tr>
            )
          })}
        </tbody>
      </table>
      {sumMilli !== null && totalMilli !== null && (
        <p className={css['note']}>
          各题得分是取整前的，合计 {formatMilli(sumMilli)} 分；按规则取整后，科目得分为{' '}
          {formatMilli(totalMilli)} 分。
        </p>
      )}
    </>
  )
}
