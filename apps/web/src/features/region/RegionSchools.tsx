import { useRoute } from '@hengjuan/client/react'
import { districtSchools, type ReplyOf } from '@hengjuan/contracts'
import { STAGES, type Stage } from '@hengjuan/domain'
import { type Column, DataTable, EmptyState, Panel, StatusTag } from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'

type School = ReplyOf<typeof districtSchools>['list'][number]

const columns: Column<School>[] = [
  { key: 'name', title: '学校', width: 170, grow: true, frozen: true, render: ({ name }) => name },
  { key: 'district', title: '区县', width: 96, render: (row) => row.district_name ?? '—' },
  {
    key: 'stages',
    title: '学段',
    width: 96,
    render: ({ stages }) => stages.map((stage) => STAGES[stage as Stage]).join('、') || '—',
  },
  { key: 'students', title: '学生', width: 72, align: 'right', render: (row) => row.students },
  { key: 'staff', title: '教师', width: 72, align: 'right', render: (row) => row.staff },
  { key: 'exams', title: '自办考试', width: 84, align: 'right', render: (row) => row.exams },
  { key: 'last', title: '最近一次', width: 104, rank: 1, render: (row) => row.last_exam ?? '—' },
  { key: 'admin', title: '管理员', width: 96, rank: 2, render: (row) => row.admin ?? '—' },
  {
    key: 'state',
    title: '状态',
    width: 84,
    rank: 3,
    render: ({ state }) =>
      state === 'open' ? (
        <StatusTag status="ok">正常</StatusTag>
      ) : (
        <StatusTag status="idle">已停用</StatusTag>
      ),
  },
]

const LIMIT = 500

/** Schools of the region that was chosen in the tree, or of all that the role reaches. */
export function RegionSchools(props: {
  region: number | null
  keyword: string
  filters: ReactNode
}) {
  const { region, keyword } = props
  const query = { limit: LIMIT, ...regionQuery(region), ...(keyword ? { keyword } : {}) }
  const schools = useRoute(districtSchools, { query }, { placeholderData: keepPreviousData })
  return (
    <Panel
      title="学校"
      note={schools.data && `共 ${schools.data.total} 所`}
      actions={props.filters}
      flush
    >
      <DataTable
        label="辖区学校"
        columns={columns}
        rows={schools.data?.list}
        rowKey={({ school_id }) => school_id}
        error={schools.error}
        onRetry={() => void schools.refetch()}
        maxHeight="360px"
        empty={
          keyword || region !== null ? (
            <EmptyState title="没有符合条件的学校">请清除搜索，或在左侧选择其他区划。</EmptyState>
          ) : (
            <EmptyState title="辖区内还没有学校">学校登记到本区划后，会出现在这里。</EmptyState>
          )
        }
      />
    </Panel>
  )
}

/** A six-digit code says by itself of what level it is. */
function regionQuery(id: number | null) {
  if (id === null) return {}
  if (id % 10_000 === 0) return { province_id: id }
  return id % 100 === 0 ? { city_id: id } : { district_id: id }
}
