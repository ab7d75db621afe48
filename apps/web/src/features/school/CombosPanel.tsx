import { Checkbox } from '@blueprintjs/core'
import { useCaller, useRoute } from '@hengjuan/client/react'
import { type ReplyOf, schoolClasses, settingList, settingSave } from '@hengjuan/contracts'
import {
  COMBO_SCHEMES,
  COMBO_SUBJECTS,
  comboLabel,
  type ComboScheme,
  combosOf,
  comboTrack,
  gradeLabel,
  readCombo,
} from '@hengjuan/domain'
import { Panel, QueryView, Segmented, SimpleTable, Stack } from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { SettingRow } from '../setting/index.ts'
import css from './school.module.css'
import { useRefreshSchool } from './use-school.ts'

type Reading = ReplyOf<typeof settingSave>
interface Value {
  scheme: ComboScheme
  subject_ids: number[]
}

const KEY = 'school.combos'
const SCHEMES = (Object.keys(COMBO_SCHEMES) as ComboScheme[]).map((value) => ({
  value,
  label: value === 'none' ? '不选科' : value === 'free' ? '自由选科' : value,
}))
const schoolScope = { scope: 'school' } as const

/** How the school lets students choose, and how many chose what. */
export function CombosPanel() {
  const settings = useRoute(settingList, { query: { group: 'school', ...schoolScope } })
  return (
    <QueryView query={settings}>
      {(list) => {
        const reading = list.find(({ key }) => key === KEY)
        if (!reading) return null
        return (
          <Stack>
            <Panel title="选科模式">
              <Scheme reading={reading} />
            </Panel>
            <Counts value={reading.value as Value} />
          </Stack>
        )
      }}
    </QueryView>
  )
}

function Scheme({ reading }: { reading: Reading }) {
  const { call } = useCaller()
  const refresh = useRefreshSchool()
  const held = reading.value as Value
  const [draft, setDraft] = useState<Value | null>(null)
  const value = draft ?? held
  const problem =
    value.scheme !== 'none' && value.subject_ids.length < 3 ? '请至少开设三门可选科目' : null
  return (
    <SettingRow
      reading={reading}
      at={schoolScope}
      hint="决定选科怎样核对；已建考试的选考科目不变"
      isDirty={draft !== null}
      problem={problem}
      save={async (reason) => {
        await call(settingSave, {
          body: { key: KEY, ...schoolScope, version: reading.version, value, reason },
        })
        setDraft(null)
        await refresh()
      }}
      discard={() => setDraft(null)}
      onChanged={() => void refresh()}
      words={(one) => {
        const { scheme, subject_ids } = one as Value
        return `${COMBO_SCHEMES[scheme]}：${comboLabel(subject_ids)}`
      }}
    >
      <div className={css['pair']}>
        <Segmented
          label="选科模式"
          options={SCHEMES}
          value={value.scheme}
          onChange={(scheme) => setDraft({ ...value, scheme })}
        />
        {value.scheme !== 'none' &&
          COMBO_SUBJECTS.map(({ id, name }) => (
            <Checkbox
              key={id}
              style={{ margin: 0 }}
              label={name}
              checked={value.subject_ids.includes(id)}
              onChange={() =>
                setDraft({
                  ...value,
                  subject_ids: value.subject_ids.includes(id)
                    ? value.subject_ids.filter((one) => one !== id)
                    : [...value.subject_ids, id].sort((a, b) => a - b),
                })
              }
            />
          ))}
      </div>
    </SettingRow>
  )
}

/** Combinations with their students, grade by grade: those that the scheme allows, and those that students have. */
function Counts({ value }: { value: Value }) {
  const classes = useRoute(schoolClasses, { query: {} })
  return (
    <Panel flush title="各组合人数" note="点人数查看学生">
      <QueryView query={classes}>
        {(list) => {
          const senior = list.filter(({ grade_id, combos }) => grade_id >= 10 || combos.length > 0)
          const grades = [...new Set(senior.map(({ grade_id }) => grade_id))]
          const of = (gradeId: number, combo: string) =>
            senior
              .filter(({ grade_id }) => grade_id === gradeId)
              .flatMap(({ combos }) => combos.filter((one) => one.combo === combo))
              .reduce((sum, { count }) => sum + count, 0)
          const chosen = (gradeId: number) =>
            senior
              .filter(({ grade_id }) => grade_id === gradeId)
              .flatMap(({ combos }) => combos)
              .reduce((sum, { count }) => sum + count, 0)
          const students = (gradeId: number) =>
            senior
              .filter(({ grade_id }) => grade_id === gradeId)
              .reduce((sum, { student_count }) => sum + student_count, 0)
          const offered = COMBO_SUBJECTS.filter(({ id }) => value.subject_ids.includes(id))
          const had = senior.flatMap(({ combos }) => combos.map(({ combo }) => combo))
          const names = [
            ...new Set([...combosOf(value.scheme, offered).map((ids) => comboLabel(ids)), ...had]),
          ]
          return (
            <SimpleTable
              label="各组合人数"
              columns={[
                { key: 'combo', title: '组合', render: ({ name }) => name },
                { key: 'track', title: '类别', render: ({ name }) => trackOf(name) },
                ...grades.map((gradeId) => ({
                  key: String(gradeId),
                  title: gradeLabel(gradeId),
                  align: 'right' as const,
                  render: ({ query, name }: { query: string; name: string }) => {
                    const count =
                      query === 'none' ? students(gradeId) - chosen(gradeId) : of(gradeId, name)
                    return count === 0 ? (
                      <span className={css['muted']}>0</span>
                    ) : (
                      <Link
                        to={`/ClassesManager/students?grade_id=${gradeId}&combo=${encodeURIComponent(query)}`}
                      >
                        {count}
                      </Link>
                    )
                  },
                })),
              ]}
              rows={[
                ...names.map((name) => ({ name, query: name })),
                { name: '还没有选科', query: 'none' },
              ]}
              rowKey={({ query }) => query}
              empty="还没有高中学生"
            />
          )
        }}
      </QueryView>
    </Panel>
  )
}

function trackOf(name: string): string {
  const read = readCombo(name, 'free')
  return 'ids' in read ? (comboTrack(read.ids) ?? '–') : '–'
}
