import type { CallError } from '@hengjuan/client'
import { useCall, useCaller, useRoute } from '@hengjuan/client/react'
import {
  districtExams,
  districtSchools,
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
import { GRADES } from '@hengjuan/domain'
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
const DRAFTS = '/MainPage/exam-manage/overview?state=draft'

/** `/MainPage/exam-manage/create-exam`: step by step to an exam with its candidates; `?draft=` takes one up again. */
export function CreateExamPage() {
  const { school_id: schoolId } = useSession()
  const mayImport = useMay('student.manage')
  const isBureau = useMay('region.read')
  const { call } = useCaller()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { values, set } = useUrlFilters(filters)
  // sv-SE writes a date as an input field wants it: 2026-11-20.
  const [today] = useState(() => new Date().toLocaleDateString('sv-SE'))
  const system = useRoute(schoolSystem, {}, { enabled: !isBureau })
  const classes = useRoute(schoolClasses, { query: {} }, { enabled: !isBureau })
  const schools = useRoute(
    districtSchools,
    { query: { state: 'open', limit: MOST_SCHOOLS } },
    { enabled: isBureau },
  )
  const subjects = useRoute(schoolSubjects, {})
  const drafts = useRoute(examDrafts, {}, { enabled: values.draft !== null })
  const grades = isBureau
    ? schools.data && gradesOf(schools.data.list)
    : system.data?.stages.flatMap((stage) => stage.grades)
  const offered = grades &&
    subjects.data &&
    (isBureau || classes.data) && {
      grades,
      // Most schools of a bureau follow 3+1+2.
      scheme: isBureau ? ('3+1+2' as const) : (system.data?.combo_scheme ?? 'none'),
      subjects: subjects.data,
      classes: classes.data ?? [],
      ...(schools.data ? { schools: schools.data.list } : {}),
    }
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
    { examId: number; added: number; isImport: boolean; isJoint: boolean },
    CallError,
    ExamDraft
  >({
    mutationFn: async (draft) => {
      const body = examOf(draft, draft.name.trim() || suggestedName(draft, grades ?? []))
      const params = { schoolId: schoolId ?? 0 }
      const { exam_id: examId } = await call(examCreate, { params, body })
      if (draft.joint_schools) {
        if (values.draft !== null && known)
          await call(examDraftDelete, { body: { draft_id: values.draft } })
        return { examId, added: 0, isImport: false, isJoint: true }
      }
      const rule = draft.rule.trim()
      const { added } = await call(examCreateConfirm, {
        body: {
          exam_id: examId,
          ...(rule ? { rule } : {}),
          ...(draft.numbers_from === undefined ? {} : { numbers_from: draft.numbers_from }),
        },
      })
      if (values.draft !== null && known)
        await call(examDraftDelete, { body: { draft_id: values.draft } })
      return { examId, added, isImport: body.mode === IMPORT, isJoint: false }
    },
    onSuccess: ({ examId, added, isImport, isJoint }) => {
      for (const { path } of [examList, homeExams, examDrafts, districtExams])
        void cache.invalidateQueries({ queryKey: [path] })
      toast.done(
        isJoint
          ? '联考已创建，各校现在可以导入自己的考生'
          : `考试已创建，生成 ${added} 名考生的考号`,
      )
      const page = isImport ? 'score-import' : 'subject-exam'
      void navigate(`/MainPage/exam-manage/exam-detail/${examId}/${page}`)
    },
  })
  const failed = [system, classes, schools, subjects, drafts].find(({ error }) => error)
  const isReady = offered && (values.draft === null || drafts.data !== undefined)
  return (
    <>
      <PageHeader
        title="新建考试"
        subtitle={
          isBureau
            ? '选好年级、科目和参加的学校即可，其余以后都能修改'
            : '选好年级、班级和科目即可，其余以后都能修改'
        }
        actions={<Link to={DRAFTS}>草稿</Link>}
      />
      <Panel>
        {failed ? (
          <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        ) : !isReady ? (
          <SkeletonLines lines={8} />
        ) : isBureau && schools.data?.list.length === 0 ? (
          <EmptyState size="large" title="辖区内还没有学校">
            请联系系统管理员登记学校所在的区县，之后即可组织联考。
          </EmptyState>
        ) : offered.grades.length === 0 ? (
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
            initial={known?.body ?? newDraft(offered, today)}
            offered={offered}
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
/** More than a province has; all are shown at once, by district. */
const MOST_SCHOOLS = 5000

/** Grades of the stages that schools have; all of them while nothing is known of their classes. */
function gradesOf(schools: readonly { stages: readonly string[] }[]) {
  const stages = new Set(schools.flatMap((school) => school.stages))
  return Object.entries(GRADES)
    .filter(([, { stage }]) => stages.size === 0 || stages.has(stage))
    .map(([id, { label }]) => ({ grade_id: Number(id), name: label }))
}
