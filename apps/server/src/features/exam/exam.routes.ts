import {
  examCounts,
  examCreate,
  examCreateConfirm,
  examCreatePreview,
  examDelete,
  examDraftDelete,
  examDrafts,
  examDraftSave,
  examFlowSubject,
  examGet,
  examList,
  examMarkers,
  examMarkersSet,
  examProgress,
  examRestore,
  examRollback,
  examsOfSchool,
  examStatus,
  examUpdate,
  homeExams,
  homeSummary,
  homeTodos,
} from '@hengjuan/contracts'
import { AppError, mayDo, PERMISSIONS, roleLabel } from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { audit } from '../../http/audit.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import type { Session } from '../../http/session.ts'
import { withRetry } from '../marking-core/index.ts'
import { enrolWholeClasses, previewExam } from '../roster/index.ts'
import { schoolOf } from '../school/index.ts'
import { moveForward, rollBack } from './change-status.ts'
import { checkedClasses, createExam } from './create-exam.ts'
import { contentOfExam, restorableSince, restoreExam } from './exam-bin.ts'
import { deleteDraft, saveDraft, selectDrafts } from './exam-draft.ts'
import { registerExamAdmins } from './exam-admins.routes.ts'
import { selectExamMarkers, setExamMarkers } from './exam-markers.ts'
import { subjectsProgress } from './exam-progress.ts'
import { countExams, describeExams, selectExams, selectExamSubjects } from './exam.query.ts'
import { homeSummaryOf, todosOf } from './home.ts'
import { subjectFlow } from './subject-flow.ts'
import { assertUnpublished, deleteExam, updateExam } from './update-exam.ts'

export function registerExam(target: ServeApp): void {
  for (const route of [examsOfSchool, examList])
    serve(target, route, async ({ query, services, session }) => {
      const { page = 1, limit = 20, deleted = false, ...filter } = query
      if (deleted) assertManages(session)
      const { list, total } = await selectExams(
        services.db,
        {
          schoolId: schoolOf(session),
          scope: session.scope,
          grants: session.grants,
          ...filter,
          ...(deleted ? { held: true, deletedSince: restorableSince(services) } : {}),
        },
        { limit, offset: (page - 1) * limit },
      )
      return { list, total, page, page_size: limit }
    })

  serve(target, examCounts, async ({ query, services, session }) => {
    const { db } = services
    const filter = {
      schoolId: schoolOf(session),
      scope: session.scope,
      grants: session.grants,
      ...query,
    }
    const manages = mayDo(session.role, 'exam.manage')
    const bin = { ...filter, held: true, deletedSince: restorableSince(services) }
    return {
      all: await countExams(db, filter),
      running: await countExams(db, { ...filter, state: 'running' }),
      ready: await countExams(db, { ...filter, state: 'ready' }),
      published: await countExams(db, { ...filter, state: 'published' }),
      drafts: manages ? (await selectDrafts(db, filter.schoolId)).length : null,
      bin: manages ? await countExams(db, bin) : null,
    }
  })

  serve(target, examCreate, async (call) => {
    const { body, services, session } = call
    return services.db.transaction().execute(async (db) => {
      const examId = await createExam(services, db, session, body)
      await audit(db, call, { action: 'exam-create', object: `exam:${examId}`, after: body })
      return { exam_id: examId }
    })
  })

  serve(target, examGet, async ({ found, services, session }) => {
    const [exam] = await describeExams(
      services.db,
      [found.exam],
      () => session.scope.subjects,
      () => found.view,
    )
    if (!exam) throw new AppError('EXAM_NOT_FOUND', { examId: found.exam.id })
    return exam
  })

  serve(target, examUpdate, async (call) => {
    const { body, found, services } = call
    await services.db.transaction().execute(async (db) => {
      await updateExam(db, found.exam, body)
      await audit(db, call, {
        action: 'exam-update',
        object: `exam:${found.exam.id}`,
        before: { name: found.exam.name, start_date: found.exam.start_date },
        after: body,
      })
    })
    return { ok: true as const }
  })

  serve(target, examDelete, async (call) => {
    const { found, query, services, session } = call
    const content = await contentOfExam(services, found.exam)
    if (query.preview === 1) return content
    await services.db.transaction().execute(async (db) => {
      await deleteExam(services, db, found.exam, session.userId)
      await audit(db, call, {
        action: 'exam-delete',
        object: `exam:${found.exam.id}`,
        before: { name: found.exam.name },
      })
    })
    return content
  })

  serve(target, examCreateConfirm, async (call) => {
    const { body, found, services } = call
    assertUnpublished(found.exam, '生成考生名单')
    return services.db.transaction().execute(async (db) => {
      const result = await enrolWholeClasses(db, found.exam, body)
      await audit(db, call, {
        action: 'exam-confirm',
        object: `exam:${found.exam.id}`,
        after: result,
      })
      return result
    })
  })

  registerExamAdmins(target)
  registerDrafts(target)
  registerFlow(target)
  registerHome(target)
}

