import type { candidateSync, InputOf, ReplyOf } from '@hengjuan/contracts'
import { type Db, isOneOf, type Tables } from '@hengjuan/db'
import {
  comboIds,
  comboLabel,
  NOT_SELECTED,
  type RosterChange,
  rosterChanges,
} from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { type ExamView, shows } from '../../http/exam-view.ts'
import {
  type CandidateRow,
  selectAllCandidates,
  selectExamClasses,
  selectExamSubjectIds,
  selectWithSheets,
} from './candidate.query.ts'
import { removeCandidates } from './change-candidates.ts'
import { setCombo } from './change-attendance.ts'
import { enrol, goingOn, selectStudentsOfClasses } from './enrol.ts'
import { addExamClasses } from './exam-school.query.ts'

type Exam = Selectable<Tables['exam']>
type Student = Selectable<Tables['student']>
type Difference = ReplyOf<typeof candidateSync>['list'][number]
type Ticked = NonNullable<InputOf<typeof candidateSync>['body']['changes']>

/** What is known of the list and of the students behind it. */
interface Compared {
  candidates: CandidateRow[]
  students: Map<number, Student>
  newcomers: Student[]
  changesOf: (row: CandidateRow) => RosterChange[]
  differences: Difference[]
}

/** Where the list of an exam differs from the student list by now: one line a student and change. */
export const compareRoster = async (db: Db, exam: Exam, view: ExamView): Promise<Difference[]> =>
  (await compare(db, exam, view)).differences

/**
 * Takes over what was ticked, as the student list has it by now; what is no difference any more is passed over.
 *
 * @throws AppError EXAM_HAS_SCANS, ATTENDANCE_HAS_SHEET, EXAM_HAS_SCORES, EXAM_NO_RULE_INVALID
 */
export async function applyDifferences(
  db: Db,
  exam: Exam,
  view: ExamView,
  ticked: Ticked,
): Promise<number> {
  const found = await compare(db, exam, view)
  const isTicked = (studentId: number, change: RosterChange) =>
    ticked.some((one) => one.student_id === studentId && one.change === change)
  // Numbers of those who are taken off may stand on printed sheets: nobody is given one of them at once.
  let applied = await enrolNewcomers(
    db,
    exam,
    view,
    found.newcomers.filter(({ id }) => isTicked(id, 'new')),
    new Map(found.candidates.map(({ student_id, exam_no }) => [student_id, exam_no])),
  )
  for (const row of found.candidates) {
    const student = found.students.get(row.student_id)
    if (!student) continue
    for (const change of found.changesOf(row).filter((one) => isTicked(row.student_id, one))) {
      await applyTo(db, exam, { row, student, view }, change)
      applied += 1
    }
  }
  return applied
}

async function enrolNewcomers(
  db: Db,
  exam: Exam,
  view: ExamView,
  students: readonly Student[],
  kept: ReadonlyMap<number, string>,
): Promise<number> {
  if (students.length === 0) return 0
  const { added } = await enrol(
    db,
    exam,
    students.map((student) => ({ student })),
    { view, ...goingOn(kept, {}) },
  )
  return added
}

async function compare(db: Db, exam: Exam, view: ExamView): Promise<Compared> {
  const candidates = (await selectAllCandidates(db, exam.id)).filter(({ school_id }) =>
    shows(view, school_id),
  )
  const students = new Map(
    (
      await db
        .selectFrom('student')
        .where(
          isOneOf(
            db,
            'id',
            candidates.map(({ student_id }) => student_id),
          ),
        )
        .selectAll()
        .execute()
    ).map((student) => [student.id, student]),
  )
  const classes = (await selectExamClasses(db, exam.id)).filter(({ school_id }) =>
    shows(view, school_id),
  )
  const inClasses = await selectStudentsOfClasses(
    db,
    classes.map(({ id }) => id),
  )
  const newcomers = inClasses.filter(
    ({ id }) => !candidates.some(({ student_id }) => student_id === id),
  )
  const subjectIds = await selectExamSubjectIds(db, exam.id)
  const leftOut = await selectLeftOut(db, exam.id)
  const changesOf = (row: CandidateRow): RosterChange[] => {
    const student = students.get(row.student_id)
    if (!student) return []
    return rosterChanges(
      { ...row, left_out: leftOut.get(row.id) ?? [] },
      { ...student, combo: comboIds(student.combo), hasLeft: student.left_at !== null },
      subjectIds,
    )
  }
  const classNames = await selectClassNames(db, [
    ...candidates.map(({ class_id }) => class_id),
    ...[...students.values()].map(({ class_id }) => class_id),
    ...newcomers.map(({ class_id }) => class_id),
  ])
  const scanned = await selectWithSheets(db, exam.id, 'all')
  const nameOfClass = (id: number) => classNames.get(id) ?? ''
  const differences = [
    ...newcomers.map((student): Difference => ({
      student_id: student.id,
      student_no: student.student_no,
      name: student.name,
      class_name: nameOfClass(student.class_id),
      exam_no: null,
      change: 'new',
      before: null,
      after: nameOfClass(student.class_id),
      reason: null,
    })),
    ...candidates.flatMap((row) => {
      const student = students.get(row.student_id)
      if (!student) return []
      return changesOf(row).map((change): Difference => ({
        student_id: row.student_id,
        student_no: student.student_no,
        name: row.name,
        class_name: nameOfClass(row.class_id),
        exam_no: row.exam_no,
        change,
        ...wordsOf(change, row, student, nameOfClass),
        reason:
          change === 'left' && scanned.has(row.id)
            ? '已有扫描的答题卡，不能移出；可以登记缺考'
            : null,
      }))
    }),
  ]
  return { candidates, students, newcomers, changesOf, differences }
}

function wordsOf(
  change: RosterChange,
  row: CandidateRow,
  student: Student,
  nameOfClass: (id: number) => string,
): { before: string | null; after: string | null } {
  if (change === 'class')
    return { before: nameOfClass(row.class_id), after: nameOfClass(student.class_id) }
  if (change === 'name') return { before: row.name, after: student.name }
  if (change === 'combo')
    return {
      before: row.combo === null ? '未记录' : comboLabel(comboIds(row.combo)) || '未选科',
      after: comboLabel(comboIds(student.combo)) || '未选科',
    }
  return { before: nameOfClass(row.class_id), after: null }
}

async function applyTo(
  db: Db,
  exam: Exam,
  { row, student, view }: { row: CandidateRow; student: Student; view: ExamView },
  change: RosterChange,
): Promise<void> {
  if (change === 'left') await removeCandidates(db, exam.id, [row.id], view)
  else if (change === 'combo') await setCombo(db, exam, row, comboIds(student.combo))
  else {
    await db
      .updateTable('candidate')
      .set(
        change === 'class'
          ? { class_id: student.class_id }
          : { name: student.name, name_pinyin: student.name_pinyin },
      )
      .where('id', '=', row.id)
      .execute()
    if (change === 'class') await addExamClasses(db, exam.id, [student.class_id])
  }
}

async function selectLeftOut(db: Db, examId: number): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom('candidate_subject')
    .where('exam_id', '=', examId)
    .where('attendance', '=', NOT_SELECTED)
    .select(['candidate_id', 'subject_id'])
    .execute()
  const grouped = Map.groupBy(rows, ({ candidate_id }) => candidate_id)
  return new Map([...grouped].map(([id, group]) => [id, group.map(({ subject_id }) => subject_id)]))
}

async function selectClassNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('class')
    .where(isOneOf(db, 'id', [...new Set(ids)]))
    .select(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
