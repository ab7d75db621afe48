import { HTMLSelect, Switch } from '@blueprintjs/core'
import { studentLevelReport, unitLevelReport } from '@hengjuan/contracts'
import {
  CUT_POLICIES,
  DEGENERATE_POLICIES,
  GRADE_SCHEMES,
  LEADERSHIP_ROLES,
  SCHOOL_MANAGEMENT_ROLES,
  TIE_POLICIES,
} from '@hengjuan/domain'
import { filter, FilterField, SearchField, useUrlFilters } from '@hengjuan/ui'
import { roleOf, useSession } from '../../session/session-store.ts'
import { RankScore } from './RankScore.tsx'
import css from './report.module.css'
import { ReportPage } from './ReportPage.tsx'
import { SchemeSimulation } from './SchemeSimulation.tsx'

const SCHEMES = Object.values(GRADE_SCHEMES)
const filters = {
  scheme: filter.text(),
  keyword: filter.text(),
  tie: filter.oneOf(['', ...keysOf(TIE_POLICIES)], ''),
  cut: filter.oneOf(['', ...keysOf(CUT_POLICIES)], ''),
  degenerate: filter.oneOf(['', ...keysOf(DEGENERATE_POLICIES)], ''),
  simulate: filter.oneOf(['', '1'], ''),
}
const ALL = 5000

function keysOf<Key extends string>(names: Readonly<Record<Key, string>>): Key[] {
  return Object.keys(names) as Key[]
}

function useScheme() {
  const { values, set } = useUrlFilters(filters)
  const { tie, cut, degenerate } = values
  const scheme = SCHEMES.find(({ id }) => id === values.scheme)
  const words = [
    ...(scheme ? [scheme.name] : []),
    ...(tie === '' ? [] : [TIE_POLICIES[tie]]),
    ...(cut === '' ? [] : [CUT_POLICIES[cut]]),
    ...(degenerate === '' ? [] : [DEGENERATE_POLICIES[degenerate]]),
  ]
  return {
    ...values,
    set,
    scheme,
    isTrying: words.length > 0,
    query: {
      ...(scheme ? { scheme: scheme.id } : {}),
      ...(tie === '' ? {} : { tie }),
      ...(cut === '' ? {} : { cut }),
      ...(degenerate === '' ? {} : { degenerate }),
    },
    chips: words.length === 0 ? [] : [`模拟：${words.join('，')}`],
  }
}

/** Leaders and managers try schemes. @source reports P09 */
function useMaySimulate(): boolean {
  const role = roleOf(useSession())
  return (
    role !== null && (LEADERSHIP_ROLES.includes(role) || SCHOOL_MANAGEMENT_ROLES.includes(role))
  )
}

function SchemeChoice({ own }: { own: string | undefined }) {
  const { scheme, set } = useScheme()
  if (!useMaySimulate()) return null
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
  const { keyword, set, query, chips, simulate, isTrying } = useScheme()
  const maySimulate = useMaySimulate()
  const isSimulated = maySimulate && simulate === '1'
  return (
    <ReportPage
      report={studentLevelReport}
      page="studentLevel"
      mayExport={props.mayExport}
      rowKey={({ candidate_id }) => candidate_id}
      query={{ ...query, ...(keyword === '' ? {} : { keyword }) }}
      pageOnly={{ limit: ALL, ...(isSimulated ? { simulate: 1 } : {}) }}
      chips={[...chips, ...(keyword === '' ? [] : [`查找「${keyword}」`])]}
      renderFilters={(reply) => (
        <>
          <SearchField
            value={keyword}
            onChange={(next) => set({ keyword: next })}
            placeholder="姓名、拼音首字母或考号"
          />
          <SchemeChoice own={reply?.scheme.name} />
          {maySimulate && (
            <Switch
              className={css['switch'] ?? ''}
              checked={isSimulated}
              label="模拟方案：界线、人数与样例"
              onChange={() => set({ simulate: isSimulated ? '' : '1' })}
            />
          )}
          {props.mayExport && reply && <RankScore scheme={reply.scheme.id} />}
        </>
      )}
      renderAbove={(reply) =>
        isSimulated && (
          <SchemeSimulation
            reply={reply}
            isTrying={isTrying}
            rules={<RuleChoices />}
            onSaved={() => set({ scheme: '', tie: '', cut: '', degenerate: '' })}
          />
        )
      }
    />
  )
}

/** What a scheme leaves open: ties at a boundary, fractions of people, a level of one score. */
function RuleChoices() {
  const { tie, cut, degenerate, set } = useScheme()
  const choice = <Key extends string>(
    label: string,
    value: Key | '',
    names: Readonly<Record<Key, string>>,
    onChange: (next: Key | '') => void,
  ) => (
    <FilterField label={label}>
      <HTMLSelect
        value={value}
        onChange={({ currentTarget }) =>
          onChange(keysOf(names).find((one) => one === currentTarget.value) ?? '')
        }
      >
        <option value="">按方案</option>
        {keysOf(names).map((one) => (
          <option key={one} value={one}>
            {names[one]}
          </option>
        ))}
      </HTMLSelect>
    </FilterField>
  )
  return (
    <>
      {choice('界线同分', tie, TIE_POLICIES, (next) => set({ tie: next }))}
      {choice('人数取整', cut, CUT_POLICIES, (next) => set({ cut: next }))}
      {choice('级内同分', degenerate, DEGENERATE_POLICIES, (next) => set({ degenerate: next }))}
    </>
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
