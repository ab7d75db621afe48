import type { paperRecord, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import type { MarkEffect } from '@hengjuan/domain'

type Row = ReplyOf<typeof paperRecord>['list'][number]

/** Everything that happened to a paper, in order, with who did it and from where. @source domain rules 3.7 (4) */
export async function selectPaperRecord(db: Db, unitId: number): Promise<Row[]> {
  const events = await db
    .selectFrom('mark_event')
    .leftJoin('user', 'user.id', 'mark_event.actor_id')
    .leftJoin('mark_client', 'mark_client.id', 'mark_event.client_id')
    .where('mark_event.unit_id', '=', unitId)
    .select(['mark_event.seq', 'mark_event.type', 'mark_event.payload', 'mark_event.at'])
    .select(['user.name as actor_name', 'mark_client.label', 'mark_client.tag'])
    .orderBy('mark_event.seq')
    .execute()
  return events.map(({ payload, label, tag, ...event }) => {
    const { effects = [] } = JSON.parse(payload) as { effects?: MarkEffect[] }
    const status = effects.find((effect) => effect.kind === 'status')
    const settled = effects.find((effect) => effect.kind === 'settled')
    return {
      ...event,
      from: status?.from ?? null,
      to: status?.to ?? null,
      final_milli: settled?.final.totalMilli ?? null,
      client: label === null || tag === null ? null : { label, tag },
    }
  })
}