/** What comes before an exam, and after it was thrown away. */
function registerDrafts(target: ServeApp): void {
  serve(target, examRestore, async (call) => {
    const { body, services, session } = call
    await services.db.transaction().execute(async (db) => {
      const { name } = await restoreExam(db, services, schoolOf(session), body.exam_id)
      await audit(db, call, {
        action: 'exam-restore',
        object: `exam:${body.exam_id}`,
        after: { name },
      })
    })
    return { ok: true as const }
  })

  serve(target, examDrafts, async ({ services, session }) =>
    selectDrafts(services.db, schoolOf(session)),
  )

  serve(target, examDraftSave, async ({ body, services, session }) =>
    saveDraft(
      services.db,
      { schoolId: schoolOf(session), userId: session.userId, at: isoNow(services.clock) },
      body,
    ),
  )

  serve(target, examDraftDelete, async ({ body, services, session }) => {
    await deleteDraft(services.db, schoolOf(session), body.draft_id)
    return { ok: true as const }
  })

  serve(target, examCreatePreview, async ({ body, services, session }) => {
    const classIds = await checkedClasses(
      services.db,
      [schoolOf(session)],
      body.grade_id,
      body.class_ids,
    )
    return previewExam(services.db, schoolOf(session), { ...body, class_ids: classIds })
  })
}

/** @throws AppError NOT_ALLOWED */
function assertManages({ role }: Session): void {
  if (!mayDo(role, 'exam.manage'))
    throw new AppError('NOT_ALLOWED', {
      role: roleLabel(role),
      action: PERMISSIONS['exam.manage'].label,
    })
}

function registerFlow(target: ServeApp): void {
  serve(target, examStatus, async (call) => {
    const { body, found, services } = call
    const { subject_id: subjectId, status, known, preview } = body
    return services.db.transaction().execute(async (db) => {
      const moved = await moveForward(db, found.exam, {
        subjectId,
        status,
        preview,
        ...(known ? { known } : {}),
      })
      if (preview) return moved
      const warned = moved.gates.filter(({ blocking }) => !blocking).map(({ text }) => text)
      await audit(db, call, {
        action: 'exam-step',
        object: `exam:${found.exam.id}/${subjectId}`,
        before: { status: found.examSubject.status },
        after: { status, ...(warned.length > 0 ? { known: warned } : {}) },
      })
      return moved
    })
  })

  serve(target, examRollback, async (call) => {
    const { body, found, services } = call
    const { subject_id: subjectId, status, preview } = body
    return services.db.transaction().execute(async (db) => {
      const moved = await rollBack(db, found.exam, { subjectId, status, preview })
      if (preview) return moved
      await audit(db, call, {
        action: 'exam-rollback',
        object: `exam:${found.exam.id}/${subjectId}`,
        before: { status: found.examSubject.status },
        after: { status },
      })
      return moved
    })
  })

  serve(target, examFlowSubject, async ({ found, query, services, session }) =>
    subjectFlow(
      services.db,
      { examId: query.exam_id, subjectId: query.subject_id, mode: found.examSubject.mode },
      mayDo(session.role, 'exam.manage') || mayDo(session.role, 'audit.read'),
    ),
  )

  serve(target, examProgress, async ({ found, services, session }) => {
    const { db } = services
    const subjects = await selectExamSubjects(db, [found.exam.id], session.scope)
    const [exam] = await describeExams(
      db,
      [found.exam],
      () => session.scope.subjects,
      () => found.view,
    )
    return {
      exam_id: found.exam.id,
      candidate_count: exam?.candidate_count ?? 0,
      published: found.exam.published_snapshot_id !== null,
      subjects: await subjectsProgress(services, found.exam, subjects),
    }
  })

  serve(target, examMarkers, async ({ found, services, session }) =>
    selectExamMarkers(services.db, found.exam, session.scope),
  )

  serve(target, examMarkersSet, async (call) => {
    const { body, found, services } = call
    await withRetry(services, async (db) => {
      await setExamMarkers(db, services, found.exam, body)
      await audit(db, call, {
        action: 'exam-markers',
        object: `exam:${found.exam.id}/${body.subject_id}`,
        after: body.blocks,
      })
    })
    return { ok: true as const }
  })
}

function registerHome(target: ServeApp): void {
  serve(target, homeSummary, async ({ services, session }) =>
    homeSummaryOf(services, session, schoolOf(session)),
  )

  serve(target, homeExams, async ({ query, services, session }) => {
    const { list } = await selectExams(
      services.db,
      { schoolId: schoolOf(session), scope: session.scope, grants: session.grants },
      { limit: query.limit ?? 6, offset: 0 },
    )
    return list
  })

  serve(target, homeTodos, async ({ services, session }) =>
    session.schoolId === null || !mayDo(session.role, 'exam.read')
      ? []
      : todosOf(services, session, session.schoolId),
  )
}
