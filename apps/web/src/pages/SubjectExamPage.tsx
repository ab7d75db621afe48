import { Button } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { examGet, examList, examProgress, examRollback, examStatus } from '@hengjuan/contracts'
import { nextThing, type NextThing } from '@hengjuan/domain'
import { ConfirmDialog, ErrorState, PageHeader, SkeletonPage, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  ExamManageMenu,
  ExamStatusTag,
  type Progress,
  SubjectLines,
} from '../features/exam/index.ts'
import { useMay, useSession } from '../session/session-store.ts'
import { useSectionAddress } from '../shell/exam/use-section-address.ts'
import { useExamOfPage } from './use-exam.ts'

const REFRESH_MS = 10_000

/** `/MainPage/exam-manage/exam-detail/:examId/subject-exam`: a line for each subject, and the next thing to do. */
export function SubjectExamPage() {
  const { examId, schoolId, exam } = useExamOfPage()
  const mayManage = useMay('exam.manage')
  const { permissions } = useSession()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const addressOf = useSectionAddress(exam.data)
  const progress = useRoute(
    examProgress,
    { params: { schoolId, examId } },
    { refetchInterval: REFRESH_MS },
  )
  const [rollBack, setRollBack] = useState<{ subject: Progress; status: number } | null>(null)
  const refresh = () =>
    Promise.all(
      [examProgress, examGet, examList].map(({ path }) =>
        cache.invalidateQueries({ queryKey: [path] }),
      ),
    )
  const move = useCall(examStatus, { onSuccess: refresh, onError: toast.error })
  const back = useCall(examRollback, {
    onSuccess: async () => {
      setRollBack(null)
      await refresh()
    },
  })
  const failed = exam.error ?? progress.error
  if (failed && (!exam.data || !progress.data))
    return (
      <ErrorState
        size="large"
        error={failed}
        onRetry={() => {
          void exam.refetch()
          void progress.refetch()
        }}
      />
    )
  if (!exam.data || !progress.data) return <SkeletonPage />
  const { data } = exam
  const next = nextThing(progress.data, (permission) => permissions.includes(permission))
  const go = (subjectId: number, status: number) =>
    move.mutateAsync({ body: { exam_id: examId, subject_id: subjectId, status } })
  return (
    <>
      <PageHeader
        title={data.name}
        tags={<ExamStatusTag exam={data} />}
        subtitle={`${data.grade_name} · ${data.type_name} · ${data.mode_name} · ${data.start_date} · ${data.classes.length} 个班 ${data.candidate_count} 名考生`}
        actions={
          <>
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
              <Next
                next={next}
                isPending={move.isPending}
                addressOf={addressOf}
                onAdvance={async ({ subjectIds, status }) => {
                  for (const id of subjectIds) await go(id, status).catch(() => undefined)
                }}
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
        pendingId={move.isPending ? move.variables.body.subject_id : null}
        onMove={(subject, status) =>
          move.mutate({ body: { exam_id: examId, subject_id: subject.subject_id, status } })
        }
        onRollBack={(subject, status) => setRollBack({ subject, status })}
      />
      <ConfirmDialog
        isOpen={rollBack !== null}
        title="退回上一步"
        effect={`将把${rollBack?.subject.name ?? ''}退回上一步`}
        confirmText="退回"
        isPending={back.isPending}
        error={back.error}
        onClose={() => {
          setRollBack(null)
          back.reset()
        }}
        onConfirm={() =>
          rollBack &&
          back.mutate({
            body: {
              exam_id: examId,
              subject_id: rollBack.subject.subject_id,
              status: rollBack.status,
            },
          })
        }
      >
        已有的扫描、评阅和分数都会保留。
      </ConfirmDialog>
    </>
  )
}

const SCAN_EXCEPTIONS =
  '/MainPage/exam-manage/scan-error-handle/:subject/:nowTool/:filterChoices/:hideHandleBlock/:choiceCoordError'

/** The one primary button of the page: to the page where it is done, or the step itself. */
function Next(props: {
  next: NextThing
  isPending: boolean
  addressOf: ReturnType<typeof useSectionAddress>
  onAdvance: (next: Extract<NextThing, { kind: 'advance' }>) => Promise<void>
}) {
  const { next } = props
  if (next.kind === 'advance')
    return (
      <Button
        intent="primary"
        size="large"
        loading={props.isPending}
        onClick={() => void props.onAdvance(next)}
      >
        {next.text}
      </Button>
    )
  const path =
    next.section === 'exceptions' && next.subjectId !== null ? SCAN_EXCEPTIONS : undefined
  const to = props.addressOf(next.section, next.subjectId, path)
  return to === null ? null : (
    <Link className="bp6-button bp6-large bp6-intent-primary" to={to}>
      {next.text}
    </Link>
  )
}
