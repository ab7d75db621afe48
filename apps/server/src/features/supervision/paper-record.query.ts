import type { paperRecord, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { type LoggedStep, type RecordedScore, recordSteps } from '@hengjuan/domain'
import { bestOfBlock, type BlockRules } from '../marking-core/index.ts'

type Row = ReplyOf<typeof paperRecord>['list'][number]

/**
 * Everything that happened to a paper, in order: who did it and from where, and what stood before and after.
 *
 * @source domain rules 3.7 (4)
 */
export async function selectPaperRecord(db: Db, rules: BlockRules, unitId: number): Promise<Row[]> {
  const events = await db
    .selectFrom('mark_event')
    .leftJoin('user', 'user.id', 'mark_event.actor_id')
    .leftJoin('mark_client', 'mark_client.id', 'mark_event.client_id')
    .where('mark_event.unit_id', '=', unitId)
    .select(['mark_event.seq', 'mark_event.type', 'mark_event.payload', 'mark_event.at'])
    .select(['user.name as actor_name', 'mark_client.label', 'mark_client.tag'])
    .orderBy('mark_event.seq')
    .execute()
  const steps = recordSteps(
    events.map(({ payload }) => JSON.parse(payload) as LoggedStep),
    bestOfBlock(rules),
  )
  return events.map(({ seq, type, at, actor_name, label, tag }, index) => {
    const { status = null, readings = [], final = null } = steps[index] ?? {}
    return {
      seq,
      type,
      at,
      actor_name,
      from: status?.from ?? null,
      to: status?.to ?? null,
      readings: readings.map(({ role, before, after }) => ({
        role,
        before: scoreView(before),
        after: scoreView(after),
      })),
      final: final && { before: scoreView(final.before), after: scoreView(final.after) },
      client: label === null || tag === null ? null : { label, tag },
    }
  })
}

const scoreView = (score: RecordedScore | null) =>
  score && { total_milli: score.totalMilli, points: [...score.points] }
