import { useCall, useRoute } from '@hengjuan/client/react'
import { examMarkers, examMarkersSet, examProgress, schoolMarkers } from '@hengjuan/contracts'
import { ErrorState, PageHeader, SkeletonPage, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { ExamAdmins, ExamNotices, MarkerBoard } from '../features/exam/index.ts'
import { useMay } from '../session/session-store.ts'
import css from './exam-pages.module.css'
import { useExamOfPage } from './use-exam.ts'

/** `/MainPage/exam-manage/exam-detail/:examId/staff-manage`: who marks and leads which block. */
export function ExamStaffPage() {
  const { examId, schoolId, exam } = useExamOfPage()
  const mayEdit = useMay('marking.setup')
  const mayTell = useMay('exam.manage')
  const cache = useQueryClient()
  const markers = useRoute(examMarkers, { params: { schoolId, examId } })
  const teachers = useRoute(schoolMarkers, { query: { exam_id: examId } })
  const save = useCall(examMarkersSet, {
    onSuccess: async () => {
      toast.done('已保存阅卷人员')
      for (const { path } of [examMarkers, examProgress])
        await cache.invalidateQueries({ queryKey: [path] })
    },
    // Somebody else was quicker: whom they set is shown beside who is ticked here.
    onError: ({ code }) => {
      if (code === 'EXAM_MARKERS_CHANGED') void markers.refetch()
    },
  })
  const failed = [exam, markers, teachers].find(({ error, data }) => error && !data)
  if (failed)
    return <ErrorState size="large" error={failed.error} onRetry={() => void failed.refetch()} />
  if (!exam.data || !markers.data || !teachers.data) return <SkeletonPage />
  const { data } = teachers
  return (
    <>
      <PageHeader title="阅卷人员" subtitle={`${exam.data.name}：各题块的阅卷教师和负责人`} />
      <div className={css['list']}>
        {markers.data.map((subject) => (
          <MarkerBoard
            key={subject.subject_id}
            subject={subject}
            teachers={data}
            mayEdit={mayEdit}
            isPending={save.isPending}
            error={save.error}
            onEdit={save.reset}
            onSave={(blocks, onSaved) =>
              save.mutate(
                {
                  params: { schoolId, examId },
                  body: { subject_id: subject.subject_id, blocks },
                },
                { onSuccess: onSaved },
              )
            }
          />
        ))}
        {mayTell && <ExamAdmins schoolId={schoolId} examId={examId} subjects={markers.data} />}
        {mayTell && <ExamNotices examId={examId} subjects={markers.data} />}
      </div>
    </>
  )
}
