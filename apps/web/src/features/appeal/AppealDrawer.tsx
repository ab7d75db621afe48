import { Button, FormGroup, HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { appealHandle, type InputOf, scoreInspectDetail } from '@hengjuan/contracts'
import { formatMilli, parseMilli } from '@hengjuan/domain'
import {
  DescriptionList,
  ErrorState,
  QueryView,
  ReasonButton,
  SideDrawer,
  Stack,
  Time,
  toast,
} from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import css from './appeal.module.css'
import { type Appeal, AppealTag, outcomeText } from './AppealTable.tsx'

type Body = InputOf<typeof appealHandle>['body']

/** One appeal: what was asked, and the next thing to do with it. */
export function AppealDrawer(props: {
  examId: number
  appeal: Appeal
  /** Who may look at it again; whoever is signed in first. */
  handlers: readonly { user_id: number; name: string }[]
  ownId: number
  onDone: () => void
  onClose: () => void
}) {
  const { appeal, examId, ownId } = props
  const [answer, setAnswer] = useState('')
  const [handler, setHandler] = useState(ownId)
  const act = useCall(appealHandle, {
    onSuccess: () => {
      toast.done('已处理')
      setAnswer('')
      props.onDone()
    },
  })
  const send = (body: Pick<Body, 'action'> & Partial<Body>) =>
    act.mutate({
      body: { exam_id: examId, appeal_id: appeal.appeal_id, version: appeal.version, ...body },
    })
  const { state } = appeal
  const isOpen = state === 'submitted' || state === 'accepted'
  const needsAnswer = answer.trim().length < 2 ? '请写明答复，至少 2 个字' : null
  return (
    <SideDrawer
      isOpen
      title={`${appeal.name} · ${appeal.subject_name}${appeal.block_name ? ` · ${appeal.block_name}` : ''}`}
      size="min(560px, 94vw)"
      onClose={props.onClose}
    >
      <div className={css['body']}>
        <Stack>
          <DescriptionList
            items={[
              ['状态', <AppealTag key="state" state={state} />],
              ['考生', `${appeal.class_name} ${appeal.name}，考号 ${appeal.exam_no}`],
              ['理由', appeal.reason],
              ['申请时间', <Time key="at" at={appeal.submitted_at} />],
              appeal.handler_name === null ? null : ['复核人', appeal.handler_name],
              appeal.outcome === null ? null : ['结论', outcomeText(appeal)],
              appeal.answer === '' ? null : ['答复', appeal.answer],
            ]}
          />
          <Link
            to={`/score-check?exam_id=${examId}&subject_id=${appeal.subject_id}&candidate_id=${appeal.candidate_id}`}
          >
            在成绩核查中查看答卷与评阅
          </Link>
          {(isOpen || state === 'assigned' || state === 'approving') && (
            <FormGroup label="答复（学生会看到）" labelFor="appeal-answer">
              <TextArea
                id="appeal-answer"
                fill
                maxLength={500}
                value={answer}
                onChange={({ currentTarget: { value } }) => setAnswer(value)}
              />
            </FormGroup>
          )}
          {(isOpen || state === 'assigned') && (
            <FormGroup label="复核人" labelFor="appeal-handler">
              <HTMLSelect
                id="appeal-handler"
                value={handler}
                options={props.handlers.map(({ user_id, name }) => ({
                  value: user_id,
                  label: user_id === ownId ? `${name}（本人）` : name,
                }))}
                onChange={({ currentTarget: { value } }) => setHandler(Number(value))}
              />{' '}
              <Button
                loading={act.isPending}
                onClick={() => send({ action: 'assign', handler_id: handler })}
              >
                {state === 'assigned' ? '改派' : '受理并指派'}
              </Button>
            </FormGroup>
          )}
          {isOpen && (
            <ReasonButton
              reason={needsAnswer}
              loading={act.isPending}
              onClick={() => send({ action: 'reject', answer })}
            >
              不予受理
            </ReasonButton>
          )}
          {state === 'assigned' && appeal.handler_id === ownId && (
            <Decision
              key={appeal.version}
              examId={examId}
              appeal={appeal}
              reason={needsAnswer}
              isPending={act.isPending}
              onDecide={(found) => send({ action: 'decide', answer, ...found })}
            />
          )}
          {state === 'approving' && (
            <span>
              <Button
                intent="primary"
                loading={act.isPending}
                onClick={() => send({ action: 'approve', answer })}
              >
                同意下调
              </Button>{' '}
              <Button loading={act.isPending} onClick={() => send({ action: 'refuse', answer })}>
                不同意，维持原分
              </Button>
            </span>
          )}
          {act.error && <ErrorState error={act.error} />}
        </Stack>
      </div>
    </SideDrawer>
  )
}

/** What was found: the scores of one block anew, or all stands. */
function Decision(props: {
  examId: number
  appeal: Appeal
  reason: string | null
  isPending: boolean
  onDecide: (found: Pick<Body, 'unit_id' | 'unit_version' | 'scores'>) => void
}) {
  const { appeal, examId } = props
  const detail = useRoute(scoreInspectDetail, {
    query: {
      exam_id: examId,
      subject_id: appeal.subject_id,
      candidate_id: appeal.candidate_id,
    },
  })
  const [unitId, setUnitId] = useState<number | null>(null)
  const [texts, setTexts] = useState<readonly string[]>([])
  return (
    <QueryView query={detail}>
      {({ blocks }) => {
        const marked = blocks.filter(
          ({ final_points, block_id }) =>
            final_points.length > 0 && (appeal.block_id === null || appeal.block_id === block_id),
        )
        const block = marked.find((one) => one.unit_id === unitId)
        const scores = texts.map(parseMilli)
        const isWrong = block !== undefined && scores.some((score) => score === null)
        return (
          <Stack gap={2}>
            <FormGroup label="复核的题块" labelFor="appeal-block">
              <HTMLSelect
                id="appeal-block"
                value={unitId ?? ''}
                options={[
                  { value: '', label: '各题无误，只核对了合分' },
                  ...marked.map((one) => ({ value: one.unit_id ?? 0, label: one.name })),
                ]}
                onChange={({ currentTarget: { value } }) => {
                  const chosen = marked.find((one) => String(one.unit_id) === value)
                  setUnitId(chosen?.unit_id ?? null)
                  setTexts(chosen?.final_points.map(formatMilli) ?? [])
                }}
              />
            </FormGroup>
            {block?.points.map((point, index) => (
              <label key={point.name} className={css['point']}>
                {point.name}（满分 {formatMilli(point.full_milli)}）{' '}
                <InputGroup
                  inputMode="decimal"
                  size="small"
                  value={texts[index] ?? ''}
                  onValueChange={(text) =>
                    setTexts(texts.map((one, at) => (at === index ? text : one)))
                  }
                />
              </label>
            ))}
            {block !== undefined && block.refusal !== '' && <p>{block.refusal}</p>}
            <ReasonButton
              intent="primary"
              loading={props.isPending}
              reason={props.reason ?? (isWrong ? '请填写每个给分点的得分' : block?.refusal || null)}
              onClick={() =>
                props.onDecide(
                  block
                    ? {
                        unit_id: block.unit_id ?? 0,
                        unit_version: block.version,
                        scores: scores.map((score) => score ?? 0),
                      }
                    : {},
                )
              }
            >
              给出结论
            </ReasonButton>
          </Stack>
        )
      }}
    </QueryView>
  )
}
