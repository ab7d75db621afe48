import type { previewAsStudent, ReplyOf } from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { runInWorker } from '../../reader-thread/run-in-worker.ts'
import { isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import { shownOf } from './shown.ts'
import { gatherScores } from './snapshot/gather.ts'
import { headRows, resultRows } from './snapshot/own-results.ts'
import { toldOf } from './told-of.ts'

/** What a candidate would be told if the scores were released as they stand. @throws AppError NOT_FOUND */
export async function studentPreview(
  services: Services,
  exam: { id: number; school_id: number; grade_id: number },
  candidateId: number,
): Promise<ReplyOf<typeof previewAsStudent>> {
  const stored = await unreleasedResults(services, exam.id, candidateId, isoNow(services.clock))
  if (!stored) throw new AppError('NOT_FOUND', { what: '考生' })
  return toldOf(stored, { publishedAt: null, shown: await shownOf(services.db, exam) })
}

/** The rows that a release would write of a candidate; null for one of another exam. */
const unreleasedResults = runInWorker(
  import.meta.url,
  'unreleasedResults',
  async ({ db }, examId: number, candidateId: number, now: string) => {
    const { manifest, columns } = await gatherScores(db, examId)
    const place = columns.candidateId.indexOf(candidateId)
    if (place < 0) return null
    const latest = await db
      .selectFrom('snapshot')
      .where('exam_id', '=', examId)
      .where('complete', '=', 1)
      .select(({ fn }) => fn.max('version').as('version'))
      .executeTakeFirst()
    const version = {
      snapshotId: 0,
      examId,
      version: Number(latest?.version ?? 0) + 1,
      createdAt: now,
      overrideReason: null,
      manifest,
      columns,
    }
    const [row] = resultRows(version, place, place + 1)
    const head = headRows(version).find(({ class_id }) => class_id === row?.class_id)
    return row && head ? { head: head.head, summary: row.summary, detail: row.detail } : null
  },
)
