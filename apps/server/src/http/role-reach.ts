import type { JointSide } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, scopeAllows, type ScopeList } from '@hengjuan/domain'
import { examView, type ExamView, MARKER_VIEW } from './exam-view.ts'
import type { Session } from './session.ts'
import {
  type BlockPlace,
  blocksOf,
  findBlock,
  findExam,
  findExamSubjects,
  type Row,
  type TargetRows,
} from './target-rows.ts'

/** What somebody reaches by their role, or by a duty in a block, which the lists of the role do not limit. */
export class RoleReach {
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
