import { Button } from '@blueprintjs/core'
import { formatMilli } from '@hengjuan/domain'
import { KeyHint, Piece, StatusTag } from '@hengjuan/ui'
import { useState } from 'react'
import {
  acceptText,
  addHalf,
  asPart,
  eraseKey,
  NO_DRAFT,
  padMarks,
  proposedDraft,
  type ScoreDraft,
  sumCheck,
  typeKey,
} from './score-entry.ts'
import { TotalParts } from './TotalParts.tsx'
import type { ReviewDecisions, ReviewDetail } from './types.ts'
import { useReviewKeys } from './use-review-keys.ts'
import css from './scan-review.module.css'

/**
 * Confirms or types the mark of one block that was marked on paper: digits type, Enter takes it. Only
 * marks that the block may get can be typed.
 *
 * @source ui D4: crop plus pad, sum check against filled total
 */
export function ScoreForm(props: {
  detail: ReviewDetail
  decisions: ReviewDecisions
  onDone: () => void
}) {
  const { item, sheet } = props.detail
  const [partTarget, setPart] = useState<string | null>(null)
  const part = item.score?.total?.parts.find(({ target }) => target === partTarget)
  const score = item.score && part ? asPart(item.score, part) : item.score
  const [draft, setDraft] = useState<ScoreDraft>(score ? proposedDraft(score) : NO_DRAFT)
  const [isFresh, setFresh] = useState(true)
  const pick = (target: string | null) => {
    const chosen = item.score?.total?.parts.find((one) => one.target === target)
    setPart(target)
    setFresh(true)
    if (item.score) setDraft(proposedDraft(chosen ? asPart(item.score, chosen) : item.score))
  }
  const { score: send, pending } = props.decisions
  const change = (next: ScoreDraft) => {
    setDraft(next)
    setFresh(false)
  }
  const accept = async () => {
    if (!score || draft.milli === null || pending || !send) return
    const text = `${score.block_name} ${formatMilli(draft.milli)} 分`
    if (await send(sheet.sheet_id, part?.target ?? item.target, draft.milli, text)) props.onDone()
  }
  useReviewKeys('score', {
    digit: ({ key }) => score && change(typeKey(score, draft, key, isFresh)),
    erase: () => score && change(eraseKey(score, draft)),
    clear: () => change(NO_DRAFT),
    full: () => {
      const most = score?.legal_milli.at(-1)
      if (most !== undefined) change({ text: formatMilli(most), milli: most })
    },
    accept: () => void accept(),
  })
  if (!send) return <p className={css['hint']}>请在平台的「扫描异常处理」页面对照图像录入得分。</p>
  if (!score) return <p className={css['hint']}>这个分数格的图像已不在使用，请刷新列表。</p>
  const check = sumCheck(score)
  const marks = padMarks(score)
  const hasHalf = marks.length < score.legal_milli.length && score.legal_milli.includes(500)
  const more = addHalf(score, draft)
  return (
    <div className={css['stack']}>
      {score.strip_url && (
        <Piece className={css['strip']} src={score.strip_url} alt={`${score.block_name}的打分处`} />
      )}
      {item.score?.total && <TotalParts score={item.score} chosen={partTarget} onPick={pick} />}
      <dl className={css['places']}>
        {score.places.map(({ name, marks: read }) => (
          <div key={name} data-doubt={read.length > 1 || read[0] === '?' || undefined}>
            <dt>{name}</dt>
            <dd>{read.join('、') || '空'}</dd>
          </div>
        ))}
      </dl>
      <StatusTag status={check.isGood ? 'ok' : 'warn'}>{check.text}</StatusTag>
      <div className={css['typed']} aria-live="polite">
        <span>{score.block_name}</span>
        <output aria-label="得分" data-open={draft.milli === null || undefined}>
          {draft.text || '—'}
        </output>
        <small>/ {formatMilli(score.full_milli)}</small>
      </div>
      <div className={css['pad']} role="group" aria-label="分数">
        {marks.map((mark) => (
          <button
            key={mark}
            type="button"
            aria-pressed={draft.milli === mark}
            onClick={() => change({ text: formatMilli(mark), milli: mark })}
          >
            {formatMilli(mark)}
          </button>
        ))}
        {hasHalf && (
          <button type="button" disabled={more === null} onClick={() => more && change(more)}>
            +0.5
          </button>
        )}
      </div>
      <Button
        intent="primary"
        disabled={draft.milli === null || pending}
        onClick={() => void accept()}
      >
        {draft.milli === null ? '请录入得分' : acceptText(score, draft.milli)}{' '}
        <KeyHint keys="Enter" />
      </Button>
      <p className={css['hint']}>
        数字键录入，
        <KeyHint keys=";" /> 加半分，
        <KeyHint keys="F" /> 满分，
        <KeyHint keys="Backspace" /> 退格。机器读数只供参考，以图像为准。
      </p>
    </div>
  )
}
