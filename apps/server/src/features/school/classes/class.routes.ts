import {
  classDelete,
  classDetail,
  classMembers,
  classSave,
  classSplit,
  schoolChanges,
  schoolClasses,
} from '@hengjuan/contracts'
import { audit } from '../../../http/audit.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { schoolOf } from '../session-school.ts'
import { teachingChanged } from '../teaching-change.ts'
import { deleteClass, saveClass } from './change-class.ts'
import { changeMembers } from './change-members.ts'
import { selectClassExams, selectClassYears } from './class-detail.query.ts'
import { selectClassList } from './class-list.query.ts'
import { selectChanges } from './school-change.query.ts'
import { applySplit, draftSplit, previewSplit, undoSplit } from './split-classes.ts'

export function registerClasses(target: ServeApp): void {
  serve(target, schoolClasses, async ({ query, services, session }) =>
    selectClassList(services.db, {
      schoolId: schoolOf(session),
      gradeId: query.grade_id,
      kind: query.kind,
      scope: session.scope,
      year: query.year,
      withClosed: query.with_closed,
    }),
  )

  serve(target, classSave, async (call) => {
    const { body, found, services, session } = call
    const before = body.class_id === undefined ? null : found.class
    const { classId, userIds } = await services.db.transaction().execute(async (db) => {
      const saved = await saveClass(services, db, schoolOf(session), before, body)
      const { class_id: _id, ...after } = body
      await audit(db, call, {
        action: before ? 'class-update' : 'class-add',
        object: `class:${saved.classId}`,
        before: before && { name: before.name, grade_id: before.grade_id, sort: before.sort },
        after,
      })
      return saved
    })
    for (const userId of userIds) await teachingChanged(services, { userId, byId: session.userId })
    return { class_id: classId }
  })

  serve(target, classDelete, async (call) => {
    const { body, found, services } = call
    return services.db.transaction().execute(async (db) => {
      const closed = await deleteClass(services, db, found.class, body.close ?? false)
      await audit(db, call, {
        action: closed ? 'class-close' : 'class-delete',
        object: `class:${found.class.id}`,
        before: { name: found.class.name, grade_id: found.class.grade_id },
      })
      return { closed }
    })
  })

  serve(target, classDetail, async ({ found, services }) => ({
    years: await selectClassYears(services.db, found.class.id),
    exams: await selectClassExams(services.db, found.class.id),
  }))

  serve(target, classMembers, async (call) => {
    const { body, found, services } = call
    return services.db.transaction().execute(async (db) => {
      const changed = await changeMembers(db, found.class, body)
      await audit(db, call, {
        action: 'class-members',
        object: `class:${found.class.id}`,
        after: changed,
      })
      return changed
    })
  })

  serve(target, classSplit, async (call) => {
    const { body, services, session } = call
    const schoolId = schoolOf(session)
    if (body.phase === 'draft') return draftSplit(services.db, schoolId, body)
    if (body.phase === 'preview') return previewSplit(services.db, schoolId, body)
    return services.db.transaction().execute(async (db) => {
      const act = { services, session, schoolId }
      const done =
        body.phase === 'apply' ? await applySplit(db, act, body) : await undoSplit(db, act, body)
      await audit(db, call, {
        action: body.phase === 'apply' ? 'class-split' : 'class-split-undo',
        object: `school:${schoolId}`,
        after: {
          grade_id: body.grade_id,
          moved: done.moved,
          class_name: done.classes.map(({ name }) => name),
        },
      })
      return done
    })
  })

  serve(target, schoolChanges, async ({ query, services, session }) =>
    selectChanges(services.db, schoolOf(session), query.kind),
  )
}
