import { FormGroup, InputGroup } from '@blueprintjs/core'
import { scoreTemplate } from '@hengjuan/contracts'
import { sameText } from '@hengjuan/domain'
import { DownloadButton, Segmented } from '@hengjuan/ui'
import { useState } from 'react'
import { ImportDialog } from './ImportDialog.tsx'
import css from './import.module.css'

interface Subject {
  subject_id: number
  name: string
  has_items: boolean
}

const REPLACE = [
  { value: 'nonempty', label: '只更新有内容的格' },
  { value: 'clear', label: '空格清空已有成绩' },
] as const

/** Takes scores from a table: of one subject, or of all that the table has columns of. */
export function ScoreImportDialog(props: {
  exam: { exam_id: number; name: string }
  subjects: readonly Subject[]
  /** Null for all of them. */
  subject: Subject | null
  onDone: () => void
  onClose: () => void
}) {
  const { exam, subject } = props
  const [replace, setReplace] = useState<'nonempty' | 'clear'>('nonempty')
  const [typed, setTyped] = useState('')
  const asked = subject ? [subject] : props.subjects
  const mayClear = replace === 'nonempty' || sameText(typed, exam.name)
  return (
    <ImportDialog
      kind="score"
      examId={exam.exam_id}
      {...(subject ? { subjectId: subject.subject_id } : {})}
      replace={mayClear ? replace : 'nonempty'}
      onDone={props.onDone}
      onClose={props.onClose}
      intro={
        <>
          <p>
            表头：<code className={css['title']}>考号</code>
            <code className={css['title']}>姓名</code>
            {asked.map(({ subject_id, name }) => (
              <code key={subject_id} className={css['title']}>
                {name}
              </code>
            ))}
            <ScoreTemplateButtons examId={exam.exam_id} subjects={asked} />
          </p>
          <Segmented label="表中的空格" options={REPLACE} value={replace} onChange={setReplace} />
          {replace === 'clear' && (
            <FormGroup
              label="空格会清空已有的成绩。请输入考试名称确认"
              helperText={
                mayClear ? '' : `输入「${exam.name}」后才会清空；否则按「只更新有内容的格」导入`
              }
            >
              <InputGroup value={typed} onValueChange={setTyped} placeholder={exam.name} />
            </FormGroup>
          )}
        </>
      }
    />
  )
}

/** The table with the roster, to be filled in. */
export function ScoreTemplateButtons(props: { examId: number; subjects: readonly Subject[] }) {
  const query = {
    exam_id: props.examId,
    subject_ids: props.subjects.map(({ subject_id }) => subject_id).join(','),
  }
  return (
    <>
      <DownloadButton variant="minimal" route={scoreTemplate} input={{ query }}>
        下载模板（含名单）
      </DownloadButton>
      {props.subjects.some(({ has_items }) => has_items) && (
        <DownloadButton
          variant="minimal"
          route={scoreTemplate}
          input={{ query: { ...query, layout: 'items' } }}
        >
          带小题的模板
        </DownloadButton>
      )}
    </>
  )
}
