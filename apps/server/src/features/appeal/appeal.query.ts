import { reportAppeals } from '@hengjuan/contracts'
import { type Db, isOneOf, lockRows } from '@hengjuan/db'
import {
  APPEAL_STAGES,
  type AppealOutcome,
  type AppealPer,
  type AppealStage,
  type AppealState,
  appealWindow,
  AppError,
  rolesThatMay,
  subjectName,
} from '@hengjuan/domain'
import { shownOf } from '../score/index.ts'
import { settingAt } from '../setting/index.ts'

interface Filter {
  examId: number
  studentId?: number | undefined
  states?: readonly string[] | undefined
  subjectIds?: readonly number[] | undefined
  subjectId?: number | undefined
  classId?: number | undefined
}

const appealsOf = (db: Db, filter: Filter) =>
  db
    .selectFrom('appeal')
    .innerJoin('candidate', 'candidate.id', 'appeal.candidate_id')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    .innerJoin('exam', 'exam.id', 'appeal.exam_id')
    .innerJoin('subject', 'subject.id', 'appeal.subject_id')
    .leftJoin('user as handler', 'handler.id', 'appeal.handler_id')
    .leftJoin('block', 'block.id', 'appeal.block_id')
    .leftJoin('score_correction', 'score_correction.id', 'appeal.correction_id')
    .where('appeal.exam_id', '=', filter.examId)
    .$if(filter.studentId !== undefined, (query) =>
      query.where('appeal.student_id', '=', filter.studentId ?? 0),
    )
    .$if(filter.states !== undefined, (query) =>
      // No state has an empty name: a list of none would have no type.
      query.where(isOneOf(db, 'appeal.state', ['', ...(filter.states ?? [])])),
    )
    .$if(filter.subjectIds !== undefined, (query) =>
      query.where(isOneOf(db, 'appeal.subject_id', filter.subjectIds ?? [])),
    )
    .$if(filter.subjectId !== undefined, (query) =>
      query.where('appeal.subject_id', '=', filter.subjectId ?? 0),
    )
    .$if(filter.classId !== undefined, (query) =>
      query.where('candidate.class_id', '=', filter.classId ?? 0),
    )

