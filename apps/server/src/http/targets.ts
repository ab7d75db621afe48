import { canHaveDuty, type JointSide, type OrDuty, type Target } from '@hengjuan/contracts'
import { type Db, isOneOf, readTogether, type Tables } from '@hengjuan/db'
import {
  AppError,
  grantFor,
  GRANTABLE,
  mayDo,
  type Permission,
  PERMISSIONS,
  roleLabel,
  scopeAllows,
  type ScopeList,
} from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { batchLoader } from './batch-loader.ts'
import { examView, type ExamView, MARKER_VIEW, ORGANISER_VIEW } from './exam-view.ts'
import type { Session } from './session.ts'

type Row<Name extends keyof Tables> = Selectable<Tables[Name]>

export interface TargetRows {
  schoolId: number
  exam: Row<'exam'>
  /** How much of the exam the caller sees. */
  view: ExamView
  examSubject: Row<'exam_subject'>
  block: Row<'block'>
  sheet: Row<'answer_sheet'>
  scanSheet: Row<'scan_sheet'>
  unit: Row<'unit'>
  student: Row<'student'>
  class: Row<'class'>
  snapshot: Row<'snapshot'>
}

type Ids = Partial<Record<keyof Target, number | string>>

/**
 * Permissions whose reach is an assignment (a marker's block), not the lists of the role: a physics
 * teacher may be asked to mark mathematics. The features check the assignment.
 */
const BY_ASSIGNMENT: readonly Permission[] = ['marking.mark', 'marking.arbitrate', 'marking.follow']

/**
 * May the caller do this in an exam, and in a subject of it, by their role or because they were named for it (阅卷
 * 管理员)? Of an exam that was looked up for somebody who may have been let in by a duty instead.
 */
export const reachesExam = (
  session: Session,
  permission: Permission,
  exam: Pick<Row<'exam'>, 'id' | 'school_id' | 'grade_id'>,
  subjectId?: number,
): boolean =>
  roleReaches(session, permission, exam, subjectId) ||
  grantFor(session.grants, permission, exam.id, subjectId) !== undefined

/** By the role alone: to what somebody was named for, other permissions of their role do not reach. */
function roleReaches(
  { role, schoolId, scope, roleScope = scope }: Session,
  permission: Permission,
  exam: Pick<Row<'exam'>, 'school_id' | 'grade_id'>,
  subjectId?: number,
): boolean {
  return (
    mayDo(role, permission) &&
    exam.school_id === schoolId &&
    scopeAllows(roleScope.grades, exam.grade_id) &&
    (subjectId === undefined || scopeAllows(roleScope.subjects, subjectId))
  )
}

/**
 * The session as it reaches an exam with this permission: of somebody who was named for the exam, to the subjects that
 * they were named for, and to those of the role where that has the permission there as well.
 */
export function sessionIn(
  session: Session,
  permission: Permission,
  exam: Pick<Row<'exam'>, 'id' | 'school_id' | 'grade_id'> | undefined,
): Session {
  const grant = exam && grantFor(session.grants, permission, exam.id)
  if (!grant) return session
  const byRole = roleReaches(session, permission, exam)
  const subjects: ScopeList<number> = byRole ? session.scope.subjects : []
  return {
    ...session,
    roleScope: session.scope,
    scope: {
      grades: [exam.grade_id],
      classes: 'all',
      subjects: together(subjects, grant.subjects),
    },
  }
}

const together = (a: ScopeList<number>, b: ScopeList<number>): ScopeList<number> =>
  a === 'all' || b === 'all' ? 'all' : [...new Set([...a, ...b])]

/**
 * Looks up what a call is about and checks it against the school, grades, classes and subjects of the
 * current role.
 *
 * @param or the duty that lets in beside the role, if any
 * @param sides who else than the organiser of the exam is let in, if anybody
 * @throws AppError NOT_FOUND and its kin, also for what exists out of the role's reach; MARKING_NOT_LEADER for a
 *   role without the permission that has no such duty there
 */
export async function findTarget(
  db: Db,
  session: Session,
  permission: Permission,
  ids: Ids,
  or?: OrDuty,
  sides: readonly JointSide[] = [],
): Promise<Partial<TargetRows>> {
  try {
    return await findOrdinarily(db, session, permission, ids, or, sides)
  } catch (error) {
    if (!(error instanceof AppError) || !GRANTABLE.has(permission)) throw error
    if (!session.grants.some(({ examId }) => grantFor(session.grants, permission, examId)))
      throw error
    const rows = await findIn(new GrantedReach(db, session, permission), ids)
    // A grant is for an exam, and opens nothing that belongs to none.
    if (!rows.exam) throw error
    return rows
  }
}

