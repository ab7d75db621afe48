import {
  Dialog,
  DialogBody,
  DialogFooter,
  Button,
  FileInput,
  HTMLSelect,
  InputGroup,
} from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { examList, sheetImport, sheetTemplateDo } from '@hengjuan/contracts'
import { chosenFile, ReasonButton, sentenceOf } from '@hengjuan/ui'
import { useState } from 'react'
import css from '../adjust/adjust.module.css'
import { FormRow } from '../adjust/FormRow.tsx'

const TYPES = [
  { value: 2, label: '答题卡（别处设计的）' },
  { value: 7, label: '原卷（题目与作答在同一张纸上）' },
  { value: 3, label: '线上考试的卷面' },
]

/** Takes in a sheet that was designed elsewhere; what it carries is proposed at once. */
export function ImportSheetDialog(props: {
  onClose: () => void
  onImported: (sheetId: number, type: number) => void
}) {
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  const [type, setType] = useState(2)
  const [examId, setExam] = useState<number | null>(null)
  const [subjectId, setSubject] = useState<number | null>(null)
  const exams = useRoute(examList, { query: { limit: 200, held: true } })
  const list = exams.data?.list.filter(({ published }) => !published) ?? []
  const exam = list.find(({ exam_id }) => exam_id === examId)
  const subject =
    exam?.subjects.find(({ subject_id }) => subject_id === subjectId) ?? exam?.subjects[0]
  const begin = useCall(sheetTemplateDo)
  const upload = useCall(sheetImport, {
    onSuccess: async ({ sheet_id }) => {
      await begin.mutateAsync({ body: { sheet_id } }).catch(() => undefined)
      props.onImported(sheet_id, type)
    },
  })
  const send = () => {
    if (!file) return
    const payload = new FormData()
    payload.append('file', file)
    const use = exam && subject ? { exam_id: exam.exam_id, subject_id: subject.subject_id } : {}
    const named = name.trim() ? { name: name.trim() } : {}
    upload.mutate({ query: { type, ...named, ...use }, payload })
  }
  return (
    <Dialog isOpen title="导入答题卡" onClose={props.onClose} style={{ width: 560 }}>
      <DialogBody>
        <div className={css['form']}>
          <p className={css['quiet']}>
            选择空白答题卡的 PDF，或 200 dpi 以上的扫描件（JPEG、PNG、TIFF，最多 12 页、32
            MB）。没有空白卡时，填过的也可以。定位点、填涂框、考号和作答区会自动识别，再由您核对。
          </p>
          <FormRow label="文件">
            <FileInput
              fill
              text={file?.name ?? '选择文件'}
              buttonText="浏览"
              hasSelection={file !== null}
              inputProps={{ accept: '.pdf,.jpg,.jpeg,.png,.tif,.tiff', 'aria-label': '答题卡文件' }}
              onInputChange={({ currentTarget }) => setFile(chosenFile(currentTarget))}
            />
          </FormRow>
          <FormRow label="名称">
            <InputGroup
              value={name}
              maxLength={60}
              placeholder={file ? file.name.replace(/\.\w+$/, '') : '默认用文件名'}
              onValueChange={setName}
            />
          </FormRow>
          <FormRow label="类型">
            <HTMLSelect
              value={type}
              options={TYPES}
              onChange={({ currentTarget }) => setType(Number(currentTarget.value))}
            />
          </FormRow>
          <FormRow label="用于考试">
            <HTMLSelect
              fill
              value={exam?.exam_id ?? ''}
              options={[
                { value: '', label: '暂不用于考试，存到答题卡库' },
                ...list.map((one) => ({ value: one.exam_id, label: one.name })),
              ]}
              onChange={({ currentTarget }) => setExam(Number(currentTarget.value) || null)}
            />
          </FormRow>
          {exam && (
            <FormRow label="科目">
              <HTMLSelect
                fill
                value={subject?.subject_id ?? ''}
                options={exam.subjects.map((one) => ({ value: one.subject_id, label: one.name }))}
                onChange={({ currentTarget }) => setSubject(Number(currentTarget.value))}
              />
            </FormRow>
          )}
          {exam && (
            <p className={css['quiet']}>
              核对并保存坐标后，题目和题块建立到这个科目，代替现有的答题卡。
            </p>
          )}
          {exams.error && (
            <p className={css['bad']}>考试列表没有取到，可以先存到答题卡库，以后复用到考试。</p>
          )}
          {upload.isPending && (
            <p className={css['quiet']} role="status">
              正在上传并打开文件，多页的 PDF 需要几秒…
            </p>
          )}
          {upload.error && (
            <p role="alert" className={css['bad']}>
              ✕ {sentenceOf(upload.error)}
            </p>
          )}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>取消</Button>
            <ReasonButton
              intent="primary"
              loading={upload.isPending}
              reason={file ? null : '请先选择文件'}
              onClick={send}
            >
              导入并识别
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}
