import type { CallError } from '@hengjuan/client'
import { useCaller, useRoute } from '@hengjuan/client/react'
import {
  examCreate,
  examCreateConfirm,
  examList,
  homeExams,
  schoolClasses,
  schoolSubjects,
  schoolSystem,
} from '@hengjuan/contracts'
import { EmptyState, ErrorState, PageHeader, Panel, SkeletonLines, toast } from '@hengjuan/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ExamForm } from '../features/exam/index.ts'
import { useMay, useSession } from '../session/session-store.ts'

type Draft = Parameters<Parameters<typeof ExamForm>[0]['onSubmit']>[0]

/** `/MainPage/exam-manage/create-exam`: one page, then the exam with its candidates. */
export function CreateExamPage() {
  const { school_id: schoolId } = useSession()
  const mayImport = useMay('student.manage')
  const { call } = useCaller()
  const cache = useQueryClient()
  const navigate = useNavigate()
  // sv-SE writes a date as an input field wants it: 2026-11-20.
  const [today] = useState(() => new Date().toLocaleDateString('sv-SE'))
  const system = useRoute(schoolSystem, {})
  const classes = useRoute(schoolClasses, { query: {} })
  const subjects = useRoute(schoolSubjects, {})
  const create = useMutation<{ examId: number; added: number }, CallError, Draft>({
    mutationFn: async (body) => {
      const params = { schoolId: schoolId ?? 0 }
      const { exam_id: examId } = await call(examCreate, { params, body })
      const { added } = await call(examCreateConfirm, { body: { exam_id: examId } })
      return { examId, added }
    },
    onSuccess: ({ examId, added }) => {
      for (const { path } of [examList, homeExams])
        void cache.invalidateQueries({ queryKey: [path] })
      toast.done(`考试已创建，生成 ${added} 名考生的考号`)
      void navigate(`/MainPage/exam-manage/exam-detail/${examId}/subject-exam`)
    },
  })
  const failed = [system, classes, subjects].find(({ error }) => error)
  const grades = system.data?.stages.flatMap((stage) => stage.grades)
  return (
    <>
      <PageHeader title="新建考试" subtitle="选好年级、班级和科目即可，其余以后都能修改" />
      <Panel>
        {failed ? (
          <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        ) : !grades || !classes.data || !subjects.data ? (
          <SkeletonLines lines={8} />
        ) : grades.length === 0 ? (
          <EmptyState
            size="large"
            title="还没有班级和学生"
            action={
              mayImport && (
                <Link className="bp6-button bp6-intent-primary" to="/MainPage/import?open=student">
                  导入学生名单
                </Link>
              )
            }
          >
            {mayImport
              ? '请先导入学生名单，班级会随学生一起建立。'
              : '请联系学校管理员或教务主任导入学生名单，班级会随学生一起建立。'}
          </EmptyState>
        ) : (
          <ExamForm
            grades={grades}
            classes={classes.data}
            subjects={subjects.data}
            today={today}
            isPending={create.isPending}
            error={create.error}
            onSubmit={(draft) => create.mutate(draft)}
          />
        )}
      </Panel>
    </>
  )
}