/** By the role, or by a duty in a block. */
async function findOrdinarily(
  db: Db,
  session: Session,
  permission: Permission,
  ids: Ids,
  or: OrDuty | undefined,
  sides: readonly JointSide[],
): Promise<Partial<TargetRows>> {
  const byAssignment =
    BY_ASSIGNMENT.includes(permission) || (await hasDuty(db, session, permission, ids, or))
  if (!byAssignment && !mayDo(session.role, permission))
    throw new AppError('MARKING_NOT_LEADER', {
      role: roleLabel(session.role),
      action: PERMISSIONS[permission].label,
    })
  return findIn(new Reach(db, session, !byAssignment, sides), ids)
}

async function findIn(reach: Reach, ids: Ids): Promise<Partial<TargetRows>> {
  const rows: Partial<TargetRows> = {}
  if (ids.school !== undefined) rows.schoolId = reach.school(Number(ids.school))
  if (ids.unit !== undefined) rows.unit = await reach.unit(Number(ids.unit))
  const place =
    ids.block !== undefined || rows.unit
      ? await reach.block(Number(ids.block ?? rows.unit?.block_id))
      : undefined
  if (place) rows.block = place.block
  if (ids.scanSheet !== undefined) rows.scanSheet = await reach.scanSheet(String(ids.scanSheet))
  if (ids.snapshot !== undefined) rows.snapshot = await reach.snapshot(Number(ids.snapshot))
  if (ids.sheet !== undefined) rows.sheet = await reach.sheet(Number(ids.sheet))
  if (ids.student !== undefined) rows.student = await reach.student(Number(ids.student))

  const owner = rows.block ?? rows.scanSheet ?? rows.snapshot
  const examId = ids.exam ?? owner?.exam_id
  if (examId !== undefined) Object.assign(rows, await reach.exam(Number(examId), place))
  if (ids.class !== undefined) rows.class = await reach.class(Number(ids.class), rows)
  const ownSubject = rows.block?.subject_id ?? rows.scanSheet?.subject_id
  // What is named together has to belong together: otherwise one id would open what the other one is of.
  const differs = (own: number | undefined, named: number | string | undefined) =>
    own !== undefined && named !== undefined && own !== Number(named)
  if (
    differs(owner?.exam_id, ids.exam) ||
    differs(ownSubject, ids.subject) ||
    differs(rows.unit?.block_id, ids.block)
  )
    throw new AppError('NOT_FOUND', { what: '内容' })
  const subjectId = ids.subject ?? ownSubject
  if (rows.exam && subjectId !== undefined)
    rows.examSubject = await reach.examSubject(rows.exam.id, Number(subjectId), place)
  return rows
}

/** Has the caller a duty in what the call is about: in its block, or where it names none in a block of its exam? */
async function hasDuty(
  db: Db,
  { userId, role }: Session,
  permission: Permission,
  { exam, block, unit }: Ids,
  or: OrDuty | undefined,
): Promise<boolean> {
  // What a block is marked by (rubric, notes) is for whoever marks or leads it, in the same way.
  const duty = or ?? (permission === 'exam.read' && block !== undefined ? 'assigned' : undefined)
  if (duty === undefined || !canHaveDuty(role, duty)) return false
  const own = db
    .selectFrom('block_marker')
    .where('block_marker.user_id', '=', userId)
    .$if(duty === 'leads', (query) => query.where('block_marker.duty', '=', 'leader'))
    .select('block_marker.block_id')
    .limit(1)
  const isThere = async (query: typeof own) => (await query.executeTakeFirst()) !== undefined
  if (block !== undefined) return isThere(own.where('block_marker.block_id', '=', Number(block)))
  if (unit !== undefined)
    return isThere(
      own.where('block_marker.block_id', 'in', (inner) =>
        inner.selectFrom('unit').select('unit.block_id').where('unit.id', '=', Number(unit)),
      ),
    )
  if (exam === undefined) return false
  return isThere(own.where('block_marker.block_id', 'in', blocksOf(db, Number(exam))))
}

const blocksOf = (db: Db, examId: number) =>
  db.selectFrom('block').select('block.id').where('block.exam_id', '=', examId)

