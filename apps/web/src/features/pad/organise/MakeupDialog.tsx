import {
  Button,
  Checkbox,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  NumericInput,
} from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { padMakeup } from '@hengjuan/contracts'
import {
  copyText,
  DateField,
  ErrorState,
  localTimeOf,
  ReasonButton,
  SimpleTable,
  toast,
  utcOf,
} from '@hengjuan/ui'
import { useState } from 'react'
import type { PadAttempt, PadPlace } from './PadDesk.tsx'

const USUAL_MINUTES = 60
const USUAL_DAYS = 3
const DAY_MS = 86_400_000

/** Codes for who sits the exam later. They are shown once. */
export function MakeupDialog(props: {
  place: PadPlace
  chosen: readonly PadAttempt[]
  onDone: () => void
  onClose: () => void
}) {
  const [minutes, setMinutes] = useState(USUAL_MINUTES)
  const [until, setUntil] = useState(() =>
    localTimeOf(new Date(Date.now() + USUAL_DAYS * DAY_MS).toISOString()),
  )
  const [again, setAgain] = useState(false)
  const sat = props.chosen.filter(({ attempt_id }) => attempt_id !== null)
  const give = useCall(padMakeup, { onSuccess: props.onDone })
  const codes = give.data?.codes
  const valid = utcOf(until)
  return (
    <Dialog isOpen title="补考码" canOutsideClickClose={!codes} onClose={props.onClose}>
      <DialogBody>
        {codes ? (
          <>
            <p>每人一个，只用一次，只在这里显示；关闭后看不到，需要时重新发（原来的作废）。</p>
            <SimpleTable
              label="补考码"
              rows={codes}
              rowKey={({ candidate_id }) => candidate_id}
              columns={[
                { key: 'name', title: '姓名', render: ({ name }) => name },
                { key: 'code', title: '补考码', render: ({ code }) => <code>{code}</code> },
              ]}
            />
          </>
        ) : (
          <>
            <p>将给 {props.chosen.length} 名考生各发一个六位补考码，原来没有用过的作废。</p>
            <FormGroup label="作答分钟" labelFor="makeup-minutes">
              <NumericInput
                id="makeup-minutes"
                min={1}
                max={1440}
                value={minutes}
                onValueChange={setMinutes}
              />
            </FormGroup>
            <FormGroup label="有效期至">
              <DateField label="补考码有效期" usualTime="18:00" value={until} onChange={setUntil} />
            </FormGroup>
            {sat.length > 0 && (
              <Checkbox
                checked={again}
                onChange={({ currentTarget }) => setAgain(currentTarget.checked)}
              >
                {sat.length} 人已有作答，仍然发码；补考另存一份，由您决定以哪份计分
              </Checkbox>
            )}
            {give.error && <ErrorState error={give.error} />}
          </>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          codes ? (
            <>
              <Button
                onClick={() => {
                  void copyText(codes.map(({ name, code }) => `${name}\t${code}`).join('\n'))
                  toast.done('已复制')
                }}
              >
                复制
              </Button>
              <Button intent="primary" onClick={props.onClose}>
                完成
              </Button>
            </>
          ) : (
            <>
              <Button onClick={props.onClose}>取消</Button>
              <ReasonButton
                intent="primary"
                loading={give.isPending}
                reason={
                  valid === null
                    ? '请选择有效期'
                    : sat.length > 0 && !again
                      ? '已有作答的考生需要勾选确认'
                      : null
                }
                onClick={() =>
                  give.mutate({
                    body: {
                      ...props.place,
                      candidate_ids: props.chosen.map(({ candidate_id }) => candidate_id),
                      minutes,
                      valid_until: valid ?? '',
                      ...(again ? { again } : {}),
                    },
                  })
                }
              >
                发 {props.chosen.length} 个补考码
              </ReasonButton>
            </>
          )
        }
      />
    </Dialog>
  )
}
