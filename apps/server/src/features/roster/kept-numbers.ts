import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { selectAllCandidates } from './candidate.query.ts'
import { DEFAULT_RULE } from './exam-number.ts'

/** How numbers are given to those who bring none. */
export interface Numbering {
  rule?: string | undefined
  digits?: number | undefined
  /** Each comes after the highest number that there is, whatever the rule. */
  follows?: boolean
}

/** Numbers of an exam of the school by student; none where no exam is named. @throws AppError EXAM_NOT_FOUND */
export async function numbersOf(
  db: Db,
  schoolId: number,
  examId: number | undefined,
): Promise<Map<number, string>> {
  if (examId === undefined) return new Map()
  const exam = await db
    .selectFrom('exam')
    .where('id', '=', examId)
    .where('school_id', '=', schoolId)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (!exam) throw new AppError('EXAM_NOT_FOUND', { examId })
  const rows = await selectAllCandidates(db, examId)
  return new Map(rows.map(({ student_id, exam_no }) => [student_id, exam_no]))
}

/** As many digits as the usual rule makes. */
const USUAL_DIGITS = 8

/** Who comes to numbers that are there already gets one of their length. */
export function goingOn(kept: ReadonlyMap<number, string>, numbering: Numbering): Numbering {
  const [first] = kept.values()
  if (first === undefined) return numbering
  const digits = first.length
  return digits < USUAL_DIGITS
    ? { digits, rule: `{seq:${digits}}`, follows: true }
    : { digits, rule: DEFAULT_RULE }
}

/** Numbers after the highest that there is; from the lowest free one where there is no higher one. */
export function followingNumbers(
  owners: Map<string, string>,
  digits: number,
): (classId: number, name: string) => string {
  const most = 10 ** digits - 1
  let last = 0
  for (const no of owners.keys()) if (Number(no) <= most) last = Math.max(last, Number(no))
  return (_classId, name) => {
    do last = last >= most ? 1 : last + 1
    while (owners.has(String(last).padStart(digits, '0')))
    const number = String(last).padStart(digits, '0')
    owners.set(number, name)
    return number
  }
}
