import { nextThing } from '@hengjuan/domain'
import { ErrorState, PageHeader, SkeletonPage } from '@hengjuan/ui'
import { Link, useNavigate, useParams } from 'react-router'
import {
  ExamManageMenu,
  ExamStatusTag,
  NextButton,
  SubjectLines,
  useSteps,
} from '../features/exam/index.ts'
import { useMay, useSession } from '../session/session-store.ts'
import { FlowDialogs } from './FlowDialogs.tsx'
import { totalFlowAddress } from './flow-address.ts'
import { useFlow } from './use-flow.ts'

/** `/MainPage/exam-manage/exam-detail/:examId/subject-exam`: a line for each subject, and the next thing to do. */
export function SubjectExamPage() {
  const examId = Number(useParams()['examId'])
  const mayManage = useMay('exam.manage')
  const { permissions } = useSession()
  const navigate = useNavigate()
  const flow = useFlow(examId)
  const { exam, progress, addressOf } = flow
  const { refresh } = useSteps()
  if (flow.error && (!exam.data || !progress.data))
    return <ErrorState size="large" error={flow.error} onRetry={flow.retry} />
  if (!exam.data || !progress.data) return <SkeletonPage />
  const { data } = exam
  const next = nextThing(progress.data, (permission) => permissions.includes(permission))
  return (
    <>
      <PageHeader
        title={data.name}
        tags={<ExamStatusTag exam={data} />}
        subtitle={`${data.grade_name} · ${data.type_name} · ${data.mode_name} · ${data.start_date} · ${data.classes.length} 个班 ${data.candidate_count} 名考生`}
        actions={
          <>
            <Link to={totalFlowAddress(examId)}>流程</Link>
            {mayManage && data.side === 'organiser' && (
              <ExamManageMenu
                exam={data}
                onChanged={() => void refresh()}
                onDeleted={() => {
                  void refresh()
                  void navigate('/MainPage/exam-manage/overview')
                }}
              />
            )}
            {next && (
              <NextButton
                next={next}
                addressOf={addressOf}
                onAdvance={({ subjectIds, status }) => flow.advance(subjectIds, status)}
              />
            )}
          </>
        }
      />
      <SubjectLines
        subjects={progress.data.subjects}
        linksOf={(subject) => ({
          sheet: addressOf('sheets', subject),
          keys: addressOf('sheets', subject, '/changeAnswer'),
          settings: addressOf('settings', subject),
          scan: addressOf('scan', subject),
          scores: addressOf('scoreImport', subject),
          exceptions: addressOf('exceptions', subject, SCAN_EXCEPTIONS),
          supervision: addressOf('supervision', subject),
        })}
        mayManage={mayManage}
        isPublished={progress.data.published}
        onMove={(subject, status) => flow.advance([subject.subject_id], status)}
        onRollBack={({ subject_id, name }, status) => flow.setBack({ subject_id, name, status })}
      />
      <FlowDialogs examId={examId} flow={flow} />
    </>
  )
}

const SCAN_EXCEPTIONS =
  '/MainPage/exam-manage/scan-error-handle/:subject/:nowTool/:filterChoices/:hideHandleBlock/:choiceCoordError'
