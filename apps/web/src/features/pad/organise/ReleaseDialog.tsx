import {
  Button,
  Checkbox,
  DialogBody,
  DialogFooter,
  FormGroup,
  HTMLSelect,
  NumericInput,
} from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { padRelease } from '@hengjuan/contracts'
import {
  DateField,
  ErrorState,
  FormDialog,
  localTimeOf,
  ReasonButton,
  toast,
  useUnsaved,
  utcOf,
} from '@hengjuan/ui'
import { useState } from 'react'
import type { PadPlace, PadStatus } from './PadDesk.tsx'
import css from './organise.module.css'

interface Props {
  place: PadPlace
  status: PadStatus
  onDone: () => void
  onClose: () => void
}

const HOUR_MS = 3_600_000

type Form = Omit<NonNullable<PadStatus['settings']>, 'starts_at' | 'ends_at'> & {
  starts: string
  ends: string
}

/** What a form begins with: the next full hour and two hours from there, or what was released. */
function initialForm({ settings, paused_at, server_now }: PadStatus): Form {
  if (settings) {
    const { starts_at, ends_at, ...rest } = settings
    // The end moves by the time for which clocks stood.
    const stood = paused_at === null ? 0 : Date.parse(server_now) - Date.parse(paused_at)
    const ends = new Date(Math.ceil((Date.parse(ends_at) + stood) / 60_000) * 60_000)
    return { ...rest, starts: localTimeOf(starts_at), ends: localTimeOf(ends.toISOString()) }
  }
  const next = Math.ceil(Date.parse(server_now) / HOUR_MS) * HOUR_MS
  return {
    starts: localTimeOf(new Date(next).toISOString()),
    ends: localTimeOf(new Date(next + 2 * HOUR_MS).toISOString()),
    minutes: null,
    late_limit_minutes: 15,
    entry: 'account',
    shuffle_options: false,
    shuffle_items: false,
    allow_photo: true,
    show_after: 'nothing',
  }
}

/** When a subject is answered and how; also to change it later, and to let it run on. */
export function ReleaseDialog(props: Props) {
  return (
    <FormDialog isOpen title={titleOf(props.status)} onClose={props.onClose}>
      <ReleaseForm {...props} />
    </FormDialog>
  )
}

const titleOf = ({ state }: PadStatus): string =>
  state === 'draft' ? '发布线上考试' : state === 'paused' ? '恢复作答' : '修改发布设置'

function ReleaseForm({ place, status, onDone, onClose }: Props) {
  const [initial] = useState(() => initialForm(status))
  const [form, setForm] = useState(initial)
  useUnsaved(form !== initial)
  const change = (next: Partial<Form>) => setForm((before) => ({ ...before, ...next }))
  const release = useCall(padRelease, {
    onSuccess: () => {
      toast.done(status.state === 'draft' ? '已发布，考生可以看到这场考试' : '已保存')
      onDone()
    },
  })
  const { counts } = status
  const begun = counts.answering + counts.offline + counts.submitted + counts.late > 0
  const [starts, ends] = [utcOf(form.starts), utcOf(form.ends)]
  return (
    <>
      <DialogBody>
        <div className={css['form']}>
          <FormGroup label="开始">
            <DateField
              label="开始时间"
              usualTime="08:00"
              disabled={begun}
              value={form.starts}
              onChange={(value) => change({ starts: value })}
            />
          </FormGroup>
          <FormGroup label="结束">
            <DateField
              label="结束时间"
              usualTime="10:00"
              value={form.ends}
              onChange={(value) => change({ ends: value })}
            />
          </FormGroup>
          <Optional
            label="限定每人作答时间"
            unit="分钟"
            usual={90}
            least={1}
            disabled={begun}
            value={form.minutes}
            onChange={(minutes) => change({ minutes })}
          />
          <Optional
            label="限定迟到"
            unit="分钟内可以进入"
            usual={15}
            least={0}
            value={form.late_limit_minutes}
            onChange={(minutes) => change({ late_limit_minutes: minutes })}
          />
          <FormGroup label="进入方式" labelFor="pad-entry">
            <HTMLSelect
              id="pad-entry"
              fill
              disabled={begun}
              value={form.entry}
              options={[
                { value: 'account', label: '登录账号即可进入' },
                { value: 'room_code', label: '另需现场公布的考场码' },
              ]}
              onChange={({ currentTarget }) =>
                change({ entry: currentTarget.value === 'room_code' ? 'room_code' : 'account' })
              }
            />
          </FormGroup>
          <FormGroup label="交卷后" labelFor="pad-after">
            <HTMLSelect
              id="pad-after"
              fill
              value={form.show_after}
              options={[
                { value: 'nothing', label: '不能再看' },
                { value: 'own', label: '可以看题目和本人的作答' },
              ]}
              onChange={({ currentTarget }) =>
                change({ show_after: currentTarget.value === 'own' ? 'own' : 'nothing' })
              }
            />
          </FormGroup>
          {(
            [
              ['shuffle_items', '打乱大题内题目的次序'],
              ['shuffle_options', '打乱选项的次序'],
              ['allow_photo', '可以拍照上传写在纸上的作答'],
            ] as const
          ).map(([key, label]) => (
            <Checkbox
              key={key}
              disabled={begun}
              checked={form[key]}
              onChange={({ currentTarget }) => change({ [key]: currentTarget.checked })}
            >
              {label}
            </Checkbox>
          ))}
          {begun && <p className={css['note']}>已有考生作答：考生开始时的设置不能再改。</p>}
          {release.error && <ErrorState error={release.error} />}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>取消</Button>
            <ReasonButton
              intent="primary"
              loading={release.isPending}
              reason={starts && ends ? null : '请选择开始和结束时间'}
              onClick={() => {
                const { starts: _starts, ends: _ends, ...rest } = form
                release.mutate({
                  body: {
                    ...place,
                    ...rest,
                    starts_at: starts ?? '',
                    ends_at: ends ?? '',
                    version: status.version,
                  },
                })
              }}
            >
              {status.state === 'draft' ? '发布' : status.state === 'paused' ? '恢复作答' : '保存'}
            </ReasonButton>
          </>
        }
      />
    </>
  )
}

/** A number of minutes that may be absent. */
function Optional(props: {
  label: string
  unit: string
  usual: number
  least: number
  disabled?: boolean
  value: number | null
  onChange: (value: number | null) => void
}) {
  const { value } = props
  return (
    <div className={css['optional']}>
      <Checkbox
        checked={value !== null}
        disabled={props.disabled ?? false}
        onChange={({ currentTarget }) => props.onChange(currentTarget.checked ? props.usual : null)}
      >
        {props.label}
      </Checkbox>
      {value !== null && (
        <>
          <NumericInput
            aria-label={props.label}
            min={props.least}
            max={1440}
            disabled={props.disabled ?? false}
            value={value}
            onValueChange={(next) => Number.isInteger(next) && props.onChange(next)}
          />
          {props.unit}
        </>
      )}
    </div>
  )
}
