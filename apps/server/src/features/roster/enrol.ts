import { type Db, isUniqueViolation, lockRows, type Tables } from '@hengjuan/db'
import {
  AppError,
  comboCounts,
  comboIds,
  comboLabel,
  isLeftOut,
  NOT_SELECTED,
  sittingCounts,
} from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { type ExamView, ORGANISER_VIEW, shows } from '../../http/exam-view.ts'
import {
  type CandidateRow,
  findSheetDigits,
  selectAllCandidates,
  selectExamClasses,
  selectExamSubjectIds,
} from './candidate.query.ts'
import { combosAt } from '../school/index.ts'
import { addExamClasses, addExamSchools } from './exam-school.query.ts'
import { classNumbers, DEFAULT_RULE, type NumberRule, readNumberRule } from './exam-number.ts'

type Exam = Selectable<Tables['exam']>

/** A student to enrol; what is left out is generated or empty. */
export interface Enrolment {
  student: Selectable<Tables['student']>
  examNo?: string | undefined
  roomNo?: string | null | undefined
  seatNo?: string | null | undefined
  notSelected?: readonly number[] | undefined
}

/** How numbers are given to those who bring none. */
interface Numbering {
  rule?: string | undefined
  digits?: number | undefined
  /** Each comes after the highest number that there is, whatever the rule. */
  follows?: boolean
}

/** Rows of one insert: SQLite allows 32,766 values in a statement. */
const CHUNK = 1000

/**
 * Enrols students with given or generated exam numbers; who is enrolled already stays as is.
 *
 * @throws AppError EXAM_NO_TAKEN, EXAM_NO_INVALID, EXAM_NO_RULE_INVALID
 */
export async function enrol(
  db: Db,
  exam: Exam,
  enrolments: readonly Enrolment[],
  { view, ...numbering }: Numbering & { view: ExamView },
): Promise<{ added: number; already: number }> {
  await lockRoster(db, exam.id)
  const known = await selectAllCandidates(db, exam.id)
  const enrolled = new Set(known.map(({ student_id }) => student_id))
  const fresh = enrolments.filter(({ student }) => !enrolled.has(student.id))
  const digits = await findSheetDigits(db, exam.id)
  const owners = numberOwners(known, view)
  for (const { examNo, student } of fresh) claimNumber(owners, digits, examNo, student.name)
  const next = fresh.some(({ examNo }) => examNo === undefined)
    ? await generatorOf(db, exam, numbering, digits, owners)
    : () => ''
  const rows = fresh.map(({ student, examNo, roomNo, seatNo }) => ({
    exam_id: exam.id,
    student_id: student.id,
    school_id: student.school_id,
    class_id: student.class_id,
    exam_no: examNo ?? next(student.class_id, student.name),
    name: student.name,
    name_pinyin: student.name_pinyin,
    room_no: roomNo ?? null,
    seat_no: seatNo ?? null,
    combo: student.combo ?? '',
  }))
  try {
    for (let at = 0; at < rows.length; at += CHUNK)
      await db
        .insertInto('candidate')
        .values(rows.slice(at, at + CHUNK))
        .execute()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('VERSION_CONFLICT', { what: '考生名单' }).withCause(error)
  }
  await insertSubjects(db, exam.id, fresh)
  await addExamClasses(
    db,
    exam.id,
    rows.map(({ class_id }) => class_id),
  )
  await addExamSchools(
    db,
    exam,
    rows.map(({ school_id: id }) => ({ id, state: 'editing' })),
  )
  return { added: fresh.length, already: enrolments.length - fresh.length }
}

/** Who has which number; whoever is of a school that may not be named has no name here. */
export const numberOwners = (
  rows: readonly Pick<CandidateRow, 'exam_no' | 'name' | 'school_id'>[],
  view: ExamView,
): Map<string, string> =>
  new Map(
    rows.map((row) => [row.exam_no, shows(view, row.school_id) ? row.name : '其他学校的考生']),
  )

