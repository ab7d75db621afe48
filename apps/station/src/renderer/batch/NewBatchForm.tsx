import { Button, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { ErrorState, sentenceOf, SkeletonLines } from '@hengjuan/ui'
import { type SubmitEvent, useState } from 'react'
import { type Stack, StackChoice } from './StackChoice.tsx'
import { useScreen } from '../station-store.ts'
import { useAnswer, useTransport } from '../transport/use-station.ts'
import css from './new-batch.module.css'
import type { Choice } from './NewBatchDialog.tsx'
import { FOLDER_KEY, FolderField } from './FolderField.tsx'
import { ExamChoice } from './ExamChoice.tsx'

export function NewBatchForm() {
  const { call } = useTransport()
  const { setOpeningBatch, chooseBatch } = useScreen()
  const { answer, error, retry } = useAnswer('listExams', {})
  const [choice, setChoice] = useState<Choice | null>(null)
  const [label, setLabel] = useState('')
  const [stack, setStack] = useState<Stack>({ holds: 'one', more: [] })
  const [folder, setFolder] = useState(() => localStorage.getItem(FOLDER_KEY) ?? '')
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!choice) return
    setPending(true)
    const { exam_id } = choice.exam
    const { subject_id } = choice.subject
    const watched = folder.trim() === '' ? {} : { folder: folder.trim() }
    const several = stack.holds === 'some' ? { more_subjects: stack.more } : {}
    const is_mixed = stack.holds === 'any'
    const name = label.trim()
    call('openBatch', { exam_id, subject_id, label: name, is_mixed, ...several, ...watched })
      .then((batch) => {
        localStorage.setItem(FOLDER_KEY, folder.trim())
        chooseBatch(batch.batch_id)
        setOpeningBatch(false)
      })
      .catch(setFailure)
      .finally(() => setPending(false))
  }

  return (
    <form onSubmit={submit}>
      <DialogBody className={css['body'] ?? ''}>
        {error !== null && <ErrorState error={error} onRetry={retry} />}
        {!answer && error === null && (
          <div className={css['waiting']}>
            <SkeletonLines lines={4} />
          </div>
        )}
        {answer && (
          <ExamChoice
            list={answer}
            choice={choice}
            onChoose={(next) => {
              // What else lies in the stack was said of the exam that was chosen before.
              if (next.exam.exam_id !== choice?.exam.exam_id) setStack({ holds: 'one', more: [] })
              else
                setStack({
                  ...stack,
                  more: stack.more.filter((id) => id !== next.subject.subject_id),
                })
              setChoice(next)
            }}
          />
        )}
        {choice && choice.exam.subjects.length > 1 && (
          <StackChoice
            others={choice.exam.subjects.filter(
              ({ subject_id }) => subject_id !== choice.subject.subject_id,
            )}
            first={choice.subject.subject_name}
            stack={stack}
            onChange={setStack}
          />
        )}
        <div className={css['fields']}>
          <FormGroup label="批次名称" labelFor="label" helperText="写在纸袋上的名称，便于找回原卷">
            <InputGroup
              id="label"
              value={label}
              maxLength={60}
              placeholder="例如：数学 1 号袋"
              onValueChange={setLabel}
            />
          </FormGroup>
          <FormGroup
            label="图像文件夹"
            labelFor="folder"
            labelInfo="（可不填）"
            helperText="其他扫描软件或复印机存图像、PDF 的地方；用本站连接的扫描仪进纸时不填"
          >
            <FolderField value={folder} onChange={setFolder} />
          </FormGroup>
        </div>
        {failure !== null && (
          <p className={css['error']} role="alert">
            ✕ {sentenceOf(failure)}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="取消" onClick={() => setOpeningBatch(false)} />
            <Button
              type="submit"
              intent="primary"
              text="建立批次"
              loading={isPending}
              disabled={
                !choice ||
                label.trim() === '' ||
                (stack.holds === 'some' && stack.more.length === 0)
              }
            />
          </>
        }
      >
        {answer?.is_cached && '服务器暂时连不上，显示的是上次的考试列表。'}
      </DialogFooter>
    </form>
  )
}
