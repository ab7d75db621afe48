import { Button, Callout, Dialog, DialogBody, DialogFooter, TextArea } from '@blueprintjs/core'
import { entriesText, formatMilli, mayMarkAfter } from '@hengjuan/domain'
import { ProblemLine, ReasonButton, SimpleTable } from '@hengjuan/ui'
import { Link } from 'react-router'
import { useTyped } from '../../../../session/typed.ts'
import {
  changedScripts,
  eventText,
  isToDecide,
  missingSet,
  sinceText,
  standingText,
} from './qualification-words.ts'
import type { Qualified } from './qualification-columns.tsx'
import css from './trial.module.css'

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
          <SimpleTable
            label="各份给分"
            maxHeight="min(320px, 36vh)"
            columns={[
              {
                key: 'code',
                title: '密号',
                render: ({ secret_code, pressed }) => (
                  <>
                    {secret_code}
                    {pressed.length > 0 && <small>依据：{entriesText(pressed)}</small>}
                  </>
                ),
              },
              {
                key: 'round',
                title: '次',
                align: 'right',
                render: ({ round }) => (round === 0 ? '试评' : `定标 ${round}`),
              },
              {
                key: 'given',
                title: '给分',
                align: 'right',
                render: ({ is_within, total_milli }) => (
                  <span className={is_within ? '' : css['outside']}>
                    {is_within ? '✓' : '✕'} {formatMilli(total_milli)}
                  </span>
                ),
              },
              {
                key: 'definitive',
                title: '标准分',
                align: 'right',
                render: (trial) => (
                  <>
                    {formatMilli(trial.definitive_milli)}
                    {sinceText(trial) !== null && <small>（{sinceText(trial)}）</small>}
                  </>
                ),
              },
            ]}
            rows={row.trials}
            rowKey={(_, index) => index}
          />
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
        <ProblemLine problem={props.error} />
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
