import { formatMilli } from '@hengjuan/domain'
import { Piece } from '@hengjuan/ui'
import type { Draft, ScorePlace } from './draft.ts'
import css from './result.module.css'
import { Worth } from './Worth.tsx'

export function ScoreRow({ place, draft }: { place: ScorePlace; draft: Draft | undefined }) {
  const { score, counted_milli } = place
  const text =
    draft && 'score' in draft
      ? draft.score.text || '—'
      : counted_milli === null
        ? '待录入'
        : formatMilli(counted_milli)
  return (
    <>
      <b className={css['no']}>{score.block_name}</b>
      <span className={css['read']}>
        {score.strip_url && <Piece src={score.strip_url} alt={`${score.block_name}的打分处`} />}
        <small>
          {score.read_milli === null ? '没有读出' : `识别 ${formatMilli(score.read_milli)} 分`}
        </small>
      </span>
      <output className={css['now']} aria-label={`${score.block_name}的得分`}>
        {text}
      </output>
      <Worth milli={counted_milli} full={score.full_milli} />
    </>
  )
}
