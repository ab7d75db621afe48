import { EmptyState } from '@hengjuan/ui'
import type { ExamList } from '../../bridge/batch-api.ts'
import css from './new-batch.module.css'
import type { Choice } from './NewBatchDialog.tsx'

export type Exam = ExamList['exams'][number]

export type Subject = Exam['subjects'][number]

export function ExamChoice(props: {
  list: ExamList
  choice: Choice | null
  onChoose: (choice: Choice) => void
}) {
  if (props.list.exams.length === 0)
    return (
      <EmptyState title="没有可以扫描的考试">
        请管理员先建考试、导入考生并发布答题卡，再重新打开这个窗口。
      </EmptyState>
    )
  return (
    <div className={css['exams']}>
      {props.list.exams.map((exam) => (
        <fieldset key={exam.exam_id} className={css['exam']}>
          <legend>
            {exam.exam_name} <small>{exam.start_date.slice(0, 10)}</small>
          </legend>
          <div className={css['subjects']}>
            {exam.subjects.map((subject) => (
              <SubjectCard
                key={subject.subject_id}
                subject={subject}
                isChosen={
                  props.choice?.exam.exam_id === exam.exam_id &&
                  props.choice.subject.subject_id === subject.subject_id
                }
                onChoose={() => props.onChoose({ exam, subject })}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}

function SubjectCard(props: { subject: Subject; isChosen: boolean; onChoose: () => void }) {
  const { subject } = props
  return (
    <label className={css['subject']} data-refused={!subject.upload.open || undefined}>
      <input
        type="radio"
        name="subject"
        checked={props.isChosen}
        disabled={!subject.upload.open}
        onChange={props.onChoose}
      />
      <span className={css['subjectName']}>{subject.subject_name}</span>
      {subject.upload.open ? (
        <span className={css['subjectNote']}>
          应扫 {subject.expected} · 已扫 {subject.scanned}
        </span>
      ) : (
        <span className={css['subjectNote']}>– {subject.upload.reason}</span>
      )}
    </label>
  )
}
