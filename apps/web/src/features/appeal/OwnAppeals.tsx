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
import { formatMilli } from '@hengjuan/domain'
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
  const standing = data.list.filter(({ state }) => state !== 'withdrawn')
  const targets = props.subjects.flatMap((subject): Target[] => [
    ...data.blocks
      .filter(({ subject_id }) => subject_id === subject.subject_id)
      .map(({ block_id, name }) => ({
        ...subject,
        block_id,
        name: `${subject.subject_name} ${name}`,
      })),
    {
      ...subject,
      block_id: null,
      name: data.per === 'block' ? `${subject.subject_name} 选择题与合分` : subject.subject_name,
    },
  ])
  const free = targets.filter(
    (target) =>
      !standing.some(
        (one) => one.subject_id === target.subject_id && one.block_id === target.block_id,
      ),
  )
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
            <Time at={data.open_until} /> 前可以申请，
            {data.per === 'block' ? '每个题块一次' : '每科一次'}
          </>
        )
      }
      actions={
        data.is_open && (
          <ReasonButton
            reason={free.length === 0 ? '都已申请过' : null}
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
              <b>
                {appeal.subject_name}
                {appeal.block_name !== null && ` ${appeal.block_name}`}
              </b>{' '}
              <AppealTag state={appeal.state} /> {appeal.state === 'closed' && outcomeText(appeal)}
              {appeal.state === 'closed' &&
                appeal.points.map(({ name, before_milli, after_milli }) => (
                  <span key={name}>
                    {' '}
                    {name} {formatMilli(before_milli)} → {formatMilli(after_milli)} 分
                  </span>
                ))}
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
          targets={free}
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

/** What may be asked about: a subject, or a block of it. */
interface Target {
  subject_id: number
  block_id: number | null
  name: string
}

function AskDialog(props: {
  examId: number
  targets: readonly Target[]
  onClose: () => void
  onDone: () => void
}) {
  const [chosen, setChosen] = useState(0)
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
        <FormGroup label="对哪一部分有疑问" labelFor="own-appeal-subject">
          <HTMLSelect
            id="own-appeal-subject"
            value={chosen}
            options={props.targets.map(({ name }, value) => ({ value, label: name }))}
            onChange={({ currentTarget: { value } }) => setChosen(Number(value))}
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
              onClick={() => {
                const target = props.targets[chosen]
                if (!target) return
                const { subject_id, block_id } = target
                submit.mutate({
                  body: {
                    exam_id: props.examId,
                    subject_id,
                    ...(block_id === null ? {} : { block_id }),
                    reason: reason.trim(),
                  },
                })
              }}
            >
              提交申请
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}
