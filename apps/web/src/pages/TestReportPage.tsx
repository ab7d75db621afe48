import { useRoute } from '@hengjuan/client/react'
import { examList } from '@hengjuan/contracts'
import { filter, FilterBar, PageHeader, Panel, SearchField, useUrlFilters } from '@hengjuan/ui'
import { Link } from 'react-router'
import { WhyNot } from '../features/explain/index.ts'
import { ReleasedExams } from '../features/report/index.ts'
import { useMay } from '../session/session-store.ts'

const filters = { keyword: filter.text() }

/** `/MainPage/testReport`: the exams whose scores are released, and the way to their reports. */
export function TestReportPage() {
  const { values, set, reset, isSet } = useUrlFilters(filters)
  const mayConfigure = useMay('report.configure')
  const { data, error, refetch } = useRoute(examList, {
    query: {
      published: true,
      limit: 500,
      ...(values.keyword === '' ? {} : { keyword: values.keyword }),
    },
  })
  return (
    <>
      <PageHeader
        title="报表"
        subtitle="选择一场考试查看总览、学生成绩、班级均分、小题分析与分数段"
        actions={
          mayConfigure && (
            <Link className="bp6-button" to="/ReportSetting">
              报表设置
            </Link>
          )
        }
      >
        <FilterBar
          onReset={isSet ? reset : undefined}
          trailing={data && `共 ${data.list.length} 场`}
        >
          <SearchField
            value={values.keyword}
            onChange={(keyword) => set({ keyword })}
            placeholder="考试名称"
          />
        </FilterBar>
      </PageHeader>
      <Panel flush>
        <ReleasedExams
          exams={data?.list}
          error={error}
          onRetry={() => void refetch()}
          why={<WhyNot what={['report.read']} />}
        />
      </Panel>
    </>
  )
}
