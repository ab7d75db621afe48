import {
  Button,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  HTMLSelect,
  TextArea,
} from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { sendMarkingNotice, sendScanNotice } from '@hengjuan/contracts'
import {
  MARKING_NOTICES,
  type MarkingNotice,
  SCAN_NOTICES,
  type ScanNotice,
} from '@hengjuan/domain'
import { ErrorState, toast } from '@hengjuan/ui'
import { useState } from 'react'

const PEOPLE = {
  all: '全部阅卷教师',
  unfinished: '未评完题块的阅卷教师',
  leaders: '题块负责人',
  operators: '扫描员',
} as const
type People = keyof typeof PEOPLE

const optionsOf = (notices: Record<string, { label: string }>) =>
  Object.entries(notices).map(([value, { label }]) => ({ value, label }))

/** Chooses who is told what. */
export function SendNoticeDialog(props: {
  examId: number
  subjects: readonly { subject_id: number; subject_name: string }[]
  onDone: () => void
  onClose: () => void
}) {
  const [to, setTo] = useState<People>('unfinished')
  const [marking, setMarking] = useState<MarkingNotice>('remind')
  const [scan, setScan] = useState<ScanNotice>('behind')
  const [subjectId, setSubjectId] = useState<number | null>(null)
  const [text, setText] = useState('')
  const done = {
    onSuccess: ({ recipients, skipped }: { recipients: number; skipped: { count: number }[] }) => {
      const silent = skipped.reduce((sum, { count }) => sum + count, 0)
      toast.done(`已通知 ${recipients} 人${silent > 0 ? `，${silent} 人关闭了此类通知` : ''}`)
      props.onDone()
    },
  }
  const toMarkers = useCall(sendMarkingNotice, done)
  const toOperators = useCall(sendScanNotice, done)
  const call = to === 'operators' ? toOperators : toMarkers
  const words = to === 'operators' ? SCAN_NOTICES[scan].text : MARKING_NOTICES[marking].text
  const isRecent = call.error?.code === 'NOTICE_RECENT'
  const send = () => {
    const common = {
      exam_id: props.examId,
      ...(text.trim() === '' ? {} : { text: text.trim() }),
      ...(isRecent ? { force: true } : {}),
    }
    if (to === 'operators') toOperators.mutate({ body: { ...common, to, kind: scan } })
    else
      toMarkers.mutate({
        body: {
          ...common,
          to,
          kind: marking,
          ...(subjectId === null ? {} : { subject_id: subjectId }),
        },
      })
  }
  return (
    <Dialog isOpen title="发送通知" onClose={props.onClose}>
      <DialogBody>
        <FormGroup label="发给" labelFor="notice-to">
          <HTMLSelect
            id="notice-to"
            value={to}
            options={Object.entries(PEOPLE).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget: { value } }) => {
              setTo(value as People)
              toMarkers.reset()
              toOperators.reset()
            }}
          />
        </FormGroup>
        {to !== 'operators' && (
          <FormGroup label="科目" labelFor="notice-subject">
            <HTMLSelect
              id="notice-subject"
              value={subjectId ?? ''}
              options={[
                { value: '', label: '全部科目' },
                ...props.subjects.map(({ subject_id, subject_name }) => ({
                  value: subject_id,
                  label: subject_name,
                })),
              ]}
              onChange={({ currentTarget: { value } }) => setSubjectId(Number(value) || null)}
            />
          </FormGroup>
        )}
        <FormGroup label="内容" labelFor="notice-kind" helperText={words}>
          {to === 'operators' ? (
            <HTMLSelect
              id="notice-kind"
              value={scan}
              options={optionsOf(SCAN_NOTICES)}
              onChange={({ currentTarget: { value } }) => setScan(value as ScanNotice)}
            />
          ) : (
            <HTMLSelect
              id="notice-kind"
              value={marking}
              options={optionsOf(MARKING_NOTICES)}
              onChange={({ currentTarget: { value } }) => setMarking(value as MarkingNotice)}
            />
          )}
        </FormGroup>
        <FormGroup label="补充说明（可不填）" labelFor="notice-text">
          <TextArea
            id="notice-text"
            fill
            maxLength={300}
            value={text}
            onChange={({ currentTarget: { value } }) => setText(value)}
          />
        </FormGroup>
        {call.error && <ErrorState error={call.error} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>取消</Button>
            <Button intent="primary" loading={call.isPending} onClick={send}>
              {isRecent ? '仍然发送' : '发送'}
            </Button>
          </>
        }
      />
    </Dialog>
  )
}
