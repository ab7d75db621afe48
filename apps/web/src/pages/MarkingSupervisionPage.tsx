import {
  EmptyState,
  ErrorState,
  PageHeader,
  Panel,
  SkeletonPage,
  useUrlFilters,
} from '@hengjuan/ui'
import { Link } from 'react-router'
import { ExamSelect } from '../features/supervision/index.ts'
import { useIsInExam } from '../shell/exam/use-exam-workspace.ts'
import { Supervision } from './Supervision.tsx'
import { supervisionFilters } from './supervision-filters.ts'
import { useAssignedExamChoice } from './use-exam-choice.ts'

/** `/MarkingSupervision`: how far marking is, who needs help, what is to be decided. */
export function MarkingSupervisionPage() {
  const { values, set } = useUrlFilters(supervisionFilters)
  const { list, examId, error, retry } = useAssignedExamChoice(values.exam_id, 'marker')
  const isInExam = useIsInExam()
  const select = !isInExam && list && (
    <ExamSelect
      exams={list}
      value={examId}
      onChange={(exam_id) =>
        set({
          exam_id,
          subject_id: null,
          block_id: null,
          marker_id: null,
          readings: '',
          papers: '',
          entry_id: '',
        })
      }
    />
  )
  if (examId !== null) return <Supervision examId={examId} select={select} />
  if (error) return <ErrorState size="large" error={error} onRetry={retry} />
  if (!list) return <SkeletonPage />
  return (
    <>
      <PageHeader title="阅卷监管" />
      <Panel>
        <EmptyState
          size="large"
          title="还没有考试"
          action={<Link to="/MainPage/exam-manage/overview">打开考试列表</Link>}
        >
          新建考试并上传答题卡后，可以在这里看到各科的阅卷进度。
        </EmptyState>
      </Panel>
    </>
  )
}
