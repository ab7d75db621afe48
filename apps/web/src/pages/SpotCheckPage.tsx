import { EmptyState, ErrorState, PageHeader, Panel, useUrlFilters } from '@hengjuan/ui'
import { emptySample, sampleInAddress } from '../features/marking/index.ts'
import { ExamSelect } from '../features/supervision/index.ts'
import { useIsInExam } from '../shell/exam/use-exam-workspace.ts'
import { useExamChoice } from './use-exam-choice.ts'
import css from './two-columns.module.css'
import { spotCheckFilters } from './spot-check-filters.ts'
import { SpotCheckTabs, Waiting } from './SpotCheckTabs.tsx'

/** `/spot-check?exam_id=&block_id=`: readings are sampled, seen again, agreed, corrected or sent back. */
export function SpotCheckPage() {
  const { values, set } = useUrlFilters(spotCheckFilters)
  const { list, examId, error, retry } = useExamChoice(values.exam_id)
  const isInExam = useIsInExam()
  if (error)
    return (
      <div className={css['page']}>
        <PageHeader title="抽查" />
        <ErrorState size="large" error={error} onRetry={retry} />
      </div>
    )
  if (!list) return <Waiting />
  if (examId === null)
    return (
      <div className={css['page']}>
        <PageHeader title="抽查" />
        <Panel>
          <EmptyState size="large" title="还没有考试">
            开始阅卷后，可以在这里抽查阅卷教师的给分。
          </EmptyState>
        </Panel>
      </div>
    )
  return (
    <SpotCheckTabs
      examId={examId}
      values={values}
      onSet={set}
      select={
        !isInExam && (
          <ExamSelect
            exams={list}
            value={examId}
            onChange={(exam_id) =>
              set({ ...sampleInAddress(emptySample), exam_id, block_id: null })
            }
          />
        )
      }
    />
  )
}
