import { INTEGER } from '@duckdb/node-api'
import {
  classFigures,
  everybody,
  itemTable,
  type Members,
  membersOfClass,
  membersOfSchool,
  RANK_SCOPES,
  type RankScope,
  type ResultVersion,
  schoolFigures,
  scoreColumn,
  scoresOf,
} from '@hengjuan/stats'
import { DuckExam } from './duck-exam.ts'
import { everyGroupSql, figuresSql, itemsSql } from './duck-sql.ts'
import { type Cells, flatFigures, flatItems, isNear } from './flat.ts'
import { type ExamPlan, makeExam, type MadeExam, randomOf } from './made-exam.ts'
import { packExam } from './pack-exam.ts'

/** Twenty exams: among them classes of one, exams of one, equal scores, absences, and every kind of question. */
export const ORACLE_PLANS = Array.from({ length: 20 }, (_, seed): ExamPlan => {
  const random = randomOf(seed + 1)
  const sizes = Array.from({ length: 2 + Math.floor(random() * 5) }, () =>
    Math.floor(random() * 30),
  )
  return {
    seed,
    classSizes: seed === 0 ? [1] : [1, ...sizes, 12],
    classesPerSchool: 2,
    subjects: 2,
    items: 7 + Math.floor(random() * 2),
    absent: seed % 4 === 1 ? 0 : 0.1,
    isAllEqual: seed % 7 === 6,
    isSpecial: seed % 2 === 1,
  }
})

/** A figure that another engine makes otherwise; `at` is -1 where there is not the same number of them. */
export interface Apart {
  what: string
  row: number
  at: number
  here: number | null
  there: number | null
}

/** Makes all figures of a random exam here and in another engine. */
export async function checkAgainstDuck(plan: ExamPlan): Promise<{ cells: number; apart: Apart[] }> {
  const exam = makeExam(plan)
  const version = packExam(exam)
  const duck = await DuckExam.open('exact')
  try {
    // Of so few rows, several threads are slower than one.
    await duck.run('set threads = 1')
    await duck.fill(exam)
    return await compareAll(duck, version, exam)
  } finally {
    duck.close()
  }
}

async function compareAll(duck: DuckExam, version: ResultVersion, exam: MadeExam) {
  const apart: Apart[] = []
  let cells = 0
  const compare = (here: readonly Cells[], there: readonly Cells[], what: string): void => {
    const lengths = { what, row: -1, at: -1, here: here.length, there: there.length }
    if (here.length !== there.length) apart.push(lengths)
    for (const [row, own] of here.entries()) {
      const other = there[row] ?? []
      cells += own.length
      if (own.length !== other.length)
        apart.push({ what, row, at: -1, here: own.length, there: other.length })
      for (const [at, cell] of own.entries())
        if (!isNear(cell, other[at] ?? null))
          apart.push({ what, row, at, here: cell, there: other[at] ?? null })
    }
  }
  await fillTotals(duck, version, exam)
  const { thresholds } = version.manifest
  for (const column of [scoreColumn(version), scoreColumn(version, 1), scoreColumn(version, 2)]) {
    const table = column.subject === null ? 'exam' : `subject${column.subject}`
    await duck.run(everyGroupSql(`every_${table}`, table))
    const there = await duck.rows(figuresSql(`every_${table}`, 'every', { ...column, thresholds }))
    compare(figuresHere(version, column.subjectId), there, `figures of ${table}`)
  }
  const [subject, made] = [version.manifest.subjects[0]!, exam.subjects[0]!]
  const items = itemsSql('every_subject0', 'every', subject, made, true)
  await duck.make(items)
  compare(itemsHere(version, 0), await duck.made(items), 'items of subject0')
  for (const scope of RANK_SCOPES) {
    const { total, subjects } = version.columns.ranks[scope]
    for (const [table, ranks] of [
      ['exam', total] as const,
      ...subjects.map((of, place) => [`subject${place}`, of] as const),
    ])
      compare(
        Array.from(ranks, (rank) => [rank]),
        await duck.rows(ranksSql(table, scope)),
        `ranks of ${table} in the ${scope}`,
      )
  }
  return { cells, apart }
}

/** All classes, then all schools, then everybody. */
const groupsOf = ({ manifest, columns }: ResultVersion): Members[] => [
  ...manifest.classes.map((_, place) => membersOfClass(columns, place)),
  ...manifest.schools.map((_, place) => membersOfSchool(columns, place)),
  everybody(columns),
]

/** Figures of every group that has somebody. */
function figuresHere(version: ResultVersion, subjectId?: number): Cells[] {
  const column = scoreColumn(version, subjectId)
  const { classes, all } = classFigures(column, version.columns)
  const { schools } = schoolFigures(column, version.columns)
  const groups = groupsOf(version)
  return [...classes, ...schools, all]
    .filter((_, group) => groups[group]!.runs.some(({ from, to }) => to > from))
    .map(flatFigures)
}

/** Item tables of every group of which somebody is present. */
const itemsHere = (version: ResultVersion, subject: number): Cells[] =>
  groupsOf(version)
    .filter((group) => scoresOf(version.columns.subjects[subject]!.totalMilli, group).length > 0)
    .map((group) => flatItems(itemTable(version, subject, group), true))

/** The whole exam as a table `exam`: a total counts where no subject that somebody takes is missing. */
async function fillTotals(duck: DuckExam, { manifest, columns }: ResultVersion, exam: MadeExam) {
  const placeOf = (kind: 'districtId' | 'cityId') => (row: number) =>
    manifest.schools[exam.school[row]!]![kind]
  await duck.table('place_of', exam.n, [
    { name: 'place', type: INTEGER, at: (row) => row },
    { name: 'district', type: INTEGER, at: placeOf('districtId') },
    { name: 'city', type: INTEGER, at: placeOf('cityId') },
  ])
  const subjects = columns.subjects.map((_, place) => `select * from subject${place}`)
  const short = subjects.map((sql) => sql.replace('*', 'place, klass, school, attendance, total'))
  await duck.run(`create table exam as
    select place, klass, school, 0 as attendance,
      case when bool_or(attendance in (-1, 1)) then null else sum(total)::integer end as total
    from (${short.join(' union all ')}) group by all`)
}

const RANKED_IN: Record<RankScope, string> = {
  class: 'klass',
  school: 'school',
  district: 'district',
  city: 'city',
  joint: '0',
}

const ranksSql = (table: string, scope: RankScope) => `
  select place, case when total is null or ${RANKED_IN[scope]} is null then 0 else
    rank() over (partition by ${RANKED_IN[scope]} order by total desc nulls last) end::double
  from ${table} join place_of using (place) order by place`
