import type { Db } from '@hengjuan/db'
import type { Act } from './running-acts.ts'

const columnsOf = ({ step, done, total }: Act) => ({ step, done, total })

/** Says how far an act is; at first, that it runs. @returns id of its row */
export async function saveAct(
  db: Db,
  act: Act,
  of: { id: number | null; node: string; at: string },
): Promise<number> {
  if (of.id !== null) {
    await db
      .updateTable('running_act')
      .set({ ...columnsOf(act), beat_at: of.at })
      .where('id', '=', of.id)
      .execute()
    return of.id
  }
  const { exam_id, kind, subject_id, block_id, by_name, started_at } = act
  const { id } = await db
    .insertInto('running_act')
    .values({
      node: of.node,
      exam_id,
      kind,
      subject_id,
      block_id,
      by_name,
      started_at,
      ...columnsOf(act),
      beat_at: of.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const deleteAct = (db: Db, id: number) =>
  db.deleteFrom('running_act').where('id', '=', id).execute()

/** What other nodes do to an exam, as far as they have said so since a time; the first begun first. */
export const selectOthersActs = (db: Db, on: { examId: number; node: string; since: string }) =>
  db
    .selectFrom('running_act')
    .where('exam_id', '=', on.examId)
    .where('node', '<>', on.node)
    .where('beat_at', '>=', on.since)
    .select(['kind', 'subject_id', 'block_id', 'by_name', 'started_at', 'step', 'done', 'total'])
    .orderBy('id')
    .execute()

/** Forgets acts whose node has ended. */
export const deleteStaleActs = (db: Db, before: string) =>
  db.deleteFrom('running_act').where('beat_at', '<', before).execute()
