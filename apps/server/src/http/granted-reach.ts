import type { Db } from '@hengjuan/db'
import { AppError, grantFor, type Permission } from '@hengjuan/domain'
import { MARKER_VIEW, ORGANISER_VIEW } from './exam-view.ts'
import { RoleReach } from './role-reach.ts'
import type { Session } from './session.ts'
import type { BlockPlace, TargetRows } from './target-rows.ts'

/** What somebody reaches in the exams that they were named for, and in the subjects of these. */
export class GrantedReach extends RoleReach {
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
