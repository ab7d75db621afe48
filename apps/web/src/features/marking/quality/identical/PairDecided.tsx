import { IDENTICAL_OUTCOMES } from '@hengjuan/domain'
import { StatusTag } from '@hengjuan/ui'
import { Link } from 'react-router'
import { type Pair, punishedText, punishmentOf } from './pair.ts'

const RECORD = '/MainPage/markPaper/evaluationRegulationHome/marking'

/** What was decided before, and how it can be decided otherwise. */
export function PairDecided(props: {
  examId: number
  blockId: number
  pair: Pair
  verdict: NonNullable<Pair['verdict']>
}) {
  const { examId, blockId, pair, verdict } = props
  const punished = punishedText(pair)
  const punishment = punishmentOf(pair)
  return (
    <p>
      <StatusTag status={punished !== null ? 'bad' : 'ok'}>
        {IDENTICAL_OUTCOMES[verdict.outcome]}
      </StatusTag>{' '}
      {verdict.by_name}
      {verdict.reason !== '' && `：${verdict.reason}`}。
      {punished !== null ? (
        <>
          {verdict.outcome === 'misconduct_one' &&
            punishment.outcome === 'misconduct' &&
            '另一份已回到阅卷，可以两份都按违纪处理。'}
          要改为其他处理，请先在{' '}
          <Link to={`${RECORD}?exam_id=${examId}&block_id=${blockId}&tab=work`}>裁定记录</Link>{' '}
          中撤销违纪。
        </>
      ) : (
        '可以重新处理。'
      )}
    </p>
  )
}
