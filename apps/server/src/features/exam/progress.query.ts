import type { Db } from '@hengjuan/db'
import { ABSENT, NO_RECORD, NOT_SELECTED, OBJECTIVE_TYPES, PRESENT } from '@hengjuan/domain'

/** Attendance of the candidates of a subject, one number a code. */
export async function selectAttendanceCounts(db: Db, examId: number, subjectId: number) {
  const rows = await db
    .selectFrom('candidate_subject')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .groupBy('attendance')
    .select((eb) => ['attendance', eb.fn.countAll().as('n')])
    .execute()
  const of = (code: number): number =>
    Number(rows.find(({ attendance }) => attendance === code)?.n ?? 0)
  return {
    present: of(PRESENT),
    absent: of(ABSENT),
    no_record: of(NO_RECORD),
    not_selected: of(NOT_SELECTED),
    registered: of(PRESENT) + of(ABSENT) + of(NO_RECORD),
  }
}

/** Sheets in use of a subject. */
export async function selectSheetCount(db: Db, examId: number, subjectId: number): Promise<number> {
  const { n } = await db
    .selectFrom('scan_sheet')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .where('state', '=', 'active')
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Objective questions of a subject, and those among them without a key. */
export async function selectKeyCounts(db: Db, examId: number, subjectId: number) {
  const objective = db
    .selectFrom('question')
    .where('question.exam_id', '=', examId)
    .where('question.subject_id', '=', subjectId)
    .where('question.type', 'in', [...OBJECTIVE_TYPES])
  const all = await objective.select((eb) => eb.fn.countAll().as('n')).executeTakeFirstOrThrow()
  const missing = await objective
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('answer_key')
            .whereRef('answer_key.question_id', '=', 'question.id')
            .where('answer_key.answer', '!=', '[]')
            .select('answer_key.id'),
        ),
      ),
    )
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return { objective_questions: Number(all.n), keys_missing: Number(missing.n) }
}

/** Blocks of a subject with how many people may mark and lead each. */
export async function selectBlockStaffing(db: Db, examId: number, subjectId: number) {
  const rows = await db
    .selectFrom('block')
    .leftJoin('block_marker', (join) =>
      join
        .onRef('block_marker.block_id', '=', 'block.id')
        .on('block_marker.suspended_at', 'is', null),
    )
    .where('block.exam_id', '=', examId)
    .where('block.subject_id', '=', subjectId)
    .select([
      'block.id',
      'block.name',
      'block.block_key',
      'block.status',
      'block.mark_mode',
      'block_marker.duty',
      'block_marker.user_id',
    ])
    .orderBy('block.sort')
    .execute()
  const people = new Set(
    rows.flatMap(({ duty, user_id }) => (duty === 'marker' && user_id !== null ? [user_id] : [])),
  )
  const blocks = [...Map.groupBy(rows, ({ id }) => id).values()].map((group) => {
    const [first] = group
    return {
      id: first?.id ?? 0,
      key: first?.block_key ?? '',
      isClosed: first?.status === 'setup',
      isOpen: first?.status === 'open',
      name: first?.name ?? '',
      markMode: first?.mark_mode ?? 0,
      markers: group.filter(({ duty }) => duty === 'marker').length,
      leaders: group.filter(({ duty }) => duty === 'leader').length,
    }
  })
  return { blocks, markers: people.size }
}

export const findSheetOf = (db: Db, sheetId: number | null) =>
  db
    .selectFrom('answer_sheet')
    .where('id', '=', sheetId ?? 0)
    .select(['id', 'type', 'name', 'version', 'locked_by', 'template'])
    .executeTakeFirst()
