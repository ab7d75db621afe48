import { HTMLSelect } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { examList, schoolSystem } from '@hengjuan/contracts'
import { EXAM_STATUSES, EXAM_TYPES } from '@hengjuan/domain'
import {
  filter,
  FilterBar,
  FilterField,
  PageHeader,
  Panel,
  SearchField,
  useUrlFilters,
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
  published: filter.oneOf(['all', 'true', 'false'], 'all'),
}
const LIMIT = 500

/** `/MainPage/exam-manage/overview`: the exams of the school with where they stand. */
export function ExamOverviewPage() {
  const { values, set, reset, isSet } = useUrlFilters(filters)
  const navigate = useNavigate()
  const mayCreate = useMay('exam.manage')
  const system = useRoute(schoolSystem, {})
  const query = {
    limit: LIMIT,
    ...(values.keyword ? { keyword: values.keyword } : {}),
    ...(values.grade_id === null ? {} : { grade_id: values.grade_id }),
    ...(values.type === null ? {} : { type: values.type }),
    ...(values.status === null ? {} : { status: values.status }),
    ...(values.published === 'all' ? {} : { published: values.published === 'true' }),
  }
  const exams = useRoute(examList, { query }, { placeholderData: keepPreviousData })
  const create = (
    <Link className="bp6-button bp6-intent-primary" to="/MainPage/exam-manage/create-exam">
      新建考试
    </Link>
  )
  const grades = system.data?.stages.flatMap((stage) => stage.grades) ?? []
  return (
    <>
      <PageHeader title="考试管理" actions={mayCreate && create}>
        <FilterBar
          onReset={isSet ? reset : undefined}
          trailing={exams.data && `共 ${exams.data.total} 场`}
        >
          <SearchField
            value={values.keyword}
            onChange={(keyword) => set({ keyword })}
            placeholder="搜索考试名称"
          />
          <Select
            label="年级"
            value={values.grade_id}
            options={grades.map(({ grade_id, name }) => [grade_id, name])}
            onChange={(grade_id) => set({ grade_id })}
          />
          <Select
            label="类型"
            value={values.type}
            options={Object.entries(EXAM_TYPES).map(([type, name]) => [Number(type), name])}
            onChange={(type) => set({ type })}
          />
          <Select
            label="状态"
            value={values.status}
            options={Object.entries(EXAM_STATUSES).map(([status, { label }]) => [
              Number(status),
              label,
            ])}
            onChange={(status) => set({ status })}
          />
          <FilterField label="发布">
            <HTMLSelect
              value={values.published}
              onChange={({ currentTarget }) =>
                set({ published: currentTarget.value as typeof values.published })
              }
              options={[
                { value: 'all', label: '全部' },
                { value: 'true', label: '已发布' },
                { value: 'false', label: '未发布' },
              ]}
            />
          </FilterField>
        </FilterBar>
      </PageHeader>
      <Panel flush>
        <ExamTable
          exams={exams.data?.list}
          error={exams.error}
          onRetry={() => void exams.refetch()}
          onOpen={(exam) => void navigate(examAddress(exam))}
          isFiltered={isSet}
          action={mayCreate ? create : <WhyNot what={['exam.read']} />}
        />
      </Panel>
    </>
  )
}

function Select(props: {
  label: string
  value: number | null
  options: readonly (readonly [number, string])[]
  onChange: (value: number | null) => void
}) {
  return (
    <FilterField label={props.label}>
      <HTMLSelect
        value={props.value ?? ''}
        onChange={({ currentTarget }) =>
          props.onChange(currentTarget.value === '' ? null : Number(currentTarget.value))
        }
        options={[
          { value: '', label: '全部' },
          ...props.options.map(([value, label]) => ({ value, label })),
        ]}
      />
    </FilterField>
  )
}
