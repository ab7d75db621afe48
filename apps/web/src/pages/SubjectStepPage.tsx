import { useRoute } from '@hengjuan/client/react'
import { examFlowSubject } from '@hengjuan/contracts'
import {
  EmptyState,
  ErrorState,
  filter,
  PageHeader,
  Panel,
  QueryView,
  SkeletonPage,
  Split,
  Stack,
  useUrlFilters,
} from '@hengjuan/ui'
import { Link, useParams } from 'react-router'
import { FlowEvents, FlowSteps, RoomRolls } from '../features/exam/index.ts'
import { useMay } from '../session/session-store.ts'
import { FlowDialogs } from './FlowDialogs.tsx'
import { totalFlowAddress } from './flow-address.ts'
import { useFlow } from './use-flow.ts'

const filters = { exam_id: filter.id() }

/** `…/process/subject/:subjectIdStr/subjectStep?exam_id=`: the steps of one subject, its rooms, who did what when. */
export function SubjectStepPage() {
  const { values } = useUrlFilters(filters)
  const examId = values.exam_id ?? 0
  const subjectId = Number(useParams()['subjectIdStr'])
  const mayManage = useMay('exam.manage')
  const mayAudit = useMay('audit.read') || mayManage
  const flow = useFlow(examId)
  const { exam, progress } = flow
  const one = progress.data?.subjects.find(({ subject_id }) => subject_id === subjectId)
  const more = useRoute(
    examFlowSubject,
    { query: { exam_id: examId, subject_id: subjectId } },
    { enabled: one !== undefined },
  )
  if (flow.error && (!exam.data || !progress.data))
    return <ErrorState size="large" error={flow.error} onRetry={flow.retry} />
  if (examId > 0 && (!exam.data || !progress.data)) return <SkeletonPage />
  if (!exam.data || !progress.data || !one)
    return (
      <EmptyState size="large" title="这场考试没有这个科目">
        请回到流程总览，从表中打开一个科目。
      </EmptyState>
    )
  return (
    <>
      <PageHeader
        title={`${one.name}流程`}
        subtitle={`${exam.data.name} · ${one.status_name}`}
        actions={<Link to={totalFlowAddress(examId)}>全部科目</Link>}
      />
      <Split>
        <FlowSteps
          subject={one}
          isPublished={progress.data.published}
          mayManage={mayManage}
          gateTo={(code) => flow.gateTo(code, subjectId)}
          onMove={() => flow.advance([subjectId], one.next_status ?? 0)}
          onBack={(status) => flow.setBack({ subject_id: subjectId, name: one.name, status })}
        />
        <QueryView query={more} skeleton={<Panel title="扫描" />}>
          {({ rooms, events }) => (
            <Stack>
              <RoomRolls rooms={rooms} />
              {mayAudit && <FlowEvents events={events} />}
            </Stack>
          )}
        </QueryView>
      </Split>
      <FlowDialogs examId={examId} flow={flow} />
    </>
  )
}
