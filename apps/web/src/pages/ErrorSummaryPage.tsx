import { PageHeader, Panel } from '@hengjuan/ui'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { AbnormalSummary, ErrorSummary, handlePath, MissingImages } from '../features/scan/index.ts'
import { ExamSelect } from '../features/supervision/index.ts'
import { useIsInExam } from '../shell/exam/use-exam-workspace.ts'
import { useExamChoice } from './use-exam-choice.ts'

/** `/MainPage/error-home/error-summary`: exceptions of all exams; `error_handle` leads straight to those of one subject. */
export function ErrorSummaryPage() {
  const [query] = useSearchParams()
  const examId = query.get('exam_id')
  const subjectId = query.get('subject_id')
  const isInExam = useIsInExam()
  const [checkedExam, setCheckedExam] = useState<number | null>(null)
  const exams = useExamChoice(checkedExam ?? (examId ? Number(examId) : null))
  if (query.has('error_handle') && examId && subjectId)
    return <Navigate to={handlePath(examId, subjectId)} replace />
  return (
    <>
      <PageHeader title="异常汇总" subtitle="各场考试各科目的扫描异常，点开一行开始处理" />
      <Panel flush>
        <ErrorSummary examId={examId ? Number(examId) : null} />
      </Panel>
      <div style={{ marginTop: 16 }}>
        <Panel title="退回切图的试卷" note="题组长退回的试卷，点开一行开始处理" flush>
          <AbnormalSummary examId={examId ? Number(examId) : null} />
        </Panel>
      </div>
      {exams.list && exams.examId !== null && (
        <div style={{ marginTop: 16 }}>
          <Panel
            title="图像检查"
            flush
            actions={
              !isInExam && (
                <ExamSelect exams={exams.list} value={exams.examId} onChange={setCheckedExam} />
              )
            }
          >
            <MissingImages key={exams.examId} examId={exams.examId} />
          </Panel>
        </div>
      )}
    </>
  )
}
