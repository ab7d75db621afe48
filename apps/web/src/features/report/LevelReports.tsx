import { HTMLSelect } from '@blueprintjs/core'
import { studentLevelReport, unitLevelReport } from '@hengjuan/contracts'
import { GRADE_SCHEMES, LEADERSHIP_ROLES, SCHOOL_MANAGEMENT_ROLES } from '@hengjuan/domain'
import { filter, FilterField, SearchField, useUrlFilters } from '@hengjuan/ui'
import { roleOf, useSession } from '../../session/session-store.ts'
import { RankScore } from './RankScore.tsx'
import { ReportPage } from './ReportPage.tsx'

const SCHEMES = Object.values(GRADE_SCHEMES)
const filters = { scheme: filter.text(), keyword: filter.text() }
const ALL = 5000

function useScheme() {
  const { values, set } = useUrlFilters(filters)
  const scheme = SCHEMES.find(({ id }) => id === values.scheme)
  return {
    keyword: values.keyword,
    set,
    scheme,
    query: scheme ? { scheme: scheme.id } : {},
    chips: scheme ? [`模拟：${scheme.name}`] : [],
  }
}

function SchemeChoice({ own }: { own: string | undefined }) {
  const role = roleOf(useSession())
  const { scheme, set } = useScheme()
  if (role === null) return null
  if (!LEADERSHIP_ROLES.includes(role) && !SCHOOL_MANAGEMENT_ROLES.includes(role)) return null
  return (
    <FilterField label="等级方案">
      <HTMLSelect
        value={scheme?.id ?? ''}
        onChange={({ currentTarget }) => set({ scheme: currentTarget.value })}
      >
        <option value="">{scheme || !own ? '本次成绩的方案' : own}</option>
        {SCHEMES.map(({ id, name }) => (
          <option key={id} value={id}>
            模拟 {name}
          </option>
        ))}
      </HTMLSelect>
    </FilterField>
  )
}

/** Levels and converted scores of everybody in view. @source reports P09 */
export function StudentLevelReport(props: { mayExport: boolean }) {
  const { keyword, set, query, chips } = useScheme()
  return (
    <ReportPage
      report={studentLevelReport}
      page="studentLevel"
      mayExport={props.mayExport}
      rowKey={({ candidate_id }) => candidate_id}
      query={{ ...query, ...(keyword === '' ? {} : { keyword }) }}
      pageOnly={{ limit: ALL }}
      chips={[...chips, ...(keyword === '' ? [] : [`查找「${keyword}」`])]}
      renderFilters={(reply) => (
        <>
          <SearchField
            value={keyword}
            onChange={(next) => set({ keyword: next })}
            placeholder="姓名、拼音首字母或考号"
          />
          <SchemeChoice own={reply?.scheme.name} />
          {props.mayExport && reply && <RankScore scheme={reply.scheme.id} />}
        </>
      )}
    />
  )
}

/** How many of each class have which level. @source reports P09 */
export function UnitLevelReport(props: { mayExport: boolean }) {
  const { query, chips } = useScheme()
  return (
    <ReportPage
      report={unitLevelReport}
      page="unitLevel"
      mayExport={props.mayExport}
      rowKey={({ group }) => group.id ?? 0}
      query={query}
      chips={chips}
      isSummary={(row) => row.is_reference}
      renderFilters={(reply) => <SchemeChoice own={reply?.scheme.name} />}
    />
  )
}
