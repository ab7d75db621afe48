import { Button, Dialog, DialogBody, DialogFooter, Radio, RadioGroup } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { scoreImportConfirm } from '@hengjuan/contracts'
import { ErrorState, ReasonButton, toast } from '@hengjuan/ui'
import { useState } from 'react'
import type { ImportedSubject } from './ImportedSubjects.tsx'

/** Says that the scores of a subject are complete, and what becomes of who has none. */
export function FinishDialog(props: {
  examId: number
  subject: ImportedSubject
  onDone: () => void
  onClose: () => void
}) {
  const { subject } = props
  const [noRecord, setNoRecord] = useState<'absent' | 'keep' | null>(null)
  const finish = useCall(scoreImportConfirm, {
    onSuccess: ({ changed }) => {
      toast.done(
        changed > 0
          ? `${subject.name}已完成，${changed} 名考生记为缺考`
          : `${subject.name}成绩已完成`,
      )
      props.onDone()
    },
  })
  const isOpen = subject.no_record > 0
  return (
    <Dialog isOpen title={`完成${subject.name}的成绩导入`} onClose={props.onClose}>
      <DialogBody>
        <p>
          {subject.name}：{subject.scored} 人有成绩，{subject.absent}{' '}
          人缺考。完成后进入成绩报表，可以预审和发布；需要再改时在科目流程中退回上一步。
        </p>
        {isOpen && (
          <RadioGroup
            label={`还有 ${subject.no_record} 名考生没有记录`}
            selectedValue={noRecord ?? ''}
            onChange={({ currentTarget: { value } }) => setNoRecord(value as 'absent' | 'keep')}
          >
            <Radio value="absent" label="全部记为缺考" />
            <Radio value="keep" label="保留为无记录，发布时总分按缺科处理" />
          </RadioGroup>
        )}
        {finish.error && <ErrorState error={finish.error} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>取消</Button>
            <ReasonButton
              intent="primary"
              loading={finish.isPending}
              reason={isOpen && noRecord === null ? '请选择没有记录的考生怎么处理' : null}
              onClick={() =>
                finish.mutate({
                  body: {
                    exam_id: props.examId,
                    subject_ids: [subject.subject_id],
                    finished: true,
                    ...(isOpen && noRecord ? { no_record: noRecord } : {}),
                  },
                })
              }
            >
              完成导入
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}
