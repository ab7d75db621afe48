import type { Db } from '@hengjuan/db'
import { formatMilli, type MappedRow, NO_RECORD, NOT_SELECTED, sameText } from '@hengjuan/domain'
import { shows } from '../../http/exam-view.ts'
import type {
  CellProblem,
  ImportPlace,
  ImportPlan,
  PlannedRow,
  PlanTable,
} from '../../import/define-import.ts'
import { type ImportedSubject, subjectsToImport } from './imported-subject.query.ts'
import {
  type ScoreRow,
  selectLastTotals,
  selectPeople,
  selectScores,
} from './known-scores.query.ts'
import { readSubject, type Standing, standingOf, standingText } from './read-scores.ts'
import { itemField, NAME, NUMBER, totalField } from './score-fields.ts'
import { oddScores } from './odd-scores.ts'

/** What is chosen for a whole file. */
export interface ScoreOptions {
  subjectIds?: number[] | undefined
  /** Whether empty cells take away what is there. */
  clears?: boolean | undefined
}

/** The same as a call names them. */
export const scoreOptions = (asked: {
  subjectId?: number | undefined
  replace?: 'nonempty' | 'clear' | undefined
}): Readonly<Record<string, unknown>> =>
  ({
    ...(asked.subjectId === undefined ? {} : { subjectIds: [asked.subjectId] }),
    clears: asked.replace === 'clear',
  }) satisfies ScoreOptions

export const optionsOf = ({ options }: ImportPlace): ScoreOptions => options

/** What a row writes. */
export interface ScoreLine {
  writes: { subject: ImportedSubject; before: Standing; after: Standing }[]
}

type Person = Awaited<ReturnType<typeof selectPeople>>[number]
export type Planned = PlannedRow<ScoreLine> & { person: Person | null }

/** Rows that say what the columns are out of: they are checked, and stand for nobody. */
const FULL_MARKS = /^满分/

/** What a table of scores comes to. */
export async function planScores(
  db: Db,
  place: ImportPlace,
  table: PlanTable<string>,
): Promise<ImportPlan<ScoreLine>> {
  const { on } = place
  if (!on) throw new Error('scores belong to an exam')
  const { subjectIds, clears = false } = optionsOf(place)
  const subjects = (await subjectsToImport(db, on.exam, subjectIds)).filter((subject) =>
    fieldsOf(subject).some((field) => table.has(field)),
  )
  const people = (await selectPeople(db, on.exam.id)).filter(({ school_id }) =>
    shows(on.view, school_id),
  )
  const scores = await selectScores(
    db,
    on.exam.id,
    subjects.map(({ id }) => id),
  )
  const known = new Map(scores.map((row) => [`${row.candidate_id} ${row.subject_id}`, row]))
  const planRow = planner({ subjects, people, known, clears, has: table.has })
  const rows = table.rows.flatMap((mapped) => planRow(mapped) ?? [])
  const odd = oddScores(rows, subjects, {
    last: new Map(
      await Promise.all(
        subjects.map(async ({ id }) => [id, await selectLastTotals(db, on.exam, id)] as const),
      ),
    ),
  })
  const named = new Set(rows.flatMap(({ person }) => person?.id ?? []))
  const left = people.filter(({ id }) => !named.has(id)).length
  return {
    rows,
    missing: [],
    warnings: [
      ...(subjects.length === 0
        ? [{ code: 'NO_SCORE_COLUMN', message: '没有找到任何科目的成绩列，请在「列」中指定' }]
        : []),
      ...(left > 0
        ? [{ code: 'NOT_IN_TABLE', message: `名单中有 ${left} 名考生不在表中，他们的成绩不变` }]
        : []),
    ],
    toAccept: [...odd, ...clearing(rows)],
  }
}

const fieldsOf = ({ id, questions }: ImportedSubject): string[] => [
  totalField(id),
  ...questions.map((question) => itemField(question.id)),
]

function clearing(rows: readonly Planned[]): { ack: string; message: string }[] {
  const cleared = rows.flatMap(({ line }) =>
    line.writes.filter(({ after }) => after.attendance === NO_RECORD),
  ).length
  return cleared === 0 ? [] : [{ ack: 'CLEARS', message: `将清空 ${cleared} 格已有的成绩` }]
}

interface Known {
  subjects: readonly ImportedSubject[]
  people: readonly Person[]
  known: ReadonlyMap<string, ScoreRow>
  clears: boolean
  has: (field: string) => boolean
}

