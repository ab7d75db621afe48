import {
  candidatesOfSubject,
  exceptionCounts,
  exceptionDetail,
  exceptionSummary,
  fixChoice,
  fixChoiceAll,
  fixScore,
  fixSheet,
  getExceptions,
  haveExceptions,
  listExceptions,
  matchAll,
  matchOne,
  repeatedNumbers,
  resolveDuplicate,
  reviewPresence,
  scanSheetDetail,
  sheetOmr,
  sheetsNotFull,
} from '@hengjuan/contracts'
import type { PageReading } from '@hengjuan/domain'
import { serve, type ServeApp } from '../../http/serve.ts'
import { scopeOf } from './client.routes.ts'
import { countExceptions, exceptionsBySubject } from './count-exceptions.ts'
import { describeException, describeItems } from './describe-exceptions.ts'
import { describeSheet } from './describe-sheet.ts'
import { type ExceptionFilter, selectExceptions, selectPeople } from './exception.query.ts'
import { requireTemplate, selectLiveDecisions } from './facts.query.ts'
import { confirmChoice, confirmConfident } from './fix-choice.ts'
import { fix, resolveRepeat } from './fix-sheet.ts'
import { typeScore } from './fix-score.ts'
import { runInUse } from './judge/run-in-use.ts'
import { matchSheet, matchUnowned } from './match-sheets.ts'
import { notePresence, refuseIfHeld } from './presence/presence.ts'
import { openExceptionCounts } from './sheet.query.ts'

/** The most that an unpaged list answers with. */
const UNPAGED = 500

const filterOf = (query: {
  category?: string
  batch_id?: string
  school_id?: number
  class_id?: number
  room_no?: string
  keyword?: string
}): ExceptionFilter => ({
  tab: query.category ?? 'all',
  batchId: query.batch_id,
  schoolId: query.school_id,
  classId: query.class_id,
  roomNo: query.room_no,
  keyword: query.keyword,
})

export function registerChecking(target: ServeApp): void {
  registerReading(target)
  registerDeciding(target)
}

function registerReading(target: ServeApp): void {
  serve(target, exceptionCounts, async ({ found, query, session, services }) =>
    countExceptions(services, session, scopeOf(query), found.exam.name),
  )

  serve(target, listExceptions, async ({ query, services, session }) => {
    const { page = 1, limit = 20 } = query
    const scope = scopeOf(query)
    const { total, list } = await selectExceptions(services.db, scope, filterOf(query), {
      limit,
      offset: (page - 1) * limit,
    })
    const items = await describeItems(services.db, services, session, scope, list)
    return { list: items, total, page, page_size: limit }
  })

  serve(target, getExceptions, async ({ query, services, session }) => {
    const scope = scopeOf(query)
    const { list } = await selectExceptions(services.db, scope, filterOf(query), {
      limit: UNPAGED,
      offset: 0,
    })
    return describeItems(services.db, services, session, scope, list)
  })

  serve(target, sheetsNotFull, async ({ query, services, session }) => {
    const scope = scopeOf(query)
    const { list } = await selectExceptions(
      services.db,
      scope,
      { tab: 'missing_page' },
      { limit: UNPAGED, offset: 0 },
    )
    return describeItems(services.db, services, session, scope, list)
  })

  serve(target, exceptionDetail, async ({ query, services, session }) =>
    describeException(services.db, services, session, scopeOf(query), query.exception_id),
  )

  serve(target, scanSheetDetail, async ({ found, services, session }) => {
    const scope = scopeOf(found.scanSheet)
    const template = await requireTemplate(services.db, scope)
    return describeSheet(services.db, services, session, scope, template, found.scanSheet.id)
  })

  serve(target, sheetOmr, async ({ found, services: { db } }) => {
    const { id } = found.scanSheet
    const decisions = await selectLiveDecisions(db, { sheetIds: [id] })
    const rows = await db
      .selectFrom('recognition')
      .select(['page_seq', 'run', 'created_at', 'reading'])
      .where('sheet_id', '=', id)
      .orderBy('page_seq')
      .orderBy('run')
      .execute()
    return rows.map((row) => ({
      page_seq: row.page_seq,
      run: row.run,
      created_at: row.created_at,
      in_use: runInUse(decisions, row.page_seq) === row.run,
      reading: JSON.parse(row.reading) as PageReading,
    }))
  })

  serve(target, haveExceptions, async ({ query, services }) => {
    const counts = await openExceptionCounts(services.db, query.exam_id, query.subject_id)
    const open = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return { have: open > 0, open }
  })

  serve(target, repeatedNumbers, async ({ query, services: { db } }) => {
    const rows = await db
      .selectFrom('scan_exception')
      .innerJoin('candidate', 'candidate.id', 'scan_exception.candidate_id')
      .innerJoin('scan_sheet', 'scan_sheet.candidate_id', 'candidate.id')
      .where('scan_exception.exam_id', '=', query.exam_id)
      .where('scan_exception.subject_id', '=', query.subject_id)
      .where('scan_exception.category', '=', 'duplicate')
      .where('scan_exception.state', '=', 'open')
      .where('scan_sheet.subject_id', '=', query.subject_id)
      .where('scan_sheet.state', '=', 'active')
      .select(['candidate.id as candidate_id', 'candidate.exam_no', 'candidate.name'])
      .select('scan_sheet.id as sheet_id')
      .distinct()
      .orderBy('candidate.exam_no')
      .orderBy('scan_sheet.id')
      .execute()
    return [...Map.groupBy(rows, ({ candidate_id }) => candidate_id).values()].flatMap((group) => {
      const [first] = group
      if (!first) return []
      const { candidate_id, exam_no, name } = first
      return [{ candidate_id, exam_no, name, sheet_ids: group.map(({ sheet_id }) => sheet_id) }]
    })
  })

  serve(target, candidatesOfSubject, async ({ query, services }) => {
    const { page = 1, limit = 20 } = query
    const { total, list } = await selectPeople(
      services.db,
      scopeOf(query),
      { withoutSheet: query.all !== 1, keyword: query.keyword, classId: query.class_id },
      { limit, offset: (page - 1) * limit },
    )
    return { list, total, page, page_size: limit }
  })

  serve(target, exceptionSummary, async ({ query, session, services }) =>
    exceptionsBySubject(
      services,
      { schoolId: session.schoolId, scope: session.scope },
      query.exam_id,
    ),
  )
}

