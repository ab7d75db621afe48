import { filter, Segmented, SkeletonLines, useUrlFilters } from '@hengjuan/ui'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { OwnAppeals } from '../features/appeal/index.ts'
import { OwnPapers } from '../features/paper/index.ts'
import { OwnBook, OwnScore } from '../features/score/index.ts'
import css from './search-score-page.module.css'

const filters = { tab: filter.oneOf(['result', 'book', 'trend'], 'result') }

/** Charts come with the tab that has one. */
const Trend = lazy(() =>
  import('../features/trend/index.ts').then(({ TrendPanel }) => ({ default: TrendPanel })),
)

/** `/MainPage/searchScore/:exam_no/:exam_id`: a student's own released scores, wrong questions, and how they stood before. */
export function SearchScorePage() {
  const { exam_no = '', exam_id = '' } = useParams()
  const { values, set } = useUrlFilters(filters)
  const examId = /^\d{1,15}$/.test(exam_id) ? Math.max(1, Number(exam_id)) : 1
  // An address without a number is nobody's; the server answers it like any other wrong one.
  return (
    <>
      <div className={css['tabs']}>
        <Segmented
          label="内容"
          options={[
            { value: 'result', label: '成绩' },
            { value: 'book', label: '错题本' },
            { value: 'trend', label: '趋势' },
          ]}
          value={values.tab}
          onChange={(tab) => set({ tab })}
        />
      </div>
      {values.tab === 'trend' ? (
        <Suspense fallback={<SkeletonLines lines={6} />}>
          <Trend />
        </Suspense>
      ) : values.tab === 'book' ? (
        <OwnBook examId={examId} />
      ) : (
        <OwnScore
          examId={examId}
          examNo={exam_no}
          renderAppeals={(subjects) => (
            <>
              <OwnPapers examId={examId} subjects={subjects} />
              <OwnAppeals examId={examId} subjects={subjects} />
            </>
          )}
        />
      )}
    </>
  )
}
