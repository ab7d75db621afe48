import { HTMLSelect } from '@blueprintjs/core'
import {
  areaReport,
  type AreaRow,
  gradeReport,
  type GradeRow,
  matrixColumns,
} from '@hengjuan/contracts'
import { filter, FilterField, StatTile, StatTiles, useUrlFilters } from '@hengjuan/ui'
import { Link } from 'react-router'
import css from './report.module.css'
import { reportAddress, type ReportPageKey } from './report-address.ts'
import { ReportPage } from './ReportPage.tsx'
import { SecondTable } from './SecondTable.tsx'
import { useReportFilters } from './use-report-filters.ts'

function SubjectLink(props: {
  to: ReportPageKey
  subject: { subject_id: number; subject_name: string }
}) {
  const { kept } = useReportFilters()
  const { subject_id, subject_name } = props.subject
  return <Link to={reportAddress(props.to, { ...kept, subject_id })}>{subject_name}</Link>
}

/** Every subject of the grade in one table. @source reports P05 */
export const GradeReport = (props: { mayExport: boolean }) => (
  <ReportPage
    report={gradeReport}
    page="grade"
    mayExport={props.mayExport}
    rowKey={({ subject }) => subject.subject_id}
    isSummary={({ subject }) => subject.subject_name === '总分'}
    renderCells={() => ({
      subject: (row: GradeRow) => <SubjectLink to="class" subject={row.subject} />,
    })}
    renderBelow={({ matrix, subjects }) => (
      <SecondTable
        title="班级×科目"
        columns={matrixColumns(subjects, '班级')}
        rows={matrix}
        rowKey={({ id }) => id}
        isHeated
      />
    )}
    empty={{ title: '没有您可以查看的科目' }}
  />
)

const LEVELS = { city: '市', district: '区县', school: '学校' } as const
type Level = keyof typeof LEVELS
const filters = {
  level: filter.oneOf(['', 'city', 'district', 'school'], ''),
  region_id: filter.id(),
}

/** Cities, districts or schools beside each other; a unit opens what is in it. @source reports P14 */
export function AreaReport(props: { mayExport: boolean }) {
  const { values, set } = useUrlFilters(filters)
  const { level, region_id } = values
  const open = (row: AreaRow) => {
    if (row.is_reference || row.group.id === null || row.group.kind === 'school') return
    set({ region_id: row.group.id, level: row.group.kind === 'city' ? 'district' : 'school' })
  }
  return (
    <ReportPage
      report={areaReport}
      page="area"
      mayExport={props.mayExport}
      rowKey={({ group, is_reference }) =>
        is_reference ? 'all' : `${group.kind} ${group.id ?? group.name}`
      }
      query={{
        ...(level === '' ? {} : { level }),
        ...(region_id === null ? {} : { region_id }),
      }}
      isSummary={(row) => row.is_reference}
      onOpenRow={open}
      note="点市或区县，看其中的区县与学校"
      renderFilters={(reply) => (
        <>
          <FilterField label="按">
            <HTMLSelect
              value={level === '' ? (reply?.level ?? 'school') : level}
              onChange={({ currentTarget }) => set({ level: currentTarget.value as Level })}
            >
              {Object.entries(LEVELS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </HTMLSelect>
          </FilterField>
          {region_id !== null && (
            <button
              type="button"
              className={css['linkButton']}
              onClick={() => set({ region_id: null, level: '' })}
            >
              {reply?.within ?? '所选地区'} · 回到全部
            </button>
          )}
        </>
      )}
      renderAbove={(reply) =>
        reply.icc === null ? null : (
          <StatTiles>
            <StatTile
              label="学校之间的差异占总差异"
              value={areaReport.figures?.(reply)[0]?.text ?? '—'}
              note="组内相关系数 ICC，由单因素方差分析得出"
            />
          </StatTiles>
        )
      }
      empty={{
        title: '没有可见的单位',
        text: '区域报表供看得到整所学校的角色使用；本班的数据请看班级均分。',
      }}
    />
  )
}
