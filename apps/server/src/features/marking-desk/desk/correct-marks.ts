import type { InputOf, markCorrectMore, ReplyOf } from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { assertMarks, selectBlockRules } from '../../marking-core/index.ts'
import { correctMark } from './submit-mark.ts'

type Row = ReplyOf<typeof markCorrectMore>['rows'][number]

/**
 * Back-marks several own readings, each by itself: one that is refused does not hold up the others.
 *
 * @throws AppError MARKING_NOT_ASSIGNED
 */
export async function correctMarks(
  services: Services,
  markerId: number,
  { block_id, items }: InputOf<typeof markCorrectMore>['body'],
): Promise<Row[]> {
  await assertMarks(services, await selectBlockRules(services.db, block_id), markerId)
  const rows: Row[] = []
  for (const item of items)
    rows.push(
      await correctMark(services, {
        markerId,
        blockId: block_id,
        readingId: item.reading_id,
        idemKey: item.idem_key,
        scores: item.scores,
        flags: item.flags,
        flagNote: item.flag_note,
        activeMs: item.active_ms,
        traces: item.traces,
        rubricVersion: item.rubric_version,
        pressed: item.pressed_entries,
      }).then(
        (id) => ({
          reading_id: item.reading_id,
          ok: true,
          new_reading_id: id,
          error: null,
          msg: null,
        }),
        (error: unknown) => refusedRow(item.reading_id, error),
      ),
    )
  return rows
}

function refusedRow(readingId: number, error: unknown): Row {
  if (!(error instanceof AppError)) throw error
  return {
    reading_id: readingId,
    ok: false,
    new_reading_id: null,
    error: error.code,
    msg: error.message,
  }
}