/** Only one person at a time numbers the candidates of an exam. */
export const lockRoster = (db: Db, examId: number) =>
  lockRows(db, db.selectFrom('exam').where('id', '=', examId).select('id')).execute()

/** The rule that is asked for, as long as the exam's sheets say; they win over a given length. */
export const numberRule = (
  numbering: { rule?: string | undefined; digits?: number | undefined },
  sheetDigits: number | null,
): NumberRule =>
  readNumberRule(numbering.rule?.trim() || DEFAULT_RULE, sheetDigits ?? numbering.digits ?? null)

/** Notes who uses a given number. @throws AppError EXAM_NO_TAKEN, EXAM_NO_INVALID */
export function claimNumber(
  owners: Map<string, string>,
  sheetDigits: number | null,
  examNo: string | undefined,
  name: string,
): void {
  if (examNo === undefined) return
  if (!/^\d{4,12}$/.test(examNo) || (sheetDigits !== null && examNo.length !== sheetDigits))
    throw new AppError('EXAM_NO_INVALID', { examNo, digits: sheetDigits ?? '4 到 12' })
  const owner = owners.get(examNo)
  if (owner !== undefined) throw new AppError('EXAM_NO_TAKEN', { examNo, name: owner })
  owners.set(examNo, name)
}

/** Gives the next free number of a class, by the rule. */
export function numberGenerator(
  exam: Pick<Exam, 'start_date' | 'grade_id'>,
  rule: NumberRule,
  classes: readonly { id: number; name: string }[],
  owners: Map<string, string>,
): (classId: number, name: string) => string {
  const ofClass = classNumbers(classes)
  const seats = new Map<number, number>()
  let seq = 0
  const year = Number(exam.start_date.slice(0, 4))
  return (classId, name) => {
    for (;;) {
      const seat = (seats.get(classId) ?? 0) + 1
      seats.set(classId, seat)
      seq += 1
      const number = rule.number({
        year,
        grade: exam.grade_id,
        class: ofClass.get(classId) ?? 0,
        seat,
        seq,
      })
      if (owners.has(number)) continue
      owners.set(number, name)
      return number
    }
  }
}

