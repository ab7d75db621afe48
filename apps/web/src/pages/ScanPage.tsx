import { useRoute } from '@hengjuan/client/react'
import { clientExam } from '@hengjuan/contracts'
import {
  EmptyState,
  ErrorState,
  filter,
  PageHeader,
  SkeletonPage,
  Stack,
  useUrlFilters,
} from '@hengjuan/ui'
import { useParams } from 'react-router'
import { handlePath, ScanSubjects, SubjectScans } from '../features/scan/index.ts'
import { useMay } from '../session/session-store.ts'

const filters = { subject_id: filter.id() }
const REFRESH_MS = 15_000

/** `/MainPage/exam-manage/exam-detail/:examId/scan`: stations, batches, who is scanned and who is not. */
export function ScanPage() {
  const examId = Number(useParams()['examId'])
  const { values } = useUrlFilters(filters)
  const mayHandle = useMay('exception.handle')
  const { data, error, refetch } = useRoute(
    clientExam,
    { query: {} },
    { refetchInterval: REFRESH_MS },
  )
  if (error && !data)
    return <ErrorState size="large" error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonPage />
  const exam = data.find(({ exam_id }) => exam_id === examId)
  const subjects = exam?.subjects ?? []
  const chosen =
    subjects.find(({ subject_id }) => subject_id === values.subject_id) ??
    subjects.find(({ scanned, expected }) => scanned < expected) ??
    subjects[0]
  return (
    <>
      <PageHeader
        title="扫描"
        subtitle={exam ? `${exam.exam_name}：扫描站、批次、各班进度和未扫名单` : undefined}
      />
      {chosen ? (
        <Stack>
          <ScanSubjects
            subjects={subjects}
            chosen={chosen.subject_id}
            toSubject={(id) => `?subject_id=${id}`}
            toExceptions={(id) => (mayHandle ? handlePath(examId, id) : null)}
          />
          <SubjectScans key={chosen.subject_id} examId={examId} subjectId={chosen.subject_id} />
        </Stack>
      ) : (
        <EmptyState size="large" title="这场考试没有要扫描的科目">
          线上考试和成绩导入不扫描；其他考试请先添加科目、设置答题卡。
        </EmptyState>
      )}
    </>
  )
}
