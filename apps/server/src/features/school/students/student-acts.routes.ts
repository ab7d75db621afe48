import {
  ownConsent,
  ownConsentSet,
  personalClasses,
  personalStudents,
  studentAccounts,
  studentBatch,
  studentConsent,
  studentDetail,
  studentExport,
  studentTransfer,
} from '@hengjuan/contracts'
import { AppError, classLabel, mayDo } from '@hengjuan/domain'
import { recordExport } from '../../../http/record-export.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { resetStudentAccount } from '../../account/index.ts'
import { schoolOf } from '../session-school.ts'
import { selectStudents } from '../student.query.ts'
import { changeStudents } from './change-students.ts'
import { consentOf, noteConsents, setOwnConsent } from './guardian-consent.ts'
import { ownClasses } from './own-classes.query.ts'
import { describeStudent } from './student-detail.ts'
import { studentFile } from './student-file.ts'
import { takeIn, transferOut, undoTransfer } from './transfer.ts'

const ALL = 100_000

export function registerStudentActs(target: ServeApp): void {
  serve(target, ownConsent, async ({ services, session }) => {
    const { rule, given, schoolName, isLacking } = await consentOf(
      services.db,
      session.studentId ?? -1,
    )
    return {
      is_lacking: isLacking,
      school_name: schoolName,
      version: rule.version,
      text: rule.text,
      given,
    }
  })

  serve(target, ownConsentSet, async (call) => {
    await setOwnConsent(call, call.session.studentId ?? -1, call.body)
    return { ok: true as const }
  })

  serve(target, studentConsent, async (call) => {
    const { body, session } = call
    return {
      changed: await noteConsents(call, schoolOf(session), body.student_ids, body.action),
    }
  })

  serve(target, studentBatch, async (call) => {
    const { body, services, session } = call
    return services.db
      .transaction()
      .execute(async (db) => changeStudents(db, call, schoolOf(session), body))
  })

  serve(target, studentAccounts, async (call) => {
    const { body, services, session } = call
    const ids = [...new Set(body.student_ids)]
    const { list } = await selectStudents(
      services.db,
      { schoolId: schoolOf(session), scope: session.scope, ids },
      { limit: ids.length, offset: 0 },
    )
    if (list.length < ids.length) throw new AppError('STUDENT_NOT_FOUND')
    const rows = await services.db
      .selectFrom('student')
      .where('id', 'in', ids)
      .selectAll()
      .execute()
    const accounts = []
    for (const one of list) {
      const student = rows.find(({ id }) => id === one.student_id)
      if (!student || (one.account !== null && !body.reset)) continue
      const opened = await resetStudentAccount(call, student, undefined)
      accounts.push({
        student_id: one.student_id,
        name: one.name,
        class_name: classLabel(one.grade_id, one.class_name),
        account: opened.account,
        initial_password: opened.initial_password ?? '',
      })
    }
    return { accounts, skipped: list.length - accounts.length }
  })

  serve(target, studentDetail, async ({ found, services, session }) =>
    describeStudent(
      services.db,
      found.student,
      mayDo(session.role, 'student.manage'),
      session.scope,
    ),
  )

  serve(target, studentExport, async (call) => {
    const { query, services, session } = call
    const { list } = await selectStudents(
      services.db,
      {
        schoolId: schoolOf(session),
        scope: session.scope,
        classIds: query.class_id === undefined ? undefined : [query.class_id],
        gradeId: query.grade_id,
        keyword: query.keyword,
        state: query.state ?? 'in',
      },
      { limit: ALL, offset: 0 },
    )
    if (list.length === 0) throw new AppError('EXPORT_EMPTY', { reason: '没有符合条件的学生' })
    const file = await studentFile(services, list)
    await recordExport(services.db, call, {
      object: 'student',
      report: 'students',
      rows: list.length,
      filters: query,
    })
    return file
  })

  serve(target, studentTransfer, async (call) => {
    const { body, services, session } = call
    const schoolId = schoolOf(session)
    return services.db.transaction().execute(async (db) => {
      if (body.action === 'out') return transferOut(db, call, schoolId, body)
      if (body.action === 'in') return takeIn(db, call, schoolId, body)
      return undoTransfer(db, call, schoolId, body.transfer_id ?? 0)
    })
  })

  serve(target, personalClasses, async ({ services, session }) =>
    ownClasses(services.db, schoolOf(session), session.userId),
  )

  serve(target, personalStudents, async ({ query, services, session }) => {
    const { page = 1, limit = 20 } = query
    const own = await ownClasses(services.db, schoolOf(session), session.userId)
    const ids = own.map(({ class_id }) => class_id)
    if (query.class_id !== undefined && !ids.includes(query.class_id))
      throw new AppError('NOT_FOUND', { what: '班级' })
    const { list, total } = await selectStudents(
      services.db,
      {
        schoolId: schoolOf(session),
        scope: { grades: 'all', classes: 'all', subjects: 'all' },
        classIds: query.class_id === undefined ? ids : [query.class_id],
        keyword: query.keyword,
        left: false,
      },
      { limit, offset: (page - 1) * limit },
    )
    return { list, total, page, page_size: limit }
  })
}
