import type { Db } from '@hengjuan/db'
import { AppError, mayDo } from '@hengjuan/domain'
import type { Session } from '../../http/session.ts'
import { reachesExam } from '../../http/exam-reach.ts'

/** On which side of the conversation somebody is, and as what. */
export interface Place {
  side: 'leader' | 'marker'
  /** Leads the block, rather than only supervising it. */
  leads: boolean
  /** May set up how the block is marked. */
  setsUp: boolean
}

/** What a message needs to know of its block. */
export interface MessageBlock {
  id: number
  exam_id: number
  subject_id: number
  name: string
}

/**
 * Leaders of the block, then supervisors of its subject in the school that holds the exam, stand on the leaders'
 * side; markers of the block on their own, whatever they are elsewhere. Absent for everybody else.
 */
export async function placesIn(
  db: Db,
  session: Session,
  blocks: readonly Omit<MessageBlock, 'exam_id'>[],
): Promise<Map<number, Place>> {
  if (blocks.length === 0) return new Map()
  const duties = await db
    .selectFrom('block_marker')
    .where('user_id', '=', session.userId)
    .where(
      'block_id',
      'in',
      blocks.map(({ id }) => id),
    )
    .select(['block_id', 'duty'])
    .execute()
  const has = (blockId: number, duty: string) =>
    duties.some((row) => row.block_id === blockId && row.duty === duty)
  const held = await selectSupervised(db, session, blocks)
  const places = new Map<number, Place>()
  for (const { id } of blocks)
    if (has(id, 'leader')) places.set(id, { side: 'leader', leads: true, setsUp: false })
    else if (held.has(id))
      places.set(id, { side: 'leader', leads: false, setsUp: held.get(id) === true })
    else if (has(id, 'marker')) places.set(id, { side: 'marker', leads: false, setsUp: false })
  return places
}

/**
 * Those of the blocks that the caller supervises, by the own role or because they were named for the exam, and whether
 * they may set them up as well.
 */
async function selectSupervised(
  db: Db,
  session: Session,
  blocks: readonly { id: number }[],
): Promise<Map<number, boolean>> {
  if (!mayDo(session.role, 'marking.supervise') && session.grants.length === 0) return new Map()
  const rows = await db
    .selectFrom('block')
    .innerJoin('exam', 'exam.id', 'block.exam_id')
    .where(
      'block.id',
      'in',
      blocks.map(({ id }) => id),
    )
    .select(['block.id as block_id', 'block.subject_id'])
    .select(['exam.id', 'exam.school_id', 'exam.grade_id'])
    .execute()
  return new Map(
    rows
      .filter((row) => reachesExam(session, 'marking.supervise', row, row.subject_id))
      .map((row) => [row.block_id, reachesExam(session, 'marking.setup', row, row.subject_id)]),
  )
}

/** @throws AppError MARKING_NOT_ASSIGNED for whoever has nothing to do with the block */
export async function placeIn(db: Db, session: Session, block: MessageBlock): Promise<Place> {
  const place = (await placesIn(db, session, [block])).get(block.id)
  if (!place) throw new AppError('MARKING_NOT_ASSIGNED', { block: block.name })
  return place
}

/**
 * What those who mark a block are not to do or see of it.
 *
 * @throws AppError MARKING_LEADERS_ONLY for who marks it; MARKING_NOT_ASSIGNED for who has nothing to do with it
 */
export async function assertLeaderSide(
  db: Db,
  session: Session,
  block: MessageBlock,
): Promise<void> {
  const { side } = await placeIn(db, session, block)
  if (side !== 'leader') throw new AppError('MARKING_LEADERS_ONLY', { block: block.name })
}
