import { gradeSchemeOf, levelEnds, type Milli, totalScore } from '@hengjuan/domain'
import {
  NO_PLACE,
  NO_SCORE,
  RANK_SCOPES,
  type RankColumns,
  type RankScope,
  type ResultColumns,
  type SubjectColumns,
} from '../columns.ts'
import { orderDown } from '../distribution.ts'
import type { ManifestCombo, ResultManifest } from '../manifest.ts'
import { ranksWithin } from '../ranks.ts'

/** A candidate as the roster has one. */
export interface Person {
  candidateId: number
  studentId: number
  classId: number
  examNo: string
  name: string
  namePinyin: string
}

type Places = Pick<ResultManifest, 'classes' | 'schools'>

/** The people in the order of the columns. @throws Error for a class that the manifest does not have */
export function orderPeople<P extends Person>({ classes }: Places, people: readonly P[]): P[] {
  const byClass = new Map<number, P[]>(classes.map(({ id }) => [id, []]))
  for (const person of people) {
    const own = byClass.get(person.classId)
    if (!own) throw new Error(`class ${person.classId} of a candidate is not in the manifest`)
    own.push(person)
  }
  const byNumber = (a: P, b: P) => (a.examNo < b.examNo ? -1 : a.examNo > b.examNo ? 1 : 0)
  return classes.flatMap(({ id }) => byClass.get(id)!.sort(byNumber))
}

/**
 * Adds what follows from the subjects: totals, combinations, levels and ranks.
 *
 * @param people ordered by `orderPeople`
 * @returns the columns, and the combinations that their `combo` names
 */
export function assembleColumns(
  manifest: Omit<ResultManifest, 'combos'>,
  people: readonly Person[],
  subjects: readonly SubjectColumns[],
): { columns: ResultColumns; combos: ManifestCombo[] } {
  const n = people.length
  const totals = totalsOf(n, subjects)
  const { combo, combos } = combosOf(n, manifest, subjects)
  const places = placesOf(manifest, people)
  const levelled = subjects.map((subject) => ({
    ...subject,
    level: levelsOf(subject.totalMilli, manifest.gradeScheme),
  }))
  const columns: Omit<ResultColumns, 'ranks'> = {
    n,
    candidateId: Int32Array.from(people, ({ candidateId }) => candidateId),
    studentId: Int32Array.from(people, ({ studentId }) => studentId),
    ...places,
    combo,
    examNo: people.map(({ examNo }) => examNo),
    name: people.map(({ name }) => name),
    pinyin: people.map(({ namePinyin }) => namePinyin),
    ...totals,
    subjects: levelled,
  }
  return { columns: { ...columns, ranks: rankAll(manifest, columns) }, combos }
}

function totalsOf(n: number, subjects: readonly SubjectColumns[]) {
  const totalMilli = new Int32Array(n).fill(NO_SCORE)
  const partial = new Uint8Array(n)
  for (let place = 0; place < n; place++) {
    const total = totalScore(
      subjects.map(({ attendance, totalMilli: score }) => ({
        attendance: attendance[place] as -1 | 0 | 1 | 3,
        scoreMilli: scoreAt(score, place),
      })),
    )
    totalMilli[place] = total.scoreMilli ?? NO_SCORE
    partial[place] = total.partial ? 1 : 0
  }
  return { totalMilli, partial, countedTotalMilli: countedTotals(totalMilli, partial) }
}

const scoreAt = (scores: Int32Array, place: number): Milli | null =>
  scores[place]! >= 0 ? scores[place]! : null

/** A partial total is shown and not counted. @source domain rules 1.5 */
export const countedTotals = (totalMilli: Int32Array, partial: Uint8Array): Int32Array =>
  partial.includes(1)
    ? totalMilli.map((total, place) => (partial[place] ? NO_SCORE : total))
    : totalMilli