/** Plans one row after the other: a number stands in a table once. */
function planner({ subjects, people, known, clears, has }: Known) {
  const byNumber = new Map(people.map((person) => [person.exam_no, person]))
  const padded = paddedNumbers(people)
  const seen = new Map<string, number>()
  return (mapped: MappedRow<string>): Planned | null => {
    const { row, cells, faults } = mapped
    const number = cells[NUMBER] ?? ''
    const name = cells[NAME] ?? ''
    const empty = {
      row,
      key: number,
      name,
      id: null,
      line: { writes: [] },
      changes: [],
      warnings: [],
    }
    if (FULL_MARKS.test(number) || FULL_MARKS.test(name)) {
      const errors = fullMarkErrors(cells, subjects, has)
      return errors.length === 0 ? null : { ...empty, action: 'same', errors, person: null }
    }
    const errors: CellProblem[] = faults.map(({ column, ...fault }) => ({
      field: column,
      ...fault,
    }))
    const person = byNumber.get(number)
    const before = seen.get(number)
    if (number !== '' && before !== undefined)
      errors.push({ field: NUMBER, code: 'EXAM_NO_TWICE', message: `与第 ${before} 行重复` })
    else if (number !== '') seen.set(number, row)
    if (!person && number !== '' && !faults.some(({ column }) => column === NUMBER))
      errors.push({
        field: NUMBER,
        code: 'EXAM_NO_UNKNOWN',
        message: `考号 ${number} 不在本场名单`,
        fix: padded.get(number) ?? undefined,
      })
    if (person && name !== '' && !sameText(person.name, name))
      errors.push({
        field: NAME,
        code: 'NAME_DIFFERS',
        message: `考号 ${number} 是 ${person.name}，表中是「${name}」`,
      })
    const broken = new Set(faults.map(({ column }) => column))
    const writes = subjects.flatMap((subject) => {
      const score = person && known.get(`${person.id} ${subject.id}`)
      const standing = score ? standingOf(score) : NEW
      const { next, errors: found } = readSubject(mapped, {
        subject,
        has,
        clears,
        before: standing,
        isOut: standing.attendance === NOT_SELECTED && score?.imported_at === null,
        name: person?.name ?? name,
      })
      errors.push(...found.filter(({ field }) => !broken.has(field)))
      return next && !isSame(standing, next) ? [{ subject, before: standing, after: next }] : []
    })
    const isNew = writes.every((write) => write.before.attendance === NO_RECORD)
    return {
      ...empty,
      name: person?.name ?? name,
      action: writes.length === 0 ? 'same' : isNew ? 'add' : 'change',
      id: person?.id ?? null,
      line: { writes: errors.length > 0 ? [] : writes },
      changes: errors.length > 0 ? [] : writes.flatMap(changesOf),
      errors,
      person: person ?? null,
    }
  }
}

const NEW: Standing = { attendance: NO_RECORD, isMisconduct: false, total: null, items: {} }

const isSame = (one: Standing, other: Standing): boolean =>
  one.attendance === other.attendance &&
  one.isMisconduct === other.isMisconduct &&
  one.total === other.total &&
  JSON.stringify(sorted(one.items)) === JSON.stringify(sorted(other.items))

const sorted = (items: Standing['items']) =>
  Object.entries(items).sort(([one], [other]) => Number(one) - Number(other))

function changesOf({ subject, before, after }: ScoreLine['writes'][number]) {
  const [was, is] = [standingText(before), standingText(after)]
  return [
    ...(was === is ? [] : [{ field: subject.name, before: was, after: is }]),
    ...subject.questions.flatMap(({ id, no }) => {
      const text = (items: Standing['items']) =>
        items[id] === undefined ? '' : formatMilli(items[id])
      const [item, now] = [text(before.items), text(after.items)]
      return item === now ? [] : [{ field: `${subject.name}第${no}题`, before: item, after: now }]
    }),
  ]
}

function fullMarkErrors(
  cells: Readonly<Record<string, string>>,
  subjects: readonly ImportedSubject[],
  has: (field: string) => boolean,
): CellProblem[] {
  return subjects
    .flatMap((subject) => [
      { field: totalField(subject.id), full: subject.fullMilli, what: subject.name },
      ...subject.questions.map(({ id, no, fullMilli }) => ({
        field: itemField(id),
        full: fullMilli,
        what: `${subject.name}第${no}题`,
      })),
    ])
    .filter(({ field, full }) => {
      const text = cells[field] ?? ''
      return has(field) && text !== '' && Number(text) * 1000 !== full
    })
    .map(({ field, full, what }) => ({
      field,
      code: 'SCORE_FULL_DIFFERS',
      message: `${what}满分是 ${formatMilli(full)}，表中写的是 ${cells[field]}`,
    }))
}

/** Exam numbers without their leading zeros, which spreadsheets drop; null where several come to the same. */
function paddedNumbers(people: readonly Person[]): Map<string, string | null> {
  const found = new Map<string, string | null>()
  for (const { exam_no: no } of people) {
    const bare = no.replace(/^0+/, '')
    if (bare !== no) found.set(bare, found.has(bare) ? null : no)
  }
  return found
}
