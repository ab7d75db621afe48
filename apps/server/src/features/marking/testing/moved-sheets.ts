import type { DatabaseKind } from '@hengjuan/db/testing'
import { openMarkedSubject } from './marked-subject.ts'
import type { Wanted } from './seed-marking.ts'
import { SUBJECT } from './seed-sheet.ts'
import { imagesOf } from './sheet-images.ts'
import { syncUnits } from '../../marking-core/engine/sync-units.ts'
import { withRetry } from '../../marking-core/engine/with-retry.ts'

/** Two candidates with a sheet each, of which a person may say that they are somebody else's. */
export async function openMovedSheets(kind: DatabaseKind, wanted: Wanted = {}) {
  const subject = await openMarkedSubject(kind, { candidates: 2, ...wanted })
  const { services, examId, candidateIds, leaderId } = subject
  const { db } = services
  const [first = 0, second = 0] = candidateIds
  const sheets = await db
    .selectFrom('scan_sheet')
    .select(['id', 'candidate_id'])
    .orderBy('candidate_id')
    .execute()
  const [sheet = '', other = ''] = sheets.map(({ id }) => id)
  // Every answer is another picture.
  await db
    .updateTable('sheet_crop')
    .set({ image_hash: 'b'.repeat(64) })
    .where('sheet_id', '=', other)
    .execute()
  const settle = async (order: readonly number[]) => {
    for (const candidateId of order)
      await withRetry(services, async (trx) => {
        const candidate = { examId, subjectId: SUBJECT, candidateId }
        await syncUnits(trx, services, candidate, await imagesOf(trx, candidate))
      })
  }
  await settle([second])
  return {
    ...subject,
    first,
    second,
    sheet,
    other,
    settle,
    unitOf: (candidateId: number) =>
      db
        .selectFrom('unit')
        .selectAll()
        .where('candidate_id', '=', candidateId)
        .executeTakeFirstOrThrow(),
    /** A person says whose sheets are; then papers follow, in some order. */
    assign: async (owners: Record<string, number | null>, order = [first, second]) => {
      for (const [sheetId, owner] of Object.entries(owners)) {
        await db
          .updateTable('scan_sheet')
          .set({ candidate_id: owner, identity_source: 'person' })
          .where('id', '=', sheetId)
          .execute()
        await db
          .insertInto('scan_decision')
          .values({
            exam_id: examId,
            subject_id: SUBJECT,
            sheet_id: sheetId,
            candidate_id: null,
            kind: 'identity',
            target: 'exam_no',
            value: JSON.stringify({ candidateId: owner }),
            actor_id: leaderId,
            at: '2026-11-20T02:00:00.000Z',
          })
          .execute()
      }
      await settle(order)
    },
  }
}