function registerDeciding(target: ServeApp): void {
  serve(target, reviewPresence, async ({ body, services, session }) =>
    notePresence(services, scopeOf(body), {
      userId: session.userId,
      sheetId: body.sheet_id,
      takes: body.take === 1,
      leaves: body.leave === 1,
    }),
  )

  serve(target, fixSheet, async ({ body, services, session, request }) => {
    const scope = scopeOf(body)
    // Taking back is open to everybody: it restores what both have seen.
    if (body.fix.kind !== 'undo' && body.sheet_id !== undefined)
      await refuseIfHeld(services, scope, session.userId, [
        body.sheet_id,
        ...(body.fix.kind === 'locate_alike' ? body.fix.sheets : []).map(
          ({ sheet_id }) => sheet_id,
        ),
      ])
    return fix({ ...scope, services, session, request }, body.sheet_id, body.fix)
  })

  serve(target, matchOne, async ({ body, services, session, request }) => {
    const scope = scopeOf(body)
    await refuseIfHeld(services, scope, session.userId, [body.sheet_id])
    return matchSheet({ ...scope, services, session, request }, body.sheet_id, body.candidate_id)
  })

  serve(target, matchAll, async ({ body, services, session, request }) =>
    matchUnowned({ ...scopeOf(body), services, session, request }),
  )

  serve(target, fixChoice, async ({ body, services, session, request }) => {
    const scope = scopeOf(body)
    await refuseIfHeld(services, scope, session.userId, [body.sheet_id])
    return confirmChoice(
      { ...scope, services, session, request },
      {
        sheetId: body.sheet_id,
        target: body.target,
        values: body.values,
        resolvedAs: body.resolved_as,
      },
    )
  })

  serve(target, fixScore, async ({ body, services, session, request }) => {
    const scope = scopeOf(body)
    await refuseIfHeld(services, scope, session.userId, [body.sheet_id])
    return typeScore(
      { ...scope, services, session, request },
      { sheetId: body.sheet_id, target: body.target, scoreMilli: body.score_milli },
    )
  })

  serve(target, fixChoiceAll, async ({ body, services, session, request }) =>
    confirmConfident({ ...scopeOf(body), services, session, request }, body.above, body.preview),
  )

  serve(target, resolveDuplicate, async ({ body, services, session, request }) => {
    const scope = scopeOf(body)
    await refuseIfHeld(services, scope, session.userId, body.sheet_ids)
    return resolveRepeat(
      { ...scope, services, session, request },
      body.sheet_ids,
      body.keep,
      body.further,
    )
  })
}
