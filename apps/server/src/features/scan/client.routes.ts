import {
  clientClear,
  clientComplete,
  clientExam,
  clientJudgeMarkingUpload,
  clientMarking,
  clientMarkingCheck,
  clientMarkingDetail,
  clientMarkingForUpload,
  clientProblemSign,
  clientSchoolClasses,
  clientSchoolList,
  clientTemplete,
  clientTranslateSubject,
  SHEET_CONTAINER,
} from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { serve, type ServeApp } from '../../http/serve.ts'
import {
  hashOfTemplate,
  selectBatches,
  selectClassProgress,
  selectExamSubjects,
  selectRosterByClass,
  subjectProgress,
  uploadState,
} from './client.query.ts'
import { actionOf, takeAction } from './client/action.ts'
import { selectMissing, selectRoomProgress } from './client/room.query.ts'
import { clearSheets, closeBatch } from './close-batch.ts'
import { decide } from './decide.ts'
import { requireTemplate, type Scope, selectLiveDecisions } from './facts.query.ts'
import { judgeUpload } from './judge-upload.ts'
import { receiveSheet } from './receive-sheet.ts'
import { selectNamedSheets, selectSamePaper } from './same-paper.query.ts'

export const scopeOf = (at: { exam_id: number; subject_id: number }): Scope => ({
  examId: at.exam_id,
  subjectId: at.subject_id,
})

/** The calls that the scanning station makes. */
export function registerClient(target: ServeApp): void {
  serve(target, clientExam, async ({ query, session, services }) => {
    if (query.school_id !== undefined && query.school_id !== session.schoolId)
      throw new AppError('SCHOOL_NOT_FOUND', { schoolId: query.school_id })
    const exams = Map.groupBy(
      await selectExamSubjects(services.db, session),
      ({ exam_id }) => exam_id,
    )
    const list = []
    for (const [exam_id, rows] of exams) {
      const [first] = rows
      if (!first) continue
      const subjects = []
      for (const { subject_id, subject_name } of rows) {
        const scope = { examId: exam_id, subjectId: subject_id }
        subjects.push({
          subject_id,
          subject_name,
          ...(await subjectProgress(services.db, scope)),
          upload: await uploadState(services.db, scope),
        })
      }
      list.push({ ...first, published: first.published_snapshot_id !== null, subjects })
    }
    return list
  })

  serve(target, clientSchoolList, async ({ session, services }) =>
    services.db
      .selectFrom('school')
      .select(['id as school_id', 'name as school_name'])
      .where('id', '=', session.schoolId ?? 0)
      .execute(),
  )

  serve(target, clientSchoolClasses, async ({ found, services }) =>
    selectRosterByClass(services.db, found.exam.id),
  )

  serve(target, clientMarkingDetail, async ({ query, session, services }) => {
    const { db } = services
    const scope = scopeOf(query)
    const [subject] = await selectExamSubjects(db, session, scope)
    return {
      subject_id: scope.subjectId,
      subject_name: subject?.subject_name ?? '',
      ...(await subjectProgress(db, scope)),
      upload: await uploadState(db, scope),
      classes: await selectClassProgress(db, scope),
      batches: await selectBatches(db, scope),
      rooms: await selectRoomProgress(db, scope),
      missing:
        query.room_no === undefined && query.missing_in === undefined
          ? []
          : await selectMissing(db, scope, query.room_no ?? null),
    }
  })

  serve(target, clientTemplete, async ({ query, services }) => {
    const bound = await requireTemplate(services.db, scopeOf(query))
    return {
      sheet_id: bound.sheetId,
      version: bound.version,
      template_id: bound.template.id,
      template_sha256: await hashOfTemplate(bound),
      template: bound.template,
    }
  })

  serve(target, clientTranslateSubject, async ({ services }) =>
    services.db
      .selectFrom('subject')
      .select(['id as subject_id', 'name as subject_name', 'short_name'])
      .orderBy('sort')
      .orderBy('id')
      .execute(),
  )

  serve(target, clientMarkingCheck, async ({ query, services }) => {
    const { batch_id, ids, exam_nos, image_hashes } = query
    const byPaper = exam_nos !== undefined || image_hashes !== undefined
    if (batch_id === undefined && ids === undefined && !byPaper)
      throw new AppError('INPUT_INVALID').withDetails([
        { path: 'batch_id', message: '请给出批次编号、答题卡编号、考号或图像内容' },
      ])
    return byPaper
      ? selectSamePaper(services.db, scopeOf(query), {
          examNos: exam_nos ?? [],
          imageHashes: image_hashes ?? [],
        })
      : selectNamedSheets(services.db, scopeOf(query), { batchId: batch_id, ids })
  })

  serve(target, clientMarkingForUpload, async ({ query, services }) =>
    uploadState(services.db, scopeOf(query)),
  )

  serve(target, clientJudgeMarkingUpload, async ({ body, services }) => {
    const refusal = await judgeUpload(services.db, scopeOf(body), body)
    if (refusal === 'already') return { verdict: 'already' as const, error: null, reason: '' }
    if (refusal === null) return { verdict: 'send' as const, error: null, reason: '' }
    return { verdict: 'refused' as const, error: refusal.code, reason: refusal.message }
  })

  serve(target, clientMarking, async ({ query, bytes, request, session, services }) => {
    const sha256 = String(request.headers[SHEET_CONTAINER.hashHeader] ?? '')
    if (!/^[0-9a-f]{64}$/.test(sha256) || typeof bytes?.pipe !== 'function') {
      request.raw.resume()
      throw new AppError('INPUT_INVALID').withDetails([
        { path: SHEET_CONTAINER.hashHeader, message: '应为文件内容的 SHA-256（小写十六进制）' },
      ])
    }
    return receiveSheet(services, {
      ...scopeOf(query),
      sheetId: query.sheet_id,
      sha256,
      body: bytes,
      operatorId: session.userId,
    })
  })

  serve(target, clientComplete, async ({ body, services, session, request }) =>
    closeBatch(
      { ...scopeOf(body), services, session, request },
      {
        batchId: body.batch_id,
        count: body.count,
        sheetsHash: body.sheets_hash,
        sheetIds: body.sheet_ids,
      },
    ),
  )

  serve(target, clientClear, async ({ params, body, services, session, request }) =>
    clearSheets(
      { examId: body.exam_id, subjectId: params.subjectId, services, session, request },
      {
        batchId: body.batch_id,
        sheetIds: body.sheet_ids,
        confirmCount: body.confirm_count,
      },
    ),
  )

  serve(target, clientProblemSign, async ({ body, found, services, session, request }) => {
    const { exam_id, subject_id } = found.scanSheet
    const who = { ...scopeOf({ exam_id, subject_id }), services, session, request }
    const { sheet_id, note, action } = body
    const signed = { kind: 'send_verify' as const, sheetId: sheet_id, value: { note } }
    if (action) {
      const sent = actionOf(who, clientProblemSign.path, { ...action, sheet_id, note })
      return { ok: true as const, outcome: await takeAction(who, sent, async () => [signed]) }
    }
    await decide(who, async (db) => {
      const live = await selectLiveDecisions(db, { sheetIds: [body.sheet_id] })
      // The same word of the same person, sent again because its answer was lost.
      const isKnown = live.some(
        ({ kind, actorId, value }) =>
          kind === 'send_verify' && actorId === session.userId && value.note === body.note,
      )
      return isKnown ? [] : [signed]
    })
    return { ok: true as const, outcome: null }
  })
}
