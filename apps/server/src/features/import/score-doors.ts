import {
  type ImportCounts,
  type ReplyOf,
  scoreImportAbsent,
  scoreImportConfirm,
  scoreImportExport,
  scoreImportFull,
  scoreImportHistory,
  scoreImportStatus,
  scoreImportSubjects,
  scoreImportUndo,
  scoreImportV2Confirm,
  scoreImportV2History,
  scoreImportV2Preview,
  scoreImportV2Upload,
  scoreTemplate,
  scoreUpload,
} from '@hengjuan/contracts'
import { transact } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import { audit } from '../../http/audit.ts'
import { ORGANISER_VIEW } from '../../http/exam-view.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import {
  absentByHand,
  exportScores,
  finishImport,
  scoreOptions,
  scoreTemplateFile,
  selectImportedCounts,
  setFullMark,
} from '../score-import/index.ts'
import type { Batch, Head } from './batch-report.ts'
import { selectBatches } from './import-batch.query.ts'
import { importOf } from './kinds.ts'
import { applyOrQueue, newBatch } from './new-batch.ts'
import { scorePreviewRows } from './score-preview-rows.ts'
import { assertChecked, placeOf, seenBatch } from './seen-batch.ts'
import { undoBatch, undoUntil } from './undo-batch.ts'

const KIND = 'score'

/** The calls that the specification names for scores from a table: doors into the one engine. */
export function registerScoreImport(target: ServeApp): void {
  for (const route of [scoreUpload, scoreImportV2Upload])
    serve(target, route, async ({ file, query, services, session }) => {
      const { exam_id: examId, subject_id: subjectId, replace } = query
      const options = scoreOptions({ subjectId, replace })
      const place = await placeOf(services, session, { kind: KIND, examId, options })
      const batch = await newBatch(services, session, { kind: KIND, place, file })
      return { batch_id: batch.id, state: stateOf(batch) }
    })

  serve(target, scoreImportStatus, async ({ query, services, session }) => {
    const { batch } = await scoreBatch(services, session, query.batch_id)
    const { rows, errors, warnings } = countsOf(batch)
    const isOver = stateOf(batch) !== 'checking' && stateOf(batch) !== 'committing'
    return {
      batch_id: batch.id,
      state: stateOf(batch),
      done: isOver ? rows : 0,
      total: rows,
      errors,
      warnings,
      report_url: `/v1/import/detail?batch_id=${batch.id}`,
    }
  })

  serve(target, scoreImportConfirm, async (call) => {
    const { body, services, session } = call
    if (body.batch_id !== undefined) return confirm(call, body.batch_id, body.ack ?? [])
    const { exam_id: examId, subject_ids: subjectIds = [], finished, no_record: noRecord } = body
    if (examId === undefined || subjectIds.length === 0 || finished === undefined)
      throw new AppError('INPUT_INVALID').withDetails([
        { path: 'batch_id', message: '请给出 batch_id，或 exam_id、subject_ids 和 finished' },
      ])
    const { on } = await placeOf(services, session, { kind: KIND, examId })
    if (!on) throw new AppError('NOT_FOUND', { what: '考试' })
    return transact(services.db, async (db) => {
      const changed = await finishImport(db, {
        exam: on.exam,
        subjectIds,
        noRecord,
        byId: session.userId,
        at: isoNow(services.clock),
      })
      await audit(db, call, {
        action: 'score-import-finish',
        object: `exam:${examId}`,
        after: { subject_ids: subjectIds, no_record: noRecord, absent: changed },
      })
      return { changed, unchanged: 0, version: null }
    })
  })

  serve(target, scoreImportV2Confirm, async (call) =>
    confirm(call, call.body.batch_id, call.body.ack ?? []),
  )

  serve(target, scoreImportUndo, async (call) => {
    const { body, services, session } = call
    const { batch, place } = await scoreBatch(services, session, body.batch_id)
    await importOf(KIND).assertOpen(place, services.db)
    return undoBatch(services, batch, place, { isPreview: body.preview === 1, who: call })
  })

  serve(target, scoreImportHistory, async ({ query, services, session }) => {
    const { list } = await history(services, session, query.exam_id, { page: 1, limit: 200 })
    return list
  })

  serve(target, scoreImportV2History, async ({ query, services, session }) => {
    const { exam_id: examId, page = 1, limit = 20 } = query
    const { list, total } = await history(services, session, examId, { page, limit })
    return { list, total, page, page_size: limit }
  })

  serve(target, scoreImportV2Preview, async ({ query, services, session }) => {
    const { batch } = await scoreBatch(services, session, query.batch_id)
    const { filter = 'all', page = 1, limit = 20 } = query
    return scorePreviewRows(services, batch, { filter, page, limit })
  })

  registerScores(target)
}