/** Candidates by the subjects that they take; the commonest combination first. */
function combosOf(
  n: number,
  { subjects: named }: Pick<ResultManifest, 'subjects'>,
  subjects: readonly SubjectColumns[],
): { combo: Uint16Array; combos: ManifestCombo[] } {
  const keys = Array.from({ length: n }, (_, place) =>
    subjects.map(({ attendance }) => (attendance[place] === 3 ? '0' : '1')).join(''),
  )
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  const order = [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? 1 : -1))
  const places = new Map(order.map(([key], place) => [key, place]))
  const isElective = named.map((_, subject) => order.some(([key]) => key[subject] === '0'))
  const combos = order.map(([key]) => {
    const taken = named.filter((_, subject) => key[subject] === '1')
    const chosen = named.filter((_, subject) => key[subject] === '1' && isElective[subject])
    const name = order.length === 1 ? '全科' : chosen.map((subject) => subject.name[0]).join('')
    return { name: name || '无选考', subjectIds: taken.map(({ id }) => id) }
  })
  return { combo: Uint16Array.from(keys, (key) => places.get(key)!), combos }
}

/** Where candidates belong, and where classes and schools begin. */
export function placesOf({ classes, schools }: Places, people: readonly Pick<Person, 'classId'>[]) {
  const classAt = new Map(classes.map(({ id }, place) => [id, place]))
  const klass = Uint16Array.from(people, ({ classId }) => classAt.get(classId)!)
  const school = klass.map((place) => classes[place]!.school)
  const districtIds = idsOf(schools.map(({ districtId }) => districtId))
  const cityIds = idsOf(schools.map(({ cityId }) => cityId))
  const within = (
    ids: readonly number[],
    of: (school: Places['schools'][number]) => number | null,
  ) =>
    school.map((place) => {
      const id = of(schools[place]!)
      return id === null ? NO_PLACE : ids.indexOf(id)
    })
  return {
    klass,
    school,
    districtIds,
    cityIds,
    district: within(districtIds, ({ districtId }) => districtId),
    city: within(cityIds, ({ cityId }) => cityId),
    classStart: startsOf(klass, classes.length),
    schoolStart: startsOf(school, schools.length),
  }
}

const idsOf = (ids: readonly (number | null)[]): number[] =>
  [...new Set(ids.filter((id) => id !== null))].sort((a, b) => a - b)

/** Where each group of ascending places begins, and where the last one ends. */
function startsOf(places: Uint16Array, count: number): Int32Array {
  const starts = new Int32Array(count + 1)
  for (const place of places) starts[place + 1]!++
  for (let group = 0; group < count; group++)
    starts[group + 1] = starts[group + 1]! + starts[group]!
  return starts
}

/** A level for each score among all of them, by the ratios of a scheme. @source domain rules 13.3 */
function levelsOf(scores: Int32Array, schemeId: string): Uint8Array {
  const scheme = gradeSchemeOf(schemeId)
  const levels = new Uint8Array(scores.length)
  if (!scheme) return levels
  const order = orderDown(scores)
  const sorted = order.map((place) => scores[place]!)
  let level = 0
  const ends = levelEnds(sorted, scheme)
  for (const [position, place] of order.entries()) {
    while (position >= ends[level]!) level++
    levels[place] = level + 1
  }
  return levels
}

function rankAll(
  { classes, schools }: Places,
  columns: Omit<ResultColumns, 'ranks'>,
): Record<RankScope, RankColumns> {
  const groups: Record<RankScope, { of: Uint16Array | null; count: number }> = {
    class: { of: columns.klass, count: classes.length },
    school: { of: columns.school, count: schools.length },
    district: { of: columns.district, count: columns.districtIds.length },
    city: { of: columns.city, count: columns.cityIds.length },
    joint: { of: null, count: 1 },
  }
  const scores = [
    columns.countedTotalMilli,
    ...columns.subjects.map(({ totalMilli }) => totalMilli),
  ]
  const orders = scores.map(orderDown)
  const ranked = RANK_SCOPES.map((scope): [RankScope, RankColumns] => {
    const { of, count } = groups[scope]
    const [total, ...subjects] = scores.map((score, index) =>
      ranksWithin(score, orders[index]!, of, count),
    )
    return [scope, { total: total!, subjects }]
  })
  return Object.fromEntries(ranked) as Record<RankScope, RankColumns>
}
