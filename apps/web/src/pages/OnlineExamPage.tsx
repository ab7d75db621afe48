import {
  EmptyState,
  ErrorState,
  filter,
  PageHeader,
  Panel,
  Segmented,
  SkeletonPage,
  useUrlFilters,
} from '@hengjuan/ui'
import { Link } from 'react-router'
import { PadDesk } from '../features/pad/index.ts'
import { useExamOfPage } from './use-exam.ts'

const filters = { subject_id: filter.id() }
const ONLINE = 3

/** `/MainPage/exam-manage/exam-detail/:examId/online-exam?subject_id=`: releases an online subject, and watches it. */
export function OnlineExamPage() {
  const { examId, exam } = useExamOfPage()
  const { values, set } = useUrlFilters(filters)
  if (exam.error && !exam.data)
    return <ErrorState size="large" error={exam.error} onRetry={() => void exam.refetch()} />
  if (!exam.data) return <SkeletonPage />
  const online = exam.data.subjects.filter(({ mode }) => mode === ONLINE)
  const subject = online.find(({ subject_id }) => subject_id === values.subject_id) ?? online[0]
  return (
    <>
      <PageHeader
        title="线上考试"
        subtitle={`${exam.data.name}：设定时间并发布，查看作答，结束后进入阅卷`}
        actions={
          online.length > 1 && (
            <Segmented
              label="科目"
              options={online.map(({ subject_id, name }) => ({ value: subject_id, label: name }))}
              value={subject?.subject_id ?? 0}
              onChange={(subject_id) => set({ subject_id })}
            />
          )
        }
      />
      {subject ? (
        <PadDesk
          key={subject.subject_id}
          place={{ exam_id: examId, subject_id: subject.subject_id }}
        />
      ) : (
        <Panel>
          <EmptyState
            size="large"
            title="本场考试没有线上考试的科目"
            action={
              <Link to={`/MainPage/exam-manage/exam-detail/${examId}/subject-exam`}>考试概况</Link>
            }
          >
            新建考试时，把科目的考试模式选为「线上考试」。
          </EmptyState>
        </Panel>
      )}
    </>
  )
}
