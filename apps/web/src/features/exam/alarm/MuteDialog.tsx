import { Button, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { ErrorState, FormDialog, ReasonButton, Segmented } from '@hengjuan/ui'
import { useState } from 'react'
import type { ExamAlarmRow } from './ExamAlarms.tsx'

const HOUR_MS = 3_600_000
const PERIODS = { 2: '2 小时', 8: '8 小时', 24: '1 天', 72: '3 天' } as const
type Period = keyof typeof PERIODS

/** For how long an alarm is not shown among those that wait for somebody, and why. */
export function MuteDialog(props: {
  alarm: ExamAlarmRow
  isPending: boolean
  error: Error | null
  onMute: (until: string, reason: string) => void
  onClose: () => void
}) {
  const [hours, setHours] = useState<Period>(2)
  const [reason, setReason] = useState('')
  return (
    <FormDialog isOpen title={`暂不提醒「${props.alarm.label}」`} onClose={props.onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim().length >= 2)
            props.onMute(new Date(Date.now() + hours * HOUR_MS).toISOString(), reason.trim())
        }}
      >
        <DialogBody>
          <p>{props.alarm.text}</p>
          <FormGroup label="多久以后再提醒">
            <Segmented
              label="多久以后再提醒"
              options={Object.entries(PERIODS).map(([value, label]) => ({
                value: Number(value) as Period,
                label,
              }))}
              value={hours}
              onChange={setHours}
            />
          </FormGroup>
          <FormGroup label="原因" labelFor="mute-reason">
            <InputGroup
              id="mute-reason"
              value={reason}
              maxLength={200}
              placeholder="如：答题卡明早送到"
              onValueChange={setReason}
              autoFocus
            />
          </FormGroup>
          {props.error && <ErrorState error={props.error} />}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={props.onClose}>取消</Button>
              <ReasonButton
                type="submit"
                intent="primary"
                loading={props.isPending}
                reason={reason.trim().length < 2 ? '请先写明原因' : null}
              >
                暂不提醒
              </ReasonButton>
            </>
          }
        />
      </form>
    </FormDialog>
  )
}