/** Appeals of an exam, what is due first in front. */
export async function selectAppeals(
  db: Db,
  filter: Filter,
  { page, limit }: { page: number; limit: number },
) {
  const { total } = await appealsOf(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await appealsOf(db, filter)
    .select([
      'appeal.id as appeal_id',
      'appeal.candidate_id',
      'candidate.exam_no',
      'candidate.name',
      'class.name as class_name',
      'exam.grade_id',
      'appeal.subject_id',
      'subject.name as subject_name',
      'appeal.block_id',
      'block.name as block_name',
      'score_correction.block_id as corrected_block',
      'score_correction.before_points',
      'score_correction.after_points',
      'appeal.reason',
      'appeal.state',
      'appeal.submitted_at',
      'appeal.due_at',
      'appeal.handler_id',
      'handler.name as handler_name',
      'appeal.outcome',
      'appeal.before_milli',
      'appeal.after_milli',
      'appeal.answer',
      'appeal.version',
    ])
    .orderBy('appeal.due_at')
    .orderBy('appeal.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const names = await pointNames(
    db,
    rows.flatMap(({ corrected_block }) => corrected_block ?? []),
  )
  return {
    total: Number(total),
    list: rows.map((found) => {
      const { grade_id, subject_name, state, outcome, ...with_points } = found
      const { corrected_block, before_points, after_points, ...row } = with_points
      return {
        ...row,
        points: changedPoints(names.get(corrected_block ?? 0) ?? [], before_points, after_points),
        subject_name: subjectName(row.subject_id, grade_id, { [row.subject_id]: subject_name }),
        state: state as AppealState,
        outcome: outcome as AppealOutcome | null,
      }
    }),
  }
}

/** How many appeals of each subject are in which state, and what came of them. @source reports P16 */
export async function countAppeals(db: Db, filter: Pick<Filter, 'examId' | 'subjectIds'>) {
  const rows = await appealsOf(db, filter)
    .select(['appeal.subject_id', 'subject.name', 'exam.grade_id'])
    .select(['appeal.state', 'appeal.outcome'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy(['appeal.subject_id', 'subject.name', 'exam.grade_id'])
    .groupBy(['appeal.state', 'appeal.outcome'])
    .orderBy('appeal.subject_id')
    .execute()
  const known = rows.map((row) => ({ ...row, count: Number(row.count) }))
  const sum = (of: typeof known) => of.reduce((all, { count }) => all + count, 0)
  const inStage = (stage: AppealStage, of: typeof known) => {
    const states: readonly string[] = APPEAL_STAGES[stage].states
    return of.filter(({ state }) => states.includes(state))
  }
  return {
    stages: {
      waiting: sum(inStage('waiting', known)),
      working: sum(inStage('working', known)),
      over: sum(inStage('over', known)),
    },
    outcomes: [...Map.groupBy(known, ({ subject_id }) => subject_id)].map(([id, own]) => {
      const [first] = own
      // A lower score that waits for a second person has come of nothing yet.
      const settled = own.filter(({ state }) => state === 'decided' || state === 'closed')
      const as = (outcome: AppealOutcome) => sum(settled.filter((one) => one.outcome === outcome))
      return {
        subject_id: id,
        subject_name: subjectName(id, first?.grade_id ?? 0, { [id]: first?.name ?? '' }),
        open:
          sum(inStage('waiting', own)) +
          sum(own.filter(({ state }) => state === 'assigned' || state === 'approving')),
        no_change: as('no_change'),
        recount: as('recount'),
        raised: as('raised'),
        lowered: as('lowered'),
        rejected: sum(own.filter(({ state }) => state === 'rejected')),
      }
    }),
  }
}

/** Names of the points of blocks, in their order. */
async function pointNames(db: Db, blockIds: readonly number[]): Promise<Map<number, string[]>> {
  const names = new Map<number, string[]>()
  if (blockIds.length === 0) return names
  const rows = await db
    .selectFrom('score_point')
    .where(isOneOf(db, 'block_id', blockIds))
    .select(['block_id', 'name'])
    .orderBy('sort')
    .execute()
  for (const { block_id, name } of rows) names.set(block_id, [...(names.get(block_id) ?? []), name])
  return names
}

/** Points of a correction that changed. A block of optional questions, not all of which count, names none. */
function changedPoints(names: readonly string[], before: string | null, after: string | null) {
  const [old, now] = [before, after].map((text) => JSON.parse(text ?? '[]') as number[])
  if (!old || !now || old.length !== names.length) return []
  return names.flatMap((name, at) =>
    old[at] === now[at] ? [] : [{ name, before_milli: old[at] ?? 0, after_milli: now[at] ?? 0 }],
  )
}

/** Blocks that a student has a mark in, by their questions. */
export async function selectBlocksOf(db: Db, examId: number, studentId: number) {
  const rows = await db
    .selectFrom('unit')
    .innerJoin('candidate', 'candidate.id', 'unit.candidate_id')
    .innerJoin('block', 'block.id', 'unit.block_id')
    .leftJoin('question', 'question.block_id', 'block.id')
    .where('unit.exam_id', '=', examId)
    .where('candidate.student_id', '=', studentId)
    .where('unit.final_milli', 'is not', null)
    .select(['unit.subject_id', 'block.id as block_id', 'block.name', 'question.no'])
    .orderBy('block.sort')
    .orderBy('question.sort')
    .execute()
  return [...Map.groupBy(rows, ({ block_id }) => block_id).values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const numbers = same.flatMap(({ no }) => no ?? []).join('、')
    return [
      {
        subject_id: first.subject_id,
        block_id: first.block_id,
        name: numbers === '' ? first.name : `第 ${numbers} 题（${first.name}）`,
      },
    ]
  })
}

/** An appeal of an exam, locked. @throws AppError NOT_FOUND */
export async function lockedAppeal(db: Db, examId: number, appealId: number) {
  const row = await lockRows(
    db,
    db.selectFrom('appeal').where('id', '=', appealId).where('exam_id', '=', examId).selectAll(),
  ).executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND', { what: '复核申请' })
  return { ...row, state: row.state as AppealState }
}

/**
 * Between when and when appeals of an exam are taken; null before its students were told, and where they are not
 * taken.
 */
export async function windowOf(
  db: Db,
  exam: { id: number; school_id: number; grade_id: number },
): Promise<{ from: string; until: string; per: AppealPer } | null> {
  const shown = await db
    .selectFrom('exam')
    .where('id', '=', exam.id)
    .where('student_snapshot_id', 'is not', null)
    .select(['published_at'])
    .executeTakeFirst()
  if (!shown) return null
  // A corrected version opens no second time.
  const first = await db
    .selectFrom('release')
    .where('exam_id', '=', exam.id)
    .where('audience', '=', 'students')
    .where('state', 'in', ['released', 'withdrawn'])
    .select('at')
    .orderBy('at')
    .executeTakeFirst()
  const toldAt = first?.at ?? shown.published_at
  if (toldAt === null) return null
  if (!(await shownOf(db, exam)).items.has('appeal')) return null
  const { value } = await settingAt(db, reportAppeals, {
    schoolId: exam.school_id,
    gradeId: exam.grade_id,
    examId: exam.id,
  })
  const open = appealWindow(toldAt, value)
  return open && { ...open, per: value.per ?? 'subject' }
}

/** Outcomes that change scores and are in no version yet. */
export const selectToRelease = (db: Db, examId: number) =>
  db
    .selectFrom('appeal')
    .where('exam_id', '=', examId)
    .where('state', '=', 'decided')
    .select(['id', 'candidate_id', 'subject_id', 'student_id'])
    .execute()

/** Why somebody may not look at a candidate's paper again; null where they may. @source platform 7.6 */
export async function handlerProblem(
  db: Db,
  handlerId: number,
  on: { subject_id: number; candidate_id: number; block_id: number | null },
): Promise<string | null> {
  const read = await db
    .selectFrom('reading')
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .where('unit.candidate_id', '=', on.candidate_id)
    .where('unit.subject_id', '=', on.subject_id)
    .where('reading.marker_id', '=', handlerId)
    // Of an appeal of one block, whoever read another one may look at it.
    .$if(on.block_id !== null, (query) => query.where('unit.block_id', '=', on.block_id ?? 0))
    .select('reading.id')
    .executeTakeFirst()
  if (read) return '评阅过这份试卷'
  const { class_id: classId } = await db
    .selectFrom('candidate')
    .where('id', '=', on.candidate_id)
    .select('class_id')
    .executeTakeFirstOrThrow()
  const roles = await db
    .selectFrom('user_role')
    .where('user_id', '=', handlerId)
    .where('role', '=', 'class_teacher')
    .select('class_ids')
    .execute()
  const isOwnClass = roles.some(({ class_ids: text }) => {
    const ids = JSON.parse(text) as number[] | 'all'
    return ids !== 'all' && ids.includes(classId)
  })
  return isOwnClass ? '是该考生的班主任' : null
}

/** Staff of the school that holds an exam who may do something about its scores. */
export const selectHandlers = (
  db: Db,
  schoolId: number,
  permission: 'score.preview' | 'score.publish' = 'score.preview',
) =>
  db
    .selectFrom('user_role')
    .innerJoin('user', 'user.id', 'user_role.user_id')
    .where('user_role.school_id', '=', schoolId)
    .where('user_role.role', 'in', [...rolesThatMay(permission)])
    .where('user.disabled_at', 'is', null)
    .select(['user.id as user_id', 'user.name'])
    .distinct()
    .orderBy('user.name')
    .execute()

/** Accounts of a student. */
export const selectStudentUsers = async (db: Db, studentIds: readonly number[]) =>
  (
    await db
      .selectFrom('user')
      .where(isOneOf(db, 'student_id', studentIds))
      .where('disabled_at', 'is', null)
      .select('id')
      .execute()
  ).map(({ id }) => id)
