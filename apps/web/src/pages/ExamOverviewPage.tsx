import { useRoute } from '@hengjuan/client/react'
import { examList, schoolSystem } from '@hengjuan/contracts'
import { EXAM_STATUSES, EXAM_TYPES } from '@hengjuan/domain'
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
import { Link, useNavigate } from 'react-router'
import { WhyNot } from '../features/explain/index.ts'
import { ExamTable } from '../features/exam/index.ts'
import { examAddress } from './exam-address.ts'
import { useMay } from '../session/session-store.ts'

const filters = {
  keyword: filter.text(),
  grade_id: filter.id(),
  type: filter.id(),
  status: filter.id(),
  state: filter.oneOf(['', 'running', 'ready', 'published'], ''),
}
const TYPES = Object.entries(EXAM_TYPES).map(([type, label]) => ({ value: Number(type), label }))
const STATUSES = Object.entries(EXAM_STATUSES).map(([status, { label }]) => ({
  value: Number(status),
  label,
}))
const STATES = [
  { value: '', label: '全部' },
  { value: 'running', label: '进行中' },
  { value: 'ready', label: '待发布' },
  { value: 'published', label: '已发布' },
] as const

/** `/MainPage/exam-manage/overview`: the exams of the school with where they stand. */
export function ExamOverviewPage() {
  const { values, set, reset, isSet, query, paged, pager } = useServerTable(filters)
  const navigate = useNavigate()
  const mayCreate = useMay('exam.manage')
  const system = useRoute(schoolSystem, {})
  const { state, ...rest } = query
  const exams = useRoute(
    examList,
    { query: { ...paged, ...rest, ...(state ? { state } : {}) } },
    { placeholderData: keepPreviousData },
  )
  const create = (
    <Link className="bp6-button bp6-intent-primary" to="/MainPage/exam-manage/create-exam">
      新建考试
    </Link>
  )
  const grades = system.data?.stages.flatMap((stage) => stage.grades) ?? []
  return (
    <ListPage
      title="考试"
      actions={
        mayCreate && (
          <>
            <Link className="bp6-button bp6-minimal" to="/MainPage/exam-manage/drafts">
              草稿
            </Link>
            <Link className="bp6-button bp6-minimal" to="/MainPage/exam-manage/bin">
              回收站
            </Link>
            {create}
          </>
        )
      }
      isFiltered={isSet}
      onReset={reset}
      filters={
        <>
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
          <Segmented
            label="进展"
            options={STATES}
            value={values.state}
            onChange={(chosen) => set({ state: chosen })}
          />
        </>
      }
      pager={exams.data && <Pager {...pager} total={exams.data.total} unit="场" />}
    >
      <ExamTable
        exams={exams.data?.list}
        error={exams.error}
        onRetry={() => void exams.refetch()}
        onOpen={(exam) => void navigate(examAddress(exam))}
        isFiltered={isSet}
        action={mayCreate ? create : <WhyNot what={['exam.read']} />}
      />
    </ListPage>
  )
}
