import { formatMilli, type Milli, PRESENT } from '@hengjuan/domain'
import type { ImportedSubject } from './imported-subject.query.ts'
import { totalField } from './score-fields.ts'
import type { Planned } from './score-plan.ts'

/** The grid that scores usually lie on: half points. */
const STEP_MILLI = 500
/** Fewer candidates of a class may well have the same. */
const LEAST_EQUAL = 5
/** Further from where somebody stood at the last exam, in standard deviations. @source platform 6 */
const FAR = 3
/** Fewer say nothing about how scores spread. */
const LEAST_COMPARED = 10

interface Scored {
  row: Planned
  total: Milli
}

/**
 * Notes on rows what looks odd and may be right, and says what has to be accepted of it.
 *
 * @param last by subject: totals at the exam before, by student
 */
export function oddScores(
  rows: readonly Planned[],
  subjects: readonly ImportedSubject[],
  { last }: { last: ReadonlyMap<number, ReadonlyMap<number, Milli> | null> },
): { ack: string; message: string }[] {
  const counts = new Map<string, number>()
  for (const subject of subjects) {
    const scored = rows.flatMap((row): Scored[] => {
      const write = row.line.writes.find((one) => one.subject.id === subject.id)
      return write?.after.attendance === PRESENT && write.after.total !== null
        ? [{ row, total: write.after.total }]
        : []
    })
    const before = last.get(subject.id) ?? null
    const note = (code: string, found: readonly Scored[], message: (one: Scored) => string) => {
      for (const one of found)
        one.row.warnings.push({ field: totalField(subject.id), code, message: message(one) })
      counts.set(code, (counts.get(code) ?? 0) + found.length)
    }
    note(
      'OFF_GRID',
      scored.filter(({ total }) => total % STEP_MILLI !== 0),
      ({ total }) => `${subject.name} ${formatMilli(total)} 分不是 0.5 分的倍数`,
    )
    note(
      'ZERO',
      scored.filter(({ total }) => total === 0),
      () => `${subject.name}得 0 分；没有参加的请写缺考`,
    )
    note(
      'ALL_EQUAL',
      equalInClass(scored),
      ({ row, total }) =>
        `${row.person?.class_name ?? ''}的${subject.name}都是 ${formatMilli(total)} 分`,
    )
    if (before)
      note(
        'FAR_FROM_LAST',
        farFromLast(scored, before),
        () => `${subject.name}与上次考试相差 ${FAR} 个标准差以上`,
      )
  }
  return Object.entries(ACCEPTED).flatMap(([code, words]) => {
    const count = counts.get(code) ?? 0
    return count === 0 ? [] : [{ ack: code, message: `${count} ${words}` }]
  })
}

const ACCEPTED: Readonly<Record<string, string>> = {
  OFF_GRID: '格得分不是 0.5 分的倍数，已核对',
  ZERO: '格得分为 0，确实是 0 分而不是缺考',
  ALL_EQUAL: '个班级全班同分（每班列出一名），已核对',
  FAR_FROM_LAST: '格得分与上次考试相差很大，已核对',
}

/** One candidate of each class whose scores are all the same. */
function equalInClass(scored: readonly Scored[]): Scored[] {
  const classes = Map.groupBy(scored, ({ row }) => row.person?.class_id ?? 0)
  return [...classes.values()].flatMap((own) => {
    const [first] = own
    const isEqual = own.length >= LEAST_EQUAL && own.every(({ total }) => total === first?.total)
    return first && isEqual ? [first] : []
  })
}

function farFromLast(scored: readonly Scored[], last: ReadonlyMap<number, Milli>): Scored[] {
  const both = scored.flatMap((one) => {
    const before = last.get(one.row.person?.student_id ?? 0)
    return before === undefined ? [] : [{ one, now: one.total, before }]
  })
  if (both.length < LEAST_COMPARED) return []
  const now = spread(both.map((pair) => pair.now))
  const before = spread(both.map((pair) => pair.before))
  if (now.deviation === 0 || before.deviation === 0) return []
  return both
    .filter(
      (pair) =>
        Math.abs(
          (pair.now - now.mean) / now.deviation - (pair.before - before.mean) / before.deviation,
        ) > FAR,
    )
    .map(({ one }) => one)
}

function spread(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return { mean, deviation: Math.sqrt(square) }
}
