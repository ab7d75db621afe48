import {
  candidateAdd,
  candidateDelete,
  candidateImport,
  candidateList,
  candidateSync,
  candidateUpdate,
  type InputOf,
} from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Found } from '../../http/access.ts'
import { audit } from '../../http/audit.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { listed } from '../school/index.ts'
import { selectCandidates, selectExamClasses } from './candidate.query.ts'
import {
  assertRosterOpen,
  changeCandidates,
  removeCandidates,
  renumber,
} from './change-candidates.ts'
import { applyDifferences, compareRoster } from './compare-roster.ts'
import { enrol, type Enrolment, selectStudentsOfClasses } from './enrol.ts'
import { openRoster, selectJoinableClasses } from './exam-school.query.ts'
import { importCandidates, previewCandidates, readCandidateTable } from './import-candidates.ts'

export function registerRoster(target: ServeApp): void {
  serve(target, candidateList, async ({ query, found, services, session }) => {
    const { page = 1, limit = 20, exam_id: examId, ...filter } = query
    const { list, total } = await selectCandidates(
      services.db,
      { ...filter, examId, scope: session.scope, view: found.view },
      { limit, offset: (page - 1) * limit },
    )
    return { list, total, page, page_size: limit }
  })

  serve(target, candidateAdd, async (call) => {
    const { body, found, services } = call
    assertRosterOpen(found.exam, '增加考生')
    return services.db.transaction().execute(async (db) => {
      await openRoster(db, found.exam, found.view)
      const enrolments = await enrolmentsOf(db, found, body)
      const { rule, digits } = body
      const result = await enrol(db, found.exam, enrolments, { rule, digits, view: found.view })
      await audit(db, call, {
        action: 'roster-add',
        object: `exam:${found.exam.id}`,
        after: result,
      })
      return result
    })
  })

  serve(target, candidateUpdate, async (call) => {
    const { body, found, services } = call
    assertRosterOpen(found.exam, '修改考生')
    return services.db.transaction().execute(async (db) => {
      await openRoster(db, found.exam, found.view)
      // Numbers of a joint exam are given in one go, by whoever holds it.
      if (body.renumber && found.view.side !== 'organiser')
        throw new AppError('OUT_OF_SCOPE', { what: '重新编排全部考号' })
      const changed = body.renumber
        ? await renumber(db, found.exam, body.renumber)
        : await changeCandidates(db, found.exam, body.candidates ?? [], found.view)
      await audit(db, call, {
        action: body.renumber ? 'roster-renumber' : 'roster-update',
        object: `exam:${found.exam.id}`,
        after: body.renumber ?? body.candidates,
      })
      return { changed }
    })
  })

  serve(target, candidateDelete, async (call) => {
    const { body, found, services } = call
    assertRosterOpen(found.exam, '移出考生')
    return services.db.transaction().execute(async (db) => {
      await openRoster(db, found.exam, found.view)
      const deleted = await removeCandidates(db, found.exam.id, body.candidate_ids, found.view)
      await audit(db, call, {
        action: 'roster-delete',
        object: `exam:${found.exam.id}`,
        before: body.candidate_ids,
      })
      return { deleted }
    })
  })

  serve(target, candidateSync, async (call) => {
    const { body, found, services } = call
    const { exam, view } = found
    if (body.phase === 'check')
      return { applied: 0, list: await compareRoster(services.db, exam, view) }
    assertRosterOpen(exam, '修改考生名单')
    return services.db.transaction().execute(async (db) => {
      await openRoster(db, exam, view)
      const applied = await applyDifferences(db, exam, view, body.changes ?? [])
      await audit(db, call, {
        action: 'roster-update',
        object: `exam:${exam.id}`,
        after: body.changes,
      })
      return { applied, list: await compareRoster(db, exam, view) }
    })
  })

  serve(target, candidateImport, async (call) => {
    const { file, found, query, services } = call
    assertRosterOpen(found.exam, '导入考生')
    const table = await readCandidateTable(file)
    if (query.preview === 1) return previewCandidates(services.db, found, table)
    return services.db.transaction().execute(async (db) => {
      await openRoster(db, found.exam, found.view)
      const result = await importCandidates(db, found, table)
      await audit(db, call, {
        action: 'roster-import',
        object: `exam:${found.exam.id}`,
        after: result,
      })
      return result
    })
  })
}

/** The students that a request names: each by id or number, or everybody in classes of the exam. */
async function enrolmentsOf(
  db: Db,
  { exam, view }: Pick<Found, 'exam' | 'view'>,
  body: InputOf<typeof candidateAdd>['body'],
): Promise<Enrolment[]> {
  const joinable = (await selectJoinableClasses(db, exam, view)).map(({ id }) => id)
  if (!body.students) {
    const chosen = await selectExamClasses(db, exam.id)
    const classIds =
      body.class_ids ?? chosen.flatMap(({ id }) => (joinable.includes(id) ? [id] : []))
    const strange = classIds.find((id) => !joinable.includes(id))
    if (strange !== undefined)
      throw new AppError('CLASS_NOT_FOUND', { className: `（编号 ${strange}）` })
    return (await selectStudentsOfClasses(db, classIds)).map((student) => ({ student }))
  }
  const students = await db
    .selectFrom('student')
    .where('class_id', 'in', listed(joinable))
    .selectAll()
    .execute()
  const byId = new Map(students.map((student) => [student.id, student]))
  // A number is unique in a school only.
  const byNo = Map.groupBy(students, ({ student_no }) => student_no)
  return body.students.map((one) => {
    const [numbered, another] = byNo.get(one.student_no ?? '') ?? []
    const student =
      one.student_id === undefined ? (another ? undefined : numbered) : byId.get(one.student_id)
    if (!student) throw new AppError('STUDENT_NOT_FOUND')
    return {
      student,
      examNo: one.exam_no,
      roomNo: one.room_no,
      seatNo: one.seat_no,
      notSelected: one.not_selected,
    }
  })
}
