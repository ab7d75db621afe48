import {
  Button,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  HTMLSelect,
  InputGroup,
  TextArea,
} from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { appealSubmit, previewStudents, reviewList, scoreInspectDetail } from '@hengjuan/contracts'
import { PRESENT } from '@hengjuan/domain'
import { ErrorState, ReasonButton, toast } from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'

const SHORTEST = 10
const SHOWN = 8

/** Notes the appeal of a student who came in person. */
export function AppealForStudent(props: {
  examId: number
  onDone: () => void
  onClose: () => void
}) {
  const { examId } = props
  const [keyword, setKeyword] = useState('')
  const [candidateId, setCandidateId] = useState<number | null>(null)
  const [subjectId, setSubjectId] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const found = useRoute(
    previewStudents,
    { query: { exam_id: examId, keyword: keyword.trim(), page: 1, limit: SHOWN } },
    { enabled: keyword.trim() !== '', placeholderData: keepPreviousData },
  )
  const people = keyword.trim() === '' ? [] : (found.data?.list ?? [])
  const person = people.find(({ candidate_id }) => candidate_id === candidateId)
  const subjects = person?.subjects.filter(({ attendance }) => attendance === PRESENT) ?? []
  const rule = useRoute(reviewList, { query: { exam_id: examId, limit: 1 } })
  const isPerBlock = rule.data?.per === 'block'
  const [blockId, setBlockId] = useState<number | null>(null)
  const paper = useRoute(
    scoreInspectDetail,
    { query: { exam_id: examId, subject_id: subjectId ?? 0, candidate_id: candidateId ?? 0 } },
    { enabled: isPerBlock && subjectId !== null && candidateId !== null },
  )
  const submit = useCall(appealSubmit, {
    onSuccess: () => {
      toast.done('已登记复核申请')
      props.onDone()
    },
  })
  return (
    <Dialog isOpen title="代学生登记复核申请" onClose={props.onClose}>
      <DialogBody>
        <FormGroup label="考生" labelFor="appeal-for-keyword">
          <InputGroup
            id="appeal-for-keyword"
            autoFocus
            placeholder="姓名、拼音首字母或考号"
            maxLength={50}
            value={keyword}
            onValueChange={(text) => {
              setKeyword(text)
              setCandidateId(null)
              setSubjectId(null)
            }}
          />
        </FormGroup>
        {keyword.trim() !== '' && (
          <FormGroup label="选择考生" labelFor="appeal-for-person">
            <HTMLSelect
              id="appeal-for-person"
              fill
              value={candidateId ?? ''}
              options={[
                { value: '', label: people.length === 0 ? '没有找到考生' : '请选择' },
                ...people.map((one) => ({
                  value: one.candidate_id,
                  label: `${one.name}　${one.class_name}　考号 ${one.exam_no}`,
                })),
              ]}
              onChange={({ currentTarget: { value } }) => {
                setCandidateId(Number(value) || null)
                setSubjectId(null)
              }}
            />
          </FormGroup>
        )}
        {person && (
          <FormGroup label="科目" labelFor="appeal-for-subject">
            <HTMLSelect
              id="appeal-for-subject"
              value={subjectId ?? ''}
              options={[
                { value: '', label: '请选择' },
                ...subjects.map(({ subject_id, subject_name }) => ({
                  value: subject_id,
                  label: subject_name,
                })),
              ]}
              onChange={({ currentTarget: { value } }) => {
                setSubjectId(Number(value) || null)
                setBlockId(null)
              }}
            />
          </FormGroup>
        )}
        {isPerBlock && subjectId !== null && (
          <FormGroup label="题块" labelFor="appeal-for-block">
            <HTMLSelect
              id="appeal-for-block"
              value={blockId ?? ''}
              options={[
                { value: '', label: '选择题与合分' },
                ...(paper.data?.blocks ?? []).map(({ block_id, name }) => ({
                  value: block_id,
                  label: name,
                })),
              ]}
              onChange={({ currentTarget: { value } }) => setBlockId(Number(value) || null)}
            />
          </FormGroup>
        )}
        <FormGroup label="理由" labelFor="appeal-for-reason" helperText="10 到 300 个字">
          <TextArea
            id="appeal-for-reason"
            fill
            maxLength={300}
            value={reason}
            onChange={({ currentTarget: { value } }) => setReason(value)}
          />
        </FormGroup>
        {(submit.error ?? found.error) && <ErrorState error={submit.error ?? found.error} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>取消</Button>
            <ReasonButton
              intent="primary"
              loading={submit.isPending}
              reason={
                candidateId === null
                  ? '请先选择考生'
                  : subjectId === null
                    ? '请选择科目'
                    : reason.trim().length < SHORTEST
                      ? `理由至少 ${SHORTEST} 个字`
                      : null
              }
              onClick={() =>
                submit.mutate({
                  body: {
                    exam_id: examId,
                    candidate_id: candidateId ?? 0,
                    subject_id: subjectId ?? 0,
                    ...(blockId === null ? {} : { block_id: blockId }),
                    reason: reason.trim(),
                  },
                })
              }
            >
              登记
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}
