import { useCall, useRoute } from '@hengjuan/client/react'
import { examGet, examList, examProgress, examRollback, examStatus } from '@hengjuan/contracts'
import { ConfirmDialog, ErrorState, PageHeader, SkeletonPage, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  ExamStatusTag,
  ExamTabs,
  type Progress,
  SubjectFlow,
  type SubjectLinks,
} from '../features/exam/index.ts'
import { useMay } from '../session/session-store.ts'
import { useExamOfPage } from './use-exam.ts'
import css from './exam-pages.module.css'

const REFRESH_MS = 10_000

/** `/MainPage/exam-manage/exam-detail/:examId/subject-exam`: each subject with its next step. */
export function SubjectExamPage() {
  const { examId, schoolId, exam, known } = useExamOfPage()
  const mayManage = useMay('exam.manage')
  const cache = useQueryClient()
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
  return (
    <>
      <PageHeader
        title={data.name}
        tags={<ExamStatusTag exam={data} />}
        subtitle={`${data.grade_name} · ${data.type_name} · ${data.mode_name} · ${data.start_date} · ${data.classes.length} 个班 ${data.candidate_count} 名考生`}
      >
        <ExamTabs examId={examId} known={known} />
      </PageHeader>
      <div className={css['list']}>
        {progress.data.subjects.map((subject) => (
          <SubjectFlow
            key={subject.subject_id}
            subject={subject}
            links={linksOf(examId, subject.subject_id, known)}
            mayManage={mayManage}
            isPublished={progress.data.published}
            isPending={move.isPending && move.variables.body.subject_id === subject.subject_id}
            onMove={(status) =>
              move.mutate({ body: { exam_id: examId, subject_id: subject.subject_id, status } })
            }
            onRollBack={(status) => setRollBack({ subject, status })}
          />
        ))}
      </div>
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

/** Pages are linked only when there are such pages and this role may open them. */
function linksOf(examId: number, subjectId: number, known: readonly string[]): SubjectLinks {
  const link = (path: string, address: string) => (known.includes(path) ? address : null)
  const query = `exam_id=${examId}&subject_id=${subjectId}`
  const manage = '/MainPage/exam-manage'
  return {
    sheet: link(
      `${manage}/AffairManage/:examId/answer-sheet-manage`,
      `${manage}/AffairManage/${examId}/answer-sheet-manage?subject_id=${subjectId}`,
    ),
    settings:
      link('/MarkSet', `/MarkSet?${query}`) ??
      link('/setDistri', `/setDistri?${query}`) ??
      link(
        `${manage}/exam-detail/:examId/staff-manage`,
        `${manage}/exam-detail/${examId}/staff-manage?subject_id=${subjectId}`,
      ),
    exceptions: link(
      `${manage}/scan-error-handle/:subject/:nowTool/:filterChoices/:hideHandleBlock/:choiceCoordError`,
      `${manage}/scan-error-handle/${subjectId}/all/all/0/0?${query}`,
    ),
    supervision: link('/MarkingSupervision', `/MarkingSupervision?${query}`),
    results: link(
      `${manage}/exam-detail/:examId/result-preliminary`,
      `${manage}/exam-detail/${examId}/result-preliminary`,
    ),
  }
}
