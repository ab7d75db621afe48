import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { changesText, formatMilli, legalScores, ungivenZeroOf } from '@hengjuan/domain'
import { ReasonButton, StatusTag } from '@hengjuan/ui'
import { useState } from 'react'
import { keepTyped, typedUnder, useTyped, useTypedScores } from '../../../session/typed.ts'
import { correctedTotal, isUnchanged } from './corrected-total.ts'
import type { Correction, InspectedBlock } from './ScoreInspection.tsx'
import { scoreText, takenAwayText } from './score-text.ts'
import css from './inspect.module.css'

interface Change {
  scores?: number[]
  reason?: string
  correction_id?: number
  decision?: 'approve' | 'refuse'
}

const SHORTEST_REASON = 2
const LONGEST_REASON = 500

type Reviewed = Pick<InspectedBlock, 'unit_id' | 'version'>

/** Under what is kept what was begun: the reason whatever becomes of the mark, the scores of the mark as it was. */
const reviewReasonOf = (unitId: number): string => `review ${unitId} reason`
const scoresOf = ({ unit_id, version }: Reviewed): string => `review ${unit_id} ${version} scores`
const decisionNoteOf = (correctionId: number): string => `correction ${correctionId}`

/** It was sent, or given up. */
export function forgetReview(block: Reviewed, correctionId?: number): void {
  if (correctionId !== undefined) {
    keepTyped(decisionNoteOf(correctionId), '')
    return
  }
  keepTyped(reviewReasonOf(block.unit_id), '')
  keepTyped(scoresOf(block), '')
}

/** Corrects the mark of a block point by point, or decides a lower one that waits. */
export function ScoreEditor(props: {
  block: InspectedBlock
  pending: Correction | undefined
  userId: number
  isSending: boolean
  /** Where the form itself was opened by something else, and goes with it. */
  inPlace?: { longestReason: number; onClose: () => void }
  onSend: (change: Change) => void
}) {
  const { block, pending, inPlace } = props
  const reasonAs = reviewReasonOf(block.unit_id)
  const [isOpen, setOpen] = useState(
    () => typedUnder(reasonAs) !== '' || typedUnder(scoresOf(block)) !== '',
  )
  if (pending) return <Decision {...props} pending={pending} />
  if (!isOpen && !inPlace)
    return (
      <div className={css['act']}>
        <ReasonButton
          size="small"
          reason={block.refusal === '' ? null : block.refusal}
          onClick={() => setOpen(true)}
        >
          复核这一题
        </ReasonButton>
      </div>
    )
  return (
    <Editor
      {...props}
      longestReason={inPlace?.longestReason ?? LONGEST_REASON}
      onClose={() => {
        forgetReview(block)
        setOpen(false)
        inPlace?.onClose()
      }}
    />
  )
}

function Editor(props: {
  block: InspectedBlock
  isSending: boolean
  longestReason: number
  onSend: (change: Change) => void
  onClose: () => void
}) {
  const { block } = props
  const [chosen, setScores] = useTypedScores(scoresOf(block), block.points.length)
  const scores = chosen ?? block.final_points
  const [reason, setReason] = useTyped(reviewReasonOf(block.unit_id))
  const before = block.final_milli ?? 0
  const isSame = isUnchanged(block, scores)
  const after = correctedTotal(block, scores)
  const isLower = after < before
  const noMark = ungivenZeroOf(block.final_reason)
  const takenAway = isSame ? null : takenAwayText(noMark)
  return (
    <form
      className={css['editor']}
      aria-label={`复核${block.name}`}
      onSubmit={(event) => {
        event.preventDefault()
        props.onSend({ scores, reason })
      }}
    >
      <div className={css['points']}>
        {block.points.map((point, index) => (
          <label key={point.id}>
            {block.points.length > 1 && <span>{point.name}</span>}
            <HTMLSelect
              aria-label={`${block.name}${point.name}`}
              value={scores[index] ?? 0}
              onChange={({ currentTarget }) =>
                setScores(scores.with(index, Number(currentTarget.value)))
              }
              options={choicesOf(point, block.final_points[index] ?? 0).map((value) => ({
                value,
                label: formatMilli(value),
              }))}
            />
            <small>/ {formatMilli(point.full_milli)}</small>
          </label>
        ))}
        <span className={css['sum']}>
          {scoreText(before, noMark)} → <strong>{formatMilli(after)}</strong>
        </span>
      </div>
      {block.best_of !== null && (
        <span className={css['optional']}>
          选做题计得分最高的 {block.best_of} 题；改分后重新取最高，没有计入的题不影响总分
        </span>
      )}
      <InputGroup
        value={reason}
        maxLength={props.longestReason}
        placeholder="理由，例如：第 2 问漏加 2 分"
        aria-label="复核理由"
        autoFocus
        onValueChange={setReason}
      />
      <div className={css['buttons']}>
        {isLower && <span className={css['note']}>降分要由第二人确认后才生效</span>}
        {takenAway !== null && <span className={css['note']}>{takenAway}</span>}
        <Button onClick={props.onClose}>取消</Button>
        <ReasonButton
          type="submit"
          intent="primary"
          loading={props.isSending}
          reason={reason.trim().length < SHORTEST_REASON ? '请写明理由，至少 2 个字' : null}
        >
          {isSame ? '维持原分' : isLower ? '提交降分' : '改分'}
        </ReasonButton>
      </div>
    </form>
  )
}

/** The legal scores of a point, and the one that stands: the mean of two readings may lie between them. */
const choicesOf = (point: InspectedBlock['points'][number], now: number): number[] =>
  [
    ...new Set([
      ...legalScores({
        name: point.name,
        fullMilli: point.full_milli,
        stepMilli: point.step_milli,
      }),
      now,
    ]),
  ].toSorted((a, b) => a - b)

/** The second person's word on a lower mark. */
function Decision(props: {
  pending: Correction
  userId: number
  isSending: boolean
  onSend: (change: Change) => void
}) {
  const { pending } = props
  const [note, setNote] = useTyped(decisionNoteOf(pending.correction_id))
  const isOwn = pending.asked_by === props.userId
  const { correction_id } = pending
  return (
    <div className={css['editor']}>
      <p>
        <StatusTag status="warn">降分待确认</StatusTag> {pending.asked_by_name} 提出把{' '}
        {formatMilli(pending.before_milli)} 分改为 {formatMilli(pending.after_milli)} 分
        {pending.changes.length > 0 && `（${changesText(pending.changes)}）`}：{pending.reason}
      </p>
      <InputGroup
        value={note}
        maxLength={500}
        placeholder="意见（可不填）"
        aria-label="确认意见"
        onValueChange={setNote}
      />
      <div className={css['buttons']}>
        <Button
          loading={props.isSending}
          onClick={() => props.onSend({ correction_id, decision: 'refuse', reason: note })}
        >
          {isOwn ? '撤回' : '不同意'}
        </Button>
        <ReasonButton
          intent="primary"
          loading={props.isSending}
          reason={isOwn ? '您提出的降分要由另一个人确认' : null}
          onClick={() => props.onSend({ correction_id, decision: 'approve', reason: note })}
        >
          同意降分
        </ReasonButton>
      </div>
    </div>
  )
}
