import { Button, FormGroup, InputGroup } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { useCall, useCaller } from '@hengjuan/client/react'
import { fixOption, type ReplyOf } from '@hengjuan/contracts'
import { Panel, ReasonButton, sentenceOf, toast } from '@hengjuan/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActLine, useRunningAct } from '../../../acts/index.ts'
import { useSettled } from '../use-settled.ts'
import { bodyOf, draftOf, type KeyDraft, type KeyQuestion, refusalOf } from './key-draft.ts'
import { KeyEditor } from './KeyEditor.tsx'
import { KeyEffect } from './KeyEffect.tsx'
import { KeyHistory } from './KeyHistory.tsx'
import css from './keys.module.css'

const PAUSE_MS = 300

/** A question's key is changed here: who is affected stands beside it before anything is saved. */
export function KeyDesk(props: {
  examId: number
  subjectId: number
  question: KeyQuestion
  mayEdit: boolean
  /** Scores are released: what is changed counts from the next release on. */
  isPublished: boolean
  onSaved: () => Promise<unknown>
}) {
  const { question, mayEdit } = props
  const on = { exam_id: props.examId, subject_id: props.subjectId }
  const [draft, setDraft] = useState<KeyDraft>(() => draftOf(question))
  const [reason, setReason] = useState('')
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(question))
  const refusal = refusalOf(question, draft)
  const wanted = useSettled(bodyOf(on, question, draft, ''), PAUSE_MS)
  const { call } = useCaller()
  const preview = useQuery<ReplyOf<typeof fixOption>, CallError>({
    queryKey: [fixOption.path, 'preview', question.key_version, wanted],
    queryFn: ({ signal }) => call(fixOption, { body: { ...wanted, preview: 1 } }, { signal }),
    enabled: isChanged && refusal === null && mayEdit,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  })
  const undo = useCall(fixOption, {
    onSuccess: ({ affected, version }) => {
      toast.done(`已恢复为前一版答案（第 ${version} 版），${affected.length} 人的得分改回`)
      return props.onSaved()
    },
    onError: toast.error,
  })
  const back = () =>
    undo.mutate({ body: { ...on, question_no: question.no, answer: [], reason: '', undo: 1 } })
  const save = useCall(fixOption, {
    onSuccess: ({ affected, version }) => {
      toast.done(`第 ${question.no} 题已改为第 ${version} 版，${affected.length} 人重新计分`)
      return props.onSaved()
    },
  })
  const isSending = save.isPending || undo.isPending
  const { act } = useRunningAct(props.examId, {
    kinds: ['key', 'sheet', 'rescore'],
    subjectId: props.subjectId,
    isSending,
  })
  const effect = isChanged && refusal === null ? preview.data : undefined
  const problem = save.error ?? (isChanged ? preview.error : null)
  return (
    <Panel
      title={`第 ${question.no} 题`}
      note={question.key_version === null ? '还没有答案' : `第 ${question.key_version} 版答案`}
      actions={
        mayEdit && (
          <>
            {isChanged && (
              <Button variant="minimal" onClick={() => setDraft(draftOf(question))}>
                放弃修改
              </Button>
            )}
            <ReasonButton
              intent="primary"
              loading={save.isPending}
              reason={
                !isChanged
                  ? '没有修改'
                  : (refusal ??
                    (question.key_version !== null && reason.trim() === ''
                      ? '请填写修改原因'
                      : null))
              }
              onClick={() => save.mutate({ body: bodyOf(on, question, draft, reason.trim()) })}
            >
              {effect ? `保存并为 ${effect.affected.length} 人重新计分` : '保存答案'}
            </ReasonButton>
          </>
        )
      }
    >
      {props.isPublished && (
        <p className={css['warn']}>! 成绩已发布：修改后需要重新发布，考生才会看到新的得分。</p>
      )}
      <ActLine act={act} />
      {isSending && !act && (
        <p className={css['busy']} role="status">
          <span className={css['bar']} /> 正在为 {effect?.present ?? ''} 名考生重新计分…
        </p>
      )}
      {problem && (
        <p className={css['bad']} role="alert">
          ✕ {sentenceOf(problem)}
        </p>
      )}
      <div className={css['desk']}>
        <div>
          <KeyEditor
            question={question}
            draft={draft}
            disabled={!mayEdit || save.isPending}
            onChange={setDraft}
          />
          {mayEdit && isChanged && question.key_version !== null && (
            <FormGroup label="修改原因" labelFor="key-reason">
              <InputGroup
                id="key-reason"
                value={reason}
                maxLength={200}
                placeholder="例如：第 3 题答案印错"
                onValueChange={setReason}
              />
            </FormGroup>
          )}
        </div>
        <div>
          {effect ? (
            <KeyEffect effect={effect} isStale={preview.isFetching} />
          ) : (
            <KeyHistory
              question={question}
              mayEdit={mayEdit}
              isPending={undo.isPending}
              onUndo={back}
            />
          )}
        </div>
      </div>
    </Panel>
  )
}