/** Numbers after the highest that there is; from the lowest free one where there is no higher one. */
function followingNumbers(
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

async function generatorOf(
  db: Db,
  exam: Exam,
  numbering: Numbering,
  sheetDigits: number | null,
  owners: Map<string, string>,
) {
  const rule = numberRule(numbering, sheetDigits)
  return numbering.follows
    ? followingNumbers(owners, rule.digits)
    : numberGenerator(exam, rule, await selectExamClasses(db, exam.id), owners)
}

async function insertSubjects(
  db: Db,
  examId: number,
  enrolments: readonly Enrolment[],
): Promise<void> {
  if (enrolments.length === 0) return
  const subjectIds = await selectExamSubjectIds(db, examId)
  const candidates = await selectAllCandidates(db, examId)
  const byStudent = new Map<number, CandidateRow>(candidates.map((row) => [row.student_id, row]))
  const rows = enrolments.flatMap(({ student, notSelected }) => {
    const candidate = byStudent.get(student.id)
    if (!candidate) return []
    return subjectIds.map((subjectId) => {
      // What nobody said of this exam follows from the student's combination.
      const out = notSelected?.includes(subjectId) ?? isLeftOut(comboIds(student.combo), subjectId)
      return {
        exam_id: examId,
        subject_id: subjectId,
        candidate_id: candidate.id,
        attendance: out ? NOT_SELECTED : -1,
        attendance_source: out ? 'person' : 'machine',
        version: 1,
      }
    })
  })
  for (let at = 0; at < rows.length; at += CHUNK)
    await db
      .insertInto('candidate_subject')
      .values(rows.slice(at, at + CHUNK))
      .execute()
}

/** Students of classes who have not left, in the order of class, number in class and pinyin. */
export const selectStudentsOfClasses = (db: Db, classIds: readonly number[]) =>
  db
    .selectFrom('student')
    .innerJoin('class', 'class.id', 'student.class_id')
    .where('student.class_id', 'in', classIds.length > 0 ? [...classIds] : [0])
    .where('student.left_at', 'is', null)
    .selectAll('student')
    .orderBy('class.sort')
    .orderBy('class.id')
    .orderBy('student.student_no')
    .execute()

/** Enrols everybody in the classes of an exam when nobody is enrolled yet. */
export async function enrolWholeClasses(
  db: Db,
  exam: Exam,
  numbering: Numbering & { numbers_from?: number | undefined },
): Promise<{ candidates: number; added: number }> {
  const known = await selectAllCandidates(db, exam.id)
  if (known.length > 0) return { candidates: known.length, added: 0 }
  const classes = await selectExamClasses(db, exam.id)
  const students = await selectStudentsOfClasses(
    db,
    classes.map(({ id }) => id),
  )
  const kept = await numbersOf(db, exam.school_id, numbering.numbers_from)
  const { added } = await enrol(
    db,
    exam,
    students.map((student) => ({ student, examNo: kept.get(student.id) })),
    { ...goingOn(kept, numbering), view: ORGANISER_VIEW },
  )
  return { candidates: added, added }
}

/** Numbers of an exam of the school by student; none where no exam is named. @throws AppError EXAM_NOT_FOUND */
async function numbersOf(
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

/** How many are shown of the numbers that a rule would give. */
const SAMPLES = 5

/** How many are named of those who have not chosen yet. */
const WITHOUT_MOST = 30

/** Who would be enrolled by classes and sit what, and the first of the numbers. @throws AppError EXAM_NO_RULE_INVALID */
export async function previewExam(
  db: Db,
  schoolId: number,
  asked: {
    grade_id: number
    start_date: string
    class_ids: number[]
    subject_ids?: number[] | undefined
    rule?: string | undefined
    numbers_from?: number | undefined
  },
) {
  const kept = await numbersOf(db, schoolId, asked.numbers_from)
  const numbering = goingOn(kept, asked)
  const rule = numberRule(numbering, null)
  const classes = await db
    .selectFrom('class')
    .where('id', 'in', asked.class_ids)
    .select(['id', 'name'])
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const students = await selectStudentsOfClasses(db, asked.class_ids)
  const owners = new Map([...kept.values()].map((no) => [no, '']))
  const next = numbering.follows
    ? followingNumbers(owners, rule.digits)
    : numberGenerator(asked, rule, classes, owners)
  const { scheme } = await combosAt(db, schoolId)
  const choosers = students.map((student) => ({ ...student, combo: comboIds(student.combo) }))
  const classNameOf = (classId: number) => classes.find(({ id }) => id === classId)?.name ?? ''
  const numbered = students.map(({ id, class_id, name }) => ({
    class_name: classNameOf(class_id),
    name,
    exam_no: kept.get(id) ?? next(class_id, name),
  }))
  // The first of each class, as far as there is room: what differs is the class.
  const firsts = numbered.filter(
    (one, at) => at === 0 || numbered[at - 1]?.class_name !== one.class_name,
  )
  return {
    candidates: students.length,
    kept: students.filter(({ id }) => kept.has(id)).length,
    scheme,
    combos: comboCounts(choosers).map(({ ids, count }) => ({ label: comboLabel(ids), count })),
    subjects: sittingCounts(choosers, asked.subject_ids ?? []),
    without:
      scheme === 'none'
        ? []
        : choosers
            .filter(({ combo }) => combo.length === 0)
            .slice(0, WITHOUT_MOST)
            .map(({ class_id, name }) => ({ class_name: classNameOf(class_id), name })),
    digits: rule.digits,
    samples: [...new Set([...firsts, ...numbered])].slice(0, SAMPLES),
  }
}
