import { nextThing } from '@hengjuan/domain'
import {
  EmptyState,
  ErrorState,
  filter,
  PageHeader,
  ReasonButton,
  SkeletonPage,
  useUrlFilters,
} from '@hengjuan/ui'
import { Link } from 'react-router'
import { ExamStatusTag, FlowTable, movesOf, NextButton } from '../features/exam/index.ts'
import { useMay, useSession } from '../session/session-store.ts'
import { FlowDialogs } from './FlowDialogs.tsx'
import { alarmAddress, subjectFlowAddress } from './flow-address.ts'
import { useFlow } from './use-flow.ts'

const filters = { exam_id: filter.id() }

/** `/MainPage/exam-manage/process/total?exam_id=`: every subject at every step, and what each waits for. */
export function ProcessTotalPage() {
  const { values } = useUrlFilters(filters)
  const examId = values.exam_id ?? 0
  const mayManage = useMay('exam.manage')
  const mayWatch = useMay('marking.supervise')
  const { permissions } = useSession()
  const flow = useFlow(examId)
  const { exam, progress } = flow
  if (examId === 0)
    return (
      <EmptyState size="large" title="没有指定考试">
        请从考试列表打开一场考试，再进入「流程」。
      </EmptyState>
    )
  if (flow.error && (!exam.data || !progress.data))
    return <ErrorState size="large" error={flow.error} onRetry={flow.retry} />
  if (!exam.data || !progress.data) return <SkeletonPage />
  const { subjects, published } = progress.data
  const next = nextThing(progress.data, (permission) => permissions.includes(permission))
  const ready = published ? [] : movesOf(subjects)
  return (
    <>
      <PageHeader
        title="流程"
        tags={<ExamStatusTag exam={exam.data} />}
        subtitle={`${exam.data.name} · ${subjects.length} 科 · ${progress.data.candidate_count} 名考生`}
        actions={
          <>
            {mayWatch && <Link to={alarmAddress(examId)}>预警</Link>}
            {next && (
              <NextButton
                next={next}
                addressOf={flow.addressOf}
                onAdvance={({ subjectIds, status }) => flow.advance(subjectIds, status)}
              />
            )}
          </>
        }
      />
      <FlowTable
        subjects={subjects}
        isPublished={published}
        mayManage={mayManage}
        gateTo={flow.gateTo}
        subjectTo={(subjectId) => subjectFlowAddress(examId, subjectId)}
        onMove={(one) => flow.advance([one.subject_id], one.next_status ?? 0)}
        actions={
          mayManage && (
            <ReasonButton
              reason={
                published
                  ? '成绩已发布'
                  : ready.length === 0
                    ? '没有可以推进的科目，请先处理各格中的事项'
                    : null
              }
              onClick={() => flow.setMoves(ready)}
            >
              全部可推进的科目进入下一步{ready.length > 0 ? `（${ready.length}）` : ''}
            </ReasonButton>
          )
        }
      />
      <FlowDialogs examId={examId} flow={flow} />
    </>
  )
}