// What nearly every call asks for; many markers ask at the same time.
const findExam = batchLoader<number, Row<'exam'>>(async (db, ids) =>
  byId(
    await db
      .selectFrom('exam')
      .selectAll()
      .where(isOneOf(db, 'id', ids))
      .where('deleted_at', 'is', null)
      .execute(),
  ),
)
/** A block with what it is a part of: nearly every marking call needs all three. */
interface BlockPlace {
  block: Row<'block'>
  /** Undefined when it was deleted. */
  exam: Row<'exam'> | undefined
  examSubject: Row<'exam_subject'> | undefined
}

const findBlock = batchLoader<number, BlockPlace>(async (db, ids) => {
  const blocks = db.selectFrom('block').where(isOneOf(db, 'id', ids))
  const examIds = blocks.select('exam_id')
  const read = await readTogether(db, {
    blocks: blocks.selectAll(),
    exams: db
      .selectFrom('exam')
      .selectAll()
      .where('id', 'in', examIds)
      .where('deleted_at', 'is', null),
    subjects: db.selectFrom('exam_subject').selectAll().where('exam_id', 'in', examIds),
  })
  const exams = byId(read.exams)
  return new Map(
    read.blocks.map((block) => {
      const examSubject = read.subjects.find(
        (row) => row.exam_id === block.exam_id && row.subject_id === block.subject_id,
      )
      return [block.id, { block, exam: exams.get(block.exam_id), examSubject }]
    }),
  )
})
/** By subject. */
const findExamSubjects = batchLoader<number, Map<number, Row<'exam_subject'>>>(
  async (db, examIds) => {
    const rows = await db
      .selectFrom('exam_subject')
      .selectAll()
      .where(isOneOf(db, 'exam_id', examIds))
      .execute()
    return new Map(
      [...Map.groupBy(rows, ({ exam_id }) => exam_id)].map(([examId, list]) => [
        examId,
        new Map(list.map((row) => [row.subject_id, row])),
      ]),
    )
  },
)

const byId = <T extends { id: number }>(rows: readonly T[]): Map<number, T> =>
  new Map(rows.map((row) => [row.id, row]))

class Reach {
  readonly #db: Db
  readonly #session: Session
  /** Whether the role's grade, class and subject lists limit the call. */
  #limited: boolean
  #sides: readonly JointSide[]

  constructor(db: Db, session: Session, limited: boolean, sides: readonly JointSide[]) {
    this.#db = db
    this.#session = session
    this.#limited = limited
    this.#sides = sides
  }

