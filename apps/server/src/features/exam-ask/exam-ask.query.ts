import { type Db, isOneOf } from '@hengjuan/db'
import type { AbsenceAnswer, ExamAskKind, ExamAskState } from '@hengjuan/domain'
import { MAY_HAVE_SHEET } from '../roster/index.ts'

interface Place {
  examId: number
  kind: ExamAskKind
  subjectId: number | null
}

/** What was asked of an exam, with who answered. */
export async function selectAsks(db: Db, { examId, kind, subjectId }: Place) {
  const rows = await db
    .selectFrom('exam_ask')
    .leftJoin('user', 'user.id', 'exam_ask.by_id')
    .where('exam_id', '=', examId)
    .where('kind', '=', kind)
    .where('subject_id', subjectId === null ? 'is' : '=', subjectId)
    .selectAll('exam_ask')
    .select('user.name as by_name')
    .orderBy('exam_ask.id')
    .execute()
  return rows.map((row) => ({ ...row, state: row.state as ExamAskState }))
}

/** Asks units anew: what they answered before is gone, whoever answered. */
export async function writeAsks(
  db: Db,
  place: Place & { unit: 'class' | 'school' },
  ask: { unitIds: readonly number[]; byId: number; at: string; deadline: string | null },
): Promise<void> {
  const known = await selectAsks(db, place)
  const again = known.filter(({ unit_id }) => ask.unitIds.includes(unit_id)).map(({ id }) => id)
  if (again.length > 0) {
    await db.deleteFrom('exam_ask_answer').where('ask_id', 'in', again).execute()
    await db.deleteFrom('exam_ask').where('id', 'in', again).execute()
  }
  await db
    .insertInto('exam_ask')
    .values(
      ask.unitIds.map((unit_id) => ({
        exam_id: place.examId,
        subject_id: place.subjectId,
        kind: place.kind,
        unit: place.unit,
        unit_id,
        asked_by: ask.byId,
        asked_at: ask.at,
        deadline: ask.deadline,
        state: 'unchecked',
        note: '',
        by_id: null,
        at: null,
      })),
    )
    .execute()
}

/** Candidates who may have a sheet of a subject and have none. */
export async function selectWithoutSheet(db: Db, examId: number, subjectId: number) {
  return db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    .where('candidate_subject.exam_id', '=', examId)
    .where('candidate_subject.subject_id', '=', subjectId)
    .where('candidate_subject.attendance', 'in', [...MAY_HAVE_SHEET])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('scan_sheet')
            .whereRef('scan_sheet.candidate_id', '=', 'candidate_subject.candidate_id')
            .where('scan_sheet.subject_id', '=', subjectId)
            .where('scan_sheet.state', '=', 'active')
            .select('scan_sheet.id'),
        ),
      ),
    )
    .select([
      'candidate.id as candidate_id',
      'candidate.exam_no',
      'candidate.name',
      'candidate.class_id',
      'candidate.school_id',
      'class.name as class_name',
    ])
    .orderBy('candidate.exam_no')
    .execute()
}

/** What was answered of candidates. */
export async function selectAnswers(db: Db, askIds: readonly number[]) {
  const rows = await db
    .selectFrom('exam_ask_answer')
    .innerJoin('user', 'user.id', 'exam_ask_answer.by_id')
    .where(isOneOf(db, 'ask_id', askIds))
    .select(['candidate_id', 'answer', 'user.name as by_name'])
    .execute()
  return rows.map((row) => ({ ...row, answer: row.answer as AbsenceAnswer }))
}

/** Who answers for units: heads of classes; of schools who manages exams there. By unit. */
export async function selectAnswerers(
  db: Db,
  unit: 'class' | 'school',
  unitIds: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom('user_role')
    .innerJoin('user', 'user.id', 'user_role.user_id')
    .where('user.disabled_at', 'is', null)
    .$if(unit === 'class', (query) => query.where('user_role.role', '=', 'class_teacher'))
    .$if(unit === 'school', (query) =>
      query
        .where('user_role.role', 'in', ['school_admin', 'academic_director'])
        .where(isOneOf(db, 'user_role.school_id', unitIds)),
    )
    .select(['user_role.user_id', 'user_role.school_id', 'user_role.class_ids'])
    .execute()
  const found = new Map<number, number[]>(unitIds.map((id) => [id, []]))
  for (const row of rows) {
    const classes = JSON.parse(row.class_ids) as 'all' | number[]
    const own = unit === 'school' ? [row.school_id ?? 0] : classes === 'all' ? [] : classes
    for (const id of own) found.get(id)?.push(row.user_id)
  }
  return found
}

/** How many scores of classes or schools were changed since they were confirmed, by unit. */
export async function countChangedSince(
  db: Db,
  examId: number,
  unit: 'class' | 'school',
): Promise<{ unitId: number; at: string }[]> {
  const edits = await db
    .selectFrom('score_edit')
    .innerJoin('candidate', 'candidate.id', 'score_edit.candidate_id')
    .where('score_edit.exam_id', '=', examId)
    .where('score_edit.state', '=', 'applied')
    .select([
      unit === 'class' ? 'candidate.class_id as unit_id' : 'candidate.school_id as unit_id',
      'score_edit.at',
    ])
    .execute()
  const corrections = await db
    .selectFrom('score_correction')
    .innerJoin('candidate', 'candidate.id', 'score_correction.candidate_id')
    .where('score_correction.exam_id', '=', examId)
    .where('score_correction.state', '=', 'applied')
    .select([
      unit === 'class' ? 'candidate.class_id as unit_id' : 'candidate.school_id as unit_id',
      'score_correction.asked_at as at',
    ])
    .execute()
  return [...edits, ...corrections].map(({ unit_id, at }) => ({ unitId: unit_id, at }))
}

/** Asks of classes and schools, with everything that whoever answers is shown; of exams that are not thrown away. */
export const selectOwnAsks = (
  db: Db,
  own: { classIds: readonly number[] | 'all'; ofSchool: number; schoolId: number | null },
) =>
  db
    .selectFrom('exam_ask')
    .innerJoin('exam', 'exam.id', 'exam_ask.exam_id')
    .innerJoin('user', 'user.id', 'exam_ask.asked_by')
    .leftJoin('subject', 'subject.id', 'exam_ask.subject_id')
    .leftJoin('class', (join) =>
      join.onRef('class.id', '=', 'exam_ask.unit_id').on('exam_ask.unit', '=', 'class'),
    )
    .leftJoin('school', (join) =>
      join.onRef('school.id', '=', 'exam_ask.unit_id').on('exam_ask.unit', '=', 'school'),
    )
    .where('exam.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('exam_ask.unit', '=', 'class'),
          eb('class.school_id', '=', own.ofSchool),
          own.classIds === 'all' ? eb.lit(true) : isOneOf(db, 'exam_ask.unit_id', own.classIds),
        ]),
        eb.and([
          eb('exam_ask.unit', '=', 'school'),
          eb('exam_ask.unit_id', '=', own.schoolId ?? 0),
        ]),
      ]),
    )
    .selectAll('exam_ask')
    .select([
      'exam.name as exam_name',
      'exam.grade_id',
      'exam.published_snapshot_id',
      'user.name as asked_by_name',
      'subject.name as subject_name',
      'class.name as class_name',
      'school.short_name as school_name',
    ])
    .orderBy('exam_ask.id', 'desc')
