import { useRoute } from '@hengjuan/client/react'
import { examCounts, examList, schoolSystem } from '@hengjuan/contracts'
import { EXAM_STATUSES, EXAM_TYPES, nextInList } from '@hengjuan/domain'
import {
  filter,
  ListPage,
  NullableSelect,
  Pager,
  SearchField,
  Segmented,
  useServerTable,
} from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Link, useNavigate } from 'react-router'
import { WhyNot } from '../features/explain/index.ts'
import { ExamBin, ExamDrafts, type ExamRow, ExamTable } from '../features/exam/index.ts'
import { examAddress } from './exam-address.ts'
import { mayIn } from '../session/exam-grants.ts'
import { useMay, useSession } from '../session/session-store.ts'
import { sectionLinks } from '../shell/exam/exam-place.ts'
import { usePages } from '../shell/page.ts'

const filters = {
  keyword: filter.text(),
  grade_id: filter.id(),
  type: filter.id(),
  status: filter.id(),
  state: filter.oneOf(['', 'draft', 'running', 'ready', 'published', 'bin'], ''),
}
const TYPES = Object.entries(EXAM_TYPES).map(([type, label]) => ({ value: Number(type), label }))
const STATUSES = Object.entries(EXAM_STATUSES).map(([status, { label }]) => ({
  value: Number(status),
  label,
}))
const CHIPS = [
  { value: '', label: '全部', of: 'all' },
  { value: 'draft', label: '草稿', of: 'drafts' },
  { value: 'running', label: '进行中', of: 'running' },
  { value: 'ready', label: '待发布', of: 'ready' },
  { value: 'published', label: '已发布', of: 'published' },
  { value: 'bin', label: '回收站', of: 'bin' },
] as const

/** `/MainPage/exam-manage/overview`: the exams of the school with where they stand. */
export function ExamOverviewPage() {
  const { values, set, reset, isSet, query, paged, pager } = useServerTable(filters)
  const navigate = useNavigate()
  const mayCreate = useMay('exam.manage')
  const system = useRoute(schoolSystem, {})
  const { state, ...rest } = query
  const isBeside = state === 'draft' || state === 'bin'
  const exams = useRoute(
    examList,
    { query: { ...paged, ...rest, ...(state && !isBeside ? { state } : {}) } },
    { placeholderData: keepPreviousData, enabled: !isBeside },
  )
  const counts = useRoute(examCounts, { query: rest }, { placeholderData: keepPreviousData })
  const chips = CHIPS.filter(({ of }) => mayCreate || (of !== 'drafts' && of !== 'bin')).map(
    ({ value, label, of }) => {
      const count = counts.data?.[of] ?? null
      return { value, label, ...(count === null ? {} : { count }) }
    },
  )
  const nextOf = useNextOf()
  const create = (
    <Link className="bp6-button bp6-intent-primary" to="/MainPage/exam-manage/create-exam">
      新建考试
    </Link>
  )
  const grades = system.data?.stages.flatMap((stage) => stage.grades) ?? []
  return (
    <ListPage
      title="考试"
      actions={mayCreate && create}
      isFiltered={isSet}
      onReset={reset}
      filters={
        <>
          <Segmented
            label="进展"
            options={chips}
            value={values.state}
            onChange={(chosen) => set({ state: chosen })}
          />
          <SearchField
            value={values.keyword}
            onChange={(keyword) => set({ keyword })}
            placeholder="搜索考试名称"
          />
          <NullableSelect
            label="年级"
            value={values.grade_id}
            options={grades.map(({ grade_id, name }) => ({ value: grade_id, label: name }))}
            onChange={(grade_id) => set({ grade_id })}
          />
          <NullableSelect
            label="类型"
            value={values.type}
            options={TYPES}
            onChange={(type) => set({ type })}
          />
          <NullableSelect
            label="状态"
            value={values.status}
            options={STATUSES}
            onChange={(status) => set({ status })}
          />
        </>
      }
      pager={!isBeside && exams.data && <Pager {...pager} total={exams.data.total} unit="场" />}
    >
      {state === 'draft' ? (
        <ExamDrafts />
      ) : state === 'bin' ? (
        <ExamBin />
      ) : (
        <ExamTable
          exams={exams.data?.list}
          error={exams.error}
          onRetry={() => void exams.refetch()}
          onOpen={(exam) => void navigate(examAddress(exam))}
          nextOf={nextOf}
          isFiltered={isSet}
          action={mayCreate ? create : <WhyNot what={['exam.read']} />}
        />
      )}
    </ListPage>
  )
}

/** The next thing to do in an exam, with the page where the caller does it. */
function useNextOf() {
  const user = useSession()
  const pages = usePages()
  return useCallback(
    (exam: ExamRow) => {
      if (exam.side !== 'organiser') return null
      const { exam_id: examId } = exam
      const next = nextInList(exam, (permission) =>
        mayIn(user, permission, { examId, subjectId: null }),
      )
      if (!next) return null
      const place = { examId, subjectId: next.subjectId }
      const to = sectionLinks(pages, user, exam, place).find(
        ({ section }) => section === next.section,
      )?.links[0]?.to
      return to === undefined ? null : { text: next.text, to }
    },
    [user, pages],
  )
}