/** What holds beside batches: full marks, absences, counts, and the tables to take away. */
function registerScores(target: ServeApp): void {
  serve(target, scoreTemplate, async ({ query, found, services }) =>
    scoreTemplateFile(services.db, {
      exam: found.exam,
      view: found.view ?? ORGANISER_VIEW,
      subjectIds: query.subject_ids?.split(',').map(Number),
      withItems: query.layout === 'items',
      isFilled: query.fill ?? false,
      at: isoNow(services.clock),
    }),
  )

  serve(target, scoreImportExport, async ({ query, found, services }) =>
    exportScores(services.db, {
      exam: found.exam,
      view: found.view ?? ORGANISER_VIEW,
      subjectIds: query.subject_ids?.split(',').map(Number),
      at: isoNow(services.clock),
    }),
  )

  serve(target, scoreImportSubjects, async ({ found, services }) =>
    selectImportedCounts(services.db, found.exam),
  )

  serve(target, scoreImportFull, async (call) => {
    const { body, found, services } = call
    await transact(services.db, async (db) => {
      await setFullMark(db, found.exam, body.subject_id, body.full_milli)
      await audit(db, call, {
        action: 'score-import-full',
        object: `exam:${body.exam_id}/${body.subject_id}`,
        before: { full_milli: found.examSubject.full_milli },
        after: { full_milli: body.full_milli },
      })
    })
    return { full_milli: body.full_milli }
  })

  serve(target, scoreImportAbsent, async (call) => {
    const { body, found, services, session } = call
    return transact(services.db, async (db) => {
      const changed = await absentByHand(db, {
        exam: found.exam,
        subjectId: body.subject_id,
        candidateIds: body.candidate_ids,
        attendance: body.attendance,
        byId: session.userId,
        at: isoNow(services.clock),
      })
      await audit(db, call, {
        action: 'score-import-absent',
        object: `exam:${body.exam_id}/${body.subject_id}`,
        after: { candidate_ids: body.candidate_ids, attendance: body.attendance, changed },
      })
      return { changed }
    })
  })
}

/** A batch of scores; others are none here. @throws AppError NOT_FOUND */
async function scoreBatch(services: Services, session: Session, batchId: number) {
  const seen = await seenBatch(services, session, batchId)
  if (seen.batch.kind !== KIND) throw new AppError('NOT_FOUND', { what: '导入记录' })
  return seen
}

async function confirm(
  call: Parameters<typeof applyOrQueue>[0],
  batchId: number,
  ack: string[],
): Promise<{ changed: number; unchanged: number; version: number }> {
  const { batch, place } = await scoreBatch(call.services, call.session, batchId)
  assertChecked(call.services, batch)
  const done = await applyOrQueue(call, { batch, place, wish: { rows: 'all', ack } })
  return { changed: done.added + done.changed, unchanged: done.unchanged, version: batch.id }
}

type State = ReplyOf<typeof scoreImportStatus>['state']

function stateOf(batch: Pick<Batch, 'state' | 'counts'>): State {
  if (batch.state === 'checked') return countsOf(batch).errors > 0 ? 'failed' : 'ready'
  return STATES[batch.state]
}

const STATES = {
  checking: 'checking',
  applying: 'committing',
  applied: 'committed',
  undone: 'undone',
  expired: 'expired',
} as const

const countsOf = ({ counts }: Pick<Batch, 'counts'>) => JSON.parse(counts) as ImportCounts

async function history(
  services: Services,
  session: Session,
  examId: number,
  range: { page: number; limit: number },
) {
  const { schoolId } = await placeOf(services, session, { kind: KIND, examId })
  const filter = { schoolId, kinds: [KIND], examId }
  const { rows, total } = await selectBatches(services.db, filter, range)
  return {
    total,
    list: rows.map((row) => {
      const { added, changed } = countsOf(row)
      const { columns } = JSON.parse(row.head) as Head
      const until = undoUntil(services, row)
      return {
        batch_id: row.id,
        file_name: row.file_name,
        by_name: row.by_name,
        at: row.applied_at ?? row.created_at,
        subjects: columns.flatMap(({ field, column, label }) =>
          column !== null && field.startsWith('total-') ? [label] : [],
        ),
        changed: added + changed,
        state: stateOf(row),
        can_undo: until !== null,
        why_not:
          until !== null ? '' : row.state === 'undone' ? '已经撤销' : '没有写入，或已超过 30 天',
      }
    }),
  }
}
