import {
  Button,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  HTMLSelect,
  TextArea,
} from '@blueprintjs/core'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import { appealSubmit, appealWithdraw, type ReplyOf, reviewList } from '@hengjuan/contracts'
import { ErrorState, Panel, ReasonButton, Time, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import css from './appeal.module.css'
import { AppealTag, outcomeText } from './AppealTable.tsx'

const SHORTEST = 10

/** What a student asked to be looked at again, and the way to ask. */
export function OwnAppeals(props: {
  examId: number
  subjects: readonly { subject_id: number; subject_name: string }[]
}) {
  const { examId } = props
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { data } = useRoute(reviewList, { query: { exam_id: examId, limit: 100 } })
  const refresh = () => client.invalidateQueries({ queryKey: routeKey(reviewList) })
  const withdraw = useCall(appealWithdraw, {
    onSuccess: () => {
      toast.done('已撤回申请')
      void refresh()
    },
    onError: toast.error,
  })
  if (!data || (data.list.length === 0 && !isComing(data))) return null
  const asked = new Set(
    data.list.filter(({ state }) => state !== 'withdrawn').map(({ subject_id }) => subject_id),
  )
  const free = props.subjects.filter(({ subject_id }) => !asked.has(subject_id))
  return (
    <Panel
      title="成绩复核"
      note={
        isComing(data) && (
          <>
            {!data.is_open && data.open_from !== null && (
              <>
                <Time at={data.open_from} /> 起，
              </>
            )}
            <Time at={data.open_until} /> 前可以申请，每科一次
          </>
        )
      }
      actions={
        data.is_open && (
          <ReasonButton
            reason={free.length === 0 ? '各科都已申请过' : null}
            onClick={() => setAsking(true)}
          >
            申请复核
          </ReasonButton>
        )
      }
    >
      {data.list.length === 0
        ? '对成绩有疑问，可以申请复核：由没有评阅过这份试卷的教师重新核对。'
        : data.list.map((appeal) => (
            <p key={appeal.appeal_id} className={css['own']}>
              <b>{appeal.subject_name}</b> <AppealTag state={appeal.state} />{' '}
              {appeal.state === 'closed' && outcomeText(appeal)}
              {appeal.answer !== '' && `　答复：${appeal.answer}`}
              {(appeal.state === 'submitted' || appeal.state === 'accepted') && (
                <Button
                  size="small"
                  variant="minimal"
                  loading={withdraw.isPending}
                  onClick={() => withdraw.mutate({ body: { appeal_id: appeal.appeal_id } })}
                >
                  撤回
                </Button>
              )}
            </p>
          ))}
      {isAsking && free[0] && (
        <AskDialog
          examId={examId}
          subjects={free}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            void refresh()
          }}
        />
      )}
    </Panel>
  )
}

/** May still be asked for, now or later. */
const isComing = (data: ReplyOf<typeof reviewList>): data is typeof data & { open_until: string } =>
  data.open_until !== null && Date.parse(data.open_until) > Date.now()

function AskDialog(props: {
  examId: number
  subjects: readonly { subject_id: number; subject_name: string }[]
  onClose: () => void
  onDone: () => void
}) {
  const [subjectId, setSubjectId] = useState(props.subjects[0]?.subject_id ?? 0)
  const [reason, setReason] = useState('')
  const submit = useCall(appealSubmit, {
    onSuccess: () => {
      toast.done('已提交复核申请，结果会在这里显示')
      props.onDone()
    },
  })
  return (
    <Dialog isOpen title="申请成绩复核" onClose={props.onClose}>
      <DialogBody>
        <FormGroup label="科目" labelFor="own-appeal-subject">
          <HTMLSelect
            id="own-appeal-subject"
            value={subjectId}
            options={props.subjects.map(({ subject_id, subject_name }) => ({
              value: subject_id,
              label: subject_name,
            }))}
            onChange={({ currentTarget: { value } }) => setSubjectId(Number(value))}
          />
        </FormGroup>
        <FormGroup
          label="理由"
          labelFor="own-appeal-reason"
          helperText={`写明对哪道题有什么疑问，${SHORTEST} 到 300 个字；复核后分数可能上调、下调或不变`}
        >
          <TextArea
            id="own-appeal-reason"
            fill
            maxLength={300}
            value={reason}
            onChange={({ currentTarget: { value } }) => setReason(value)}
          />
        </FormGroup>
        {submit.error && <ErrorState error={submit.error} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>取消</Button>
            <ReasonButton
              intent="primary"
              loading={submit.isPending}
              reason={reason.trim().length < SHORTEST ? `理由至少 ${SHORTEST} 个字` : null}
              onClick={() =>
                submit.mutate({
                  body: { exam_id: props.examId, subject_id: subjectId, reason: reason.trim() },
                })
              }
            >
              提交申请
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}
