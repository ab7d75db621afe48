import {
  Button,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  InputGroup,
  TextArea,
} from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { parentsPdf } from '@hengjuan/contracts'
import { ErrorState, saveFile, toast } from '@hengjuan/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

/** One page for the parents of each student, with a line of the teacher and whom to ask. @source reports P26 */
export function ParentsDialog(props: {
  examId: number
  classId: number
  className: string
  onClose: () => void
}) {
  const { call, fileOfJob } = useCaller()
  const [line, setLine] = useState('')
  const [contact, setContact] = useState('')
  const [step, setStep] = useState('')
  const made = useMutation<string, CallError>({
    mutationFn: async () => {
      setStep('排队中')
      const body = { exam_id: props.examId, class_id: props.classId, line, contact }
      const { job_id } = await call(parentsPdf, { body })
      const { blob, fileName } = await fileOfJob(job_id, { onStep: setStep })
      saveFile(blob, fileName)
      return fileName
    },
    onSuccess: (fileName) => {
      toast.done(`已下载 ${fileName}`)
      props.onClose()
    },
  })
  return (
    <Dialog isOpen title={`家长一页：${props.className}`} onClose={props.onClose}>
      <DialogBody>
        <p>每名学生一页 A4，合成一个 PDF。内容按学段口径：学生看得到的才会印出。</p>
        <FormGroup
          label="老师的话"
          labelFor="parents-line"
          helperText="印在每一页；不填留一行空白手写"
        >
          <TextArea
            id="parents-line"
            fill
            maxLength={120}
            value={line}
            onChange={({ currentTarget }) => setLine(currentTarget.value)}
          />
        </FormGroup>
        <FormGroup label="联系方式" labelFor="parents-contact">
          <InputGroup
            id="parents-contact"
            maxLength={60}
            placeholder="如：王老师 办公室电话"
            value={contact}
            onValueChange={setContact}
          />
        </FormGroup>
        {made.error && <ErrorState error={made.error} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>取消</Button>
            <Button intent="primary" loading={made.isPending} onClick={() => made.mutate()}>
              生成 PDF
            </Button>
          </>
        }
      >
        {made.isPending && step}
      </DialogFooter>
    </Dialog>
  )
}
