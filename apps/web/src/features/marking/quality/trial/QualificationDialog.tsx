import { Button, Callout, Dialog, DialogBody, DialogFooter, TextArea } from '@blueprintjs/core'
import { mayMarkAfter } from '@hengjuan/domain'
import { ReasonButton, sentenceOf } from '@hengjuan/ui'
import { Link } from 'react-router'
import { useTyped } from '../../../../session/typed.ts'
import {
  changedScripts,
  eventText,
  isToDecide,
  missingSet,
  standingText,
} from './qualification-words.ts'
import type { Qualified } from './qualification-columns.tsx'
import css from './trial.module.css'
import { TrialScores } from './TrialScores.tsx'

/** Under what the words about a marker's admission are kept until they are sent. */
export const qualifyNoteOf = (blockId: number, markerId: number): string =>
  `qualification ${blockId} ${markerId}`

/** What one marker gave every trial paper, and what a leader can decide. */
export function QualificationDialog(props: {
  blockId: number
  row: Qualified
  /** Where scripts are agreed on. */
  scriptsAddress: string
  isPending: boolean
  error: unknown
  onClose: () => void
  /** Does the block ask its markers to qualify? */
  isNeeded: boolean
  onDecide: (action: 'repeat' | 'admit' | 'refuse' | 'again', note: string) => void
}) {
  const { row, isPending } = props
  const [note, setNote] = useTyped(qualifyNoteOf(props.blockId, row.marker_id))
  const words = note.trim()
  const missing = missingSet(row)
  const changed = changedScripts(row)
  const unexplained = words === '' ? '请写明原因，教师会看到' : null
  const tooEarly =
    isToDecide(row) || row.state === 'refused' ? null : '这位教师还可以自己再试，不需要决定'
  return (
    <Dialog isOpen onClose={props.onClose} title={`${row.name} · 试评与定标`}>
      <DialogBody>
        <p>{standingText(row, props.isNeeded)}</p>
        {isToDecide(row) && missing !== null && (
          <Callout compact intent="warning" className={css['short'] ?? ''}>
            {missing}。<Link to={props.scriptsAddress}>去商定定标卷</Link>
          </Callout>
        )}
        {changed !== null && (
          <Callout compact intent="warning" className={css['short'] ?? ''}>
            {changed}。
          </Callout>
        )}
        {row.events.length > 0 && (
          <ol className={css['rounds']} aria-label="经过">
            {row.events.map((event, index) => (
              <li key={index}>{eventText(event)}</li>
            ))}
          </ol>
        )}
        {row.trials.length > 0 ? (
          <TrialScores trials={row.trials} />
        ) : (
          <p className={css['quiet']}>还没有评过试评卷或定标卷。</p>
        )}
        <TextArea
          fill
          aria-label="说明"
          placeholder="说明：教师会看到；准许或不准许阅卷时必填"
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {props.error !== null && props.error !== undefined && (
          <p className={css['error']} role="alert">
            {sentenceOf(props.error)}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          mayMarkAfter(row.state) ? (
            <>
              <Button onClick={props.onClose}>关闭</Button>
              <Button loading={isPending} onClick={() => props.onDecide('again', words)}>
                要求重新定标
              </Button>
            </>
          ) : (
            <>
              <Button onClick={props.onClose}>关闭</Button>
              {row.state !== 'refused' && (
                <ReasonButton
                  loading={isPending}
                  reason={tooEarly ?? unexplained}
                  onClick={() => props.onDecide('refuse', words)}
                >
                  不准许阅卷
                </ReasonButton>
              )}
              <ReasonButton
                loading={isPending}
                reason={unexplained}
                onClick={() => props.onDecide('admit', words)}
              >
                准许阅卷
              </ReasonButton>
              <ReasonButton
                intent="primary"
                loading={isPending}
                reason={tooEarly ?? missing}
                onClick={() => props.onDecide('repeat', words)}
              >
                准许再试一次
              </ReasonButton>
            </>
          )
        }
      />
    </Dialog>
  )
}
