import type { CallError } from '@hengjuan/client'
import { useCall, useCaller, useRoute } from '@hengjuan/client/react'
import {
  examCreate,
  examCreateConfirm,
  examDraftDelete,
  examDrafts,
  examDraftSave,
  examList,
  homeExams,
  schoolClasses,
  schoolSubjects,
  schoolSystem,
} from '@hengjuan/contracts'
import {
  EmptyState,
  ErrorState,
  filter,
  PageHeader,
  Panel,
  SkeletonLines,
  toast,
  useUrlFilters,
} from '@hengjuan/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  type ExamDraft,
  examOf,
  ExamWizard,
  newDraft,
  suggestedName,
} from '../features/exam/index.ts'
import { useMay, useSession } from '../session/session-store.ts'

const filters = { draft: filter.id() }
const DRAFTS = '/MainPage/exam-manage/drafts'

/** `/MainPage/exam-manage/create-exam`: step by step to an exam with its candidates; `?draft=` takes one up again. */
export function CreateExamPage() {
  const { school_id: schoolId } = useSession()
  const mayImport = useMay('student.manage')
  const { call } = useCaller()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { values, set } = useUrlFilters(filters)
  // sv-SE writes a date as an input field wants it: 2026-11-20.
  const [today] = useState(() => new Date().toLocaleDateString('sv-SE'))
  const system = useRoute(schoolSystem, {})
  const classes = useRoute(schoolClasses, { query: {} })
  const subjects = useRoute(schoolSubjects, {})
  const drafts = useRoute(examDrafts, {}, { enabled: values.draft !== null })
  const grades = system.data?.stages.flatMap((stage) => stage.grades)
  const known = drafts.data?.find(({ draft_id }) => draft_id === values.draft)
  const save = useCall(examDraftSave, {
    onSuccess: ({ draft_id }) => {
      void cache.invalidateQueries({ queryKey: [examDrafts.path] })
      set({ draft: draft_id })
      toast.done('已存为草稿，可以从考试列表的「草稿」继续', {
        text: '查看草稿',
        onClick: () => void navigate(DRAFTS),
      })
    },
    onError: toast.error,
  })
  const create = useMutation<
    { examId: number; added: number; isImport: boolean },
    CallError,
    ExamDraft
  >({
    mutationFn: async (draft) => {
      const body = examOf(draft, draft.name.trim() || suggestedName(draft, grades ?? []))
      const params = { schoolId: schoolId ?? 0 }
      const { exam_id: examId } = await call(examCreate, { params, body })
      const rule = draft.rule.trim()
      const { added } = await call(examCreateConfirm, {
        body: { exam_id: examId, ...(rule ? { rule } : {}) },
      })
      if (values.draft !== null && known)
        await call(examDraftDelete, { body: { draft_id: values.draft } })
      return { examId, added, isImport: body.mode === IMPORT }
    },
    onSuccess: ({ examId, added, isImport }) => {
      for (const { path } of [examList, homeExams, examDrafts])
        void cache.invalidateQueries({ queryKey: [path] })
      toast.done(`考试已创建，生成 ${added} 名考生的考号`)
      const page = isImport ? 'score-import' : 'subject-exam'
      void navigate(`/MainPage/exam-manage/exam-detail/${examId}/${page}`)
    },
  })
  const failed = [system, classes, subjects, drafts].find(({ error }) => error)
  const isReady =
    grades && classes.data && subjects.data && (values.draft === null || drafts.data !== undefined)
  return (
    <>
      <PageHeader
        title="新建考试"
        subtitle="选好年级、班级和科目即可，其余以后都能修改"
        actions={<Link to={DRAFTS}>草稿</Link>}
      />
      <Panel>
        {failed ? (
          <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        ) : !isReady ? (
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
          <ExamWizard
            initial={
              known?.body ??
              newDraft({ grades, classes: classes.data, subjects: subjects.data }, today)
            }
            offered={{ grades, classes: classes.data, subjects: subjects.data }}
            isSaving={save.isPending}
            isCreating={create.isPending}
            error={create.error}
            onSave={(body) =>
              save.mutate({
                body: {
                  ...(known ? { draft_id: known.draft_id, version: known.version } : {}),
                  body,
                },
              })
            }
            onCreate={(draft) => create.mutate(draft)}
          />
        )}
      </Panel>
    </>
  )
}

const IMPORT = 4
