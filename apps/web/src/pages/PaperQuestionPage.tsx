import { useRoute } from '@hengjuan/client/react'
import { examPaper } from '@hengjuan/contracts'
import { EmptyState, ErrorState, PageHeader, Panel, QueryView, SkeletonPage } from '@hengjuan/ui'
import { PaperEditor } from '../features/paper/index.ts'
import { useMay } from '../session/session-store.ts'
import { SheetPageBar } from './SheetPageBar.tsx'
import { useSheetOfExam } from './use-sheet-of-exam.ts'

/** `/MainPage/exam-manage/paper-question?exam_id=&subject_id=`: the original paper, and where its questions stand. */
export function PaperQuestionPage() {
  const place = useSheetOfExam()
  if (place.error) return <ErrorState size="large" error={place.error} onRetry={place.retry} />
  if (!place.exams || (place.examId !== null && !place.exam)) return <SkeletonPage />
  return (
    <>
      <PageHeader title="原卷" subtitle="上传试卷原卷，依次框出每道题；阅卷时显示在作答旁边">
        <SheetPageBar place={place} />
      </PageHeader>
      {place.exam && place.subject ? (
        <Original
          key={`${place.exam.exam_id} ${place.subject.subject_id}`}
          examId={place.exam.exam_id}
          subjectId={place.subject.subject_id}
        />
      ) : (
        <Panel>
          <EmptyState size="large" title="还没有考试">
            创建考试以后，可以在这里上传各科的试卷原卷。
          </EmptyState>
        </Panel>
      )}
    </>
  )
}

function Original({ examId, subjectId }: { examId: number; subjectId: number }) {
  const mayEdit = useMay('sheet.design')
  const paper = useRoute(examPaper, { query: { exam_id: examId, subject_id: subjectId } })
  return (
    <QueryView query={paper} size="large">
      {(data) => <PaperEditor paper={data} mayEdit={mayEdit} />}
    </QueryView>
  )
}
