import { useRoute } from '@hengjuan/client/react'
import { type ReplyOf, schoolClasses, settingList, type settingSave } from '@hengjuan/contracts'
import {
  COMBO_SUBJECTS,
  comboLabel,
  type ComboScheme,
  combosOf,
  comboTrack,
  gradeLabel,
  readCombo,
} from '@hengjuan/domain'
import { Panel, QueryView, SimpleTable, Stack } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import css from './school.module.css'
import { useRefreshSchool } from './use-school.ts'

type Reading = ReplyOf<typeof settingSave>
interface Value {
  scheme: ComboScheme
  subject_ids: number[]
}

const KEY = 'school.combos'
const schoolScope = { scope: 'school' } as const

/** How the school lets students choose, as `renderScheme` shows it, and how many chose what. */
export function CombosPanel(props: {
  renderScheme: (reading: Reading, onSaved: () => Promise<unknown>) => ReactNode
}) {
  const refresh = useRefreshSchool()
  const settings = useRoute(settingList, { query: { group: 'school', ...schoolScope } })
  return (
    <QueryView query={settings}>
      {(list) => {
        const reading = list.find(({ key }) => key === KEY)
        if (!reading) return null
        return (
          <Stack>
            <Panel title="选科模式">{props.renderScheme(reading, refresh)}</Panel>
            <Counts value={reading.value as Value} />
          </Stack>
        )
      }}
    </QueryView>
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
              rows={
                grades.length === 0
                  ? []
                  : [
                      ...names.map((name) => ({ name, query: name })),
                      { name: '还没有选科', query: 'none' },
                    ]
              }
              rowKey={({ query }) => query}
              empty="还没有高中学生，导入学生后在这里看到每种组合的人数"
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
