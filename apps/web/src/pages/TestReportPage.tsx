import { HTMLSelect } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { examList, schoolSystem, termList } from '@hengjuan/contracts'
import { EXAM_TYPES } from '@hengjuan/domain'
import {
  filter,
  FilterBar,
  FilterField,
  PageHeader,
  Panel,
  SearchField,
  useUrlFilters,
} from '@hengjuan/ui'
import { Link } from 'react-router'
import { WhyNot } from '../features/explain/index.ts'
import { ReleasedExams } from '../features/report/index.ts'
import { useMay, useSession } from '../session/session-store.ts'

const filters = {
  keyword: filter.text(),
  grade_id: filter.id(),
  type: filter.id(),
  term_id: filter.id(),
}

/** `/MainPage/testReport`: the exams whose scores are released, and the way to their reports. */
export function TestReportPage() {
  const { values, set, reset, isSet } = useUrlFilters(filters)
  const mayConfigure = useMay('report.configure')
  const hasSchool = useSession().school_id !== null
  const system = useRoute(schoolSystem, {}, { enabled: hasSchool })
  const terms = useRoute(termList, {}, { enabled: hasSchool })
  const { keyword, grade_id, type, term_id } = values
  const term = terms.data?.find((one) => one.term_id === term_id)
  const { data, error, refetch } = useRoute(
    examList,
    {
      query: {
        published: true,
        limit: 500,
        ...(keyword === '' ? {} : { keyword }),
        ...(grade_id === null ? {} : { grade_id }),
        ...(type === null ? {} : { type }),
        ...(term ? { from: term.starts_on, to: term.ends_on } : {}),
      },
    },
    // Not all exams for a moment, before it is known when the term is.
    { enabled: term_id === null || !terms.isPending },
  )
  const choice = (
    label: string,
    name: 'grade_id' | 'type' | 'term_id',
    options: readonly { value: number; label: string }[],
  ) => (
    <FilterField label={label}>
      <HTMLSelect
        value={values[name] ?? ''}
        onChange={({ currentTarget: { value } }) =>
          set({ [name]: value === '' ? null : Number(value) })
        }
        options={[{ value: '', label: '全部' }, ...options]}
      />
    </FilterField>
  )
  return (
    <>
      <PageHeader
        title="报表"
        subtitle="选择一场考试查看总览、学生成绩、班级均分、小题分析与分数段"
        actions={
          <>
            <Link className="bp6-button" to="/MainPage/reportPage">
              报表首页
            </Link>
            {mayConfigure && (
              <Link className="bp6-button" to="/ReportSetting">
                报表设置
              </Link>
            )}
          </>
        }
      >
        <FilterBar
          onReset={isSet ? reset : undefined}
          trailing={data && `共 ${data.list.length} 场`}
        >
          {choice(
            '年级',
            'grade_id',
            (system.data?.stages ?? []).flatMap(({ grades }) =>
              grades.map((grade) => ({ value: grade.grade_id, label: grade.name })),
            ),
          )}
          {choice(
            '类型',
            'type',
            Object.entries(EXAM_TYPES).map(([value, label]) => ({ value: Number(value), label })),
          )}
          {(terms.data?.length ?? 0) > 0 &&
            choice(
              '学期',
              'term_id',
              (terms.data ?? []).map((one) => ({ value: one.term_id, label: one.name })),
            )}
          <SearchField
            value={keyword}
            onChange={(next) => set({ keyword: next })}
            placeholder="考试名称"
          />
        </FilterBar>
      </PageHeader>
      <Panel flush>
        <ReleasedExams
          exams={data?.list}
          error={error}
          isFiltered={isSet}
          onRetry={() => void refetch()}
          why={<WhyNot what={['report.read']} />}
        />
      </Panel>
    </>
  )
}