  school(id: number): number {
    if (this.#session.schoolId !== id) throw new AppError('SCHOOL_NOT_FOUND', { schoolId: id })
    return id
  }

  /** @param place  of a block that was looked up, which may be of another exam */
  async exam(id: number, place?: BlockPlace): Promise<Pick<TargetRows, 'exam' | 'view'>> {
    const exam = await this.examRow(id, place)
    if (!this.#within(this.#session.scope.grades, exam.grade_id))
      throw new AppError('EXAM_NOT_FOUND', { examId: id })
    const view = await this.#view(exam)
    if (!view) throw new AppError('EXAM_NOT_FOUND', { examId: id })
    return { exam, view }
  }

  protected async examRow(id: number, place?: BlockPlace): Promise<Row<'exam'>> {
    const exam = place?.block.exam_id === id ? place.exam : await findExam(this.#db, id)
    if (!exam) throw new AppError('EXAM_NOT_FOUND', { examId: id })
    return exam
  }

  /** Null for whoever the call is not for: a member of a joint exam does not organise it. */
  async #view(exam: Row<'exam'>): Promise<ExamView | null> {
    const isForeign = exam.school_id !== this.#session.schoolId
    if (isForeign && !this.#limited) return (await this.#isGuest(exam.id)) ? MARKER_VIEW : null
    if (isForeign && this.#sides.length === 0) return null
    const view = await examView(this.#db, this.#session, exam)
    if (view?.side === 'organiser') return view
    return view && (this.#sides as readonly string[]).includes(view.side) ? view : null
  }

  /** Does somebody of another school mark or lead a block of this exam, as they may in a joint one? */
  async #isGuest(examId: number): Promise<boolean> {
    const assigned = await this.#db
      .selectFrom('block_marker')
      .where('block_id', 'in', blocksOf(this.#db, examId))
      .where('user_id', '=', this.#session.userId)
      .select('block_id')
      .limit(1)
      .executeTakeFirst()
    return assigned !== undefined
  }

  async examSubject(
    examId: number,
    subjectId: number,
    place?: BlockPlace,
  ): Promise<Row<'exam_subject'>> {
    const { block } = place ?? {}
    const row =
      block?.exam_id === examId && block.subject_id === subjectId
        ? place?.examSubject
        : (await findExamSubjects(this.#db, examId))?.get(subjectId)
    if (!row || !this.#within(this.#session.scope.subjects, subjectId))
      throw new AppError('SUBJECT_NOT_IN_EXAM', { subjectName: `（编号 ${subjectId}）` })
    return row
  }

  async block(id: number): Promise<BlockPlace> {
    const place = await findBlock(this.#db, id)
    if (!place) throw new AppError('MARKING_BLOCK_NOT_FOUND')
    return place
  }

  async unit(id: number): Promise<Row<'unit'>> {
    const unit = await this.#db
      .selectFrom('unit')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (!unit) throw new AppError('MARKING_UNIT_NOT_FOUND')
    return unit
  }

  async scanSheet(id: string): Promise<Row<'scan_sheet'>> {
    const sheet = await this.#db
      .selectFrom('scan_sheet')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (!sheet) throw new AppError('SCAN_SHEET_NOT_FOUND')
    return sheet
  }

  async snapshot(id: number): Promise<Row<'snapshot'>> {
    const snapshot = await this.#db
      .selectFrom('snapshot')
      .selectAll()
      .where('id', '=', id)
      .where('complete', '=', 1)
      .executeTakeFirst()
    if (!snapshot) throw new AppError('SNAPSHOT_NOT_FOUND', { version: id })
    return snapshot
  }

  async sheet(id: number): Promise<Row<'answer_sheet'>> {
    const sheet = await this.#db
      .selectFrom('answer_sheet')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    const { schoolId, scope } = this.#session
    const subjectFits = sheet?.subject_id == null || this.#within(scope.subjects, sheet.subject_id)
    if (!sheet || sheet.school_id !== schoolId || !subjectFits)
      throw new AppError('SHEET_NOT_FOUND')
    return sheet
  }

  /** @param within  the exam that the class is asked about, whose organiser sees the classes of all its schools */
  async class(id: number, within: Partial<TargetRows> = {}): Promise<Row<'class'>> {
    const found = await this.#db
      .selectFrom('class')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    const { schoolId, scope } = this.#session
    const reached =
      found !== undefined &&
      (found.school_id === schoolId || (await this.#sits(found, within))) &&
      this.#within(scope.grades, found.grade_id) &&
      this.#within(scope.classes, found.id)
    if (!reached) throw new AppError('NOT_FOUND', { what: '班级' })
    return found
  }

  async #sits(found: Row<'class'>, { exam, view }: Partial<TargetRows>) {
    if (!exam || view?.side !== 'organiser') return false
    const candidate = await this.#db
      .selectFrom('candidate')
      .where('exam_id', '=', exam.id)
      .where('class_id', '=', found.id)
      .select('id')
      .executeTakeFirst()
    return candidate !== undefined
  }

  async student(id: number): Promise<Row<'student'>> {
    const student = await this.#db
      .selectFrom('student')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (!student || student.school_id !== this.#session.schoolId)
      throw new AppError('STUDENT_NOT_FOUND')
    await this.class(student.class_id).catch(() => {
      throw new AppError('STUDENT_NOT_FOUND')
    })
    return student
  }

  #within(list: ScopeList<number>, id: number): boolean {
    return !this.#limited || scopeAllows(list, id)
  }
}

/** What somebody reaches in the exams that they were named for, and in the subjects of these. */
class GrantedReach extends Reach {
  readonly #session: Session
  readonly #permission: Permission

  constructor(db: Db, session: Session, permission: Permission) {
    super(db, session, false, [])
    this.#session = session
    this.#permission = permission
  }

  override async exam(id: number, place?: BlockPlace): Promise<Pick<TargetRows, 'exam' | 'view'>> {
    const exam = await this.examRow(id, place)
    if (!grantFor(this.#session.grants, this.#permission, id))
      throw new AppError('EXAM_NOT_FOUND', { examId: id })
    // Whoever is named from a school that takes part marks and supervises, and sees nothing of whose the papers are.
    return { exam, view: exam.school_id === this.#session.schoolId ? ORGANISER_VIEW : MARKER_VIEW }
  }

  override async examSubject(examId: number, subjectId: number, place?: BlockPlace) {
    const row = await super.examSubject(examId, subjectId, place)
    if (!grantFor(this.#session.grants, this.#permission, examId, subjectId))
      throw new AppError('SUBJECT_NOT_IN_EXAM', { subjectName: `（编号 ${subjectId}）` })
    return row
  }

  override async sheet(): Promise<never> {
    throw new AppError('SHEET_NOT_FOUND')
  }

  override async student(): Promise<never> {
    throw new AppError('STUDENT_NOT_FOUND')
  }
}
