import type { Db } from '@hengjuan/db'
import { AppError, mayDo, scopeAllows } from '@hengjuan/domain'
import type { Session } from '../../http/session.ts'

/** On which side of the conversation somebody is, and as what. */
export interface Place {
  side: 'leader' | 'marker'
  /** Leads the block, rather than only supervising it. */
  leads: boolean
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
  for (const { id, subject_id } of blocks)
    if (has(id, 'leader')) places.set(id, { side: 'leader', leads: true })
    else if (held.has(id) && scopeAllows(session.scope.subjects, subject_id))
      places.set(id, { side: 'leader', leads: false })
    else if (has(id, 'marker')) places.set(id, { side: 'marker', leads: false })
  return places
}

/** Those of the blocks whose exam the own role supervises: of the own school, in a grade that it reaches. */
async function selectSupervised(
  db: Db,
  session: Session,
  blocks: readonly { id: number }[],
): Promise<Set<number>> {
  if (session.schoolId === null || !mayDo(session.role, 'marking.supervise')) return new Set()
  const rows = await db
    .selectFrom('block')
    .innerJoin('exam', 'exam.id', 'block.exam_id')
    .where(
      'block.id',
      'in',
      blocks.map(({ id }) => id),
    )
    .where('exam.school_id', '=', session.schoolId)
    .select(['block.id', 'exam.grade_id'])
    .execute()
  return new Set(
    rows.flatMap(({ id, grade_id }) => (scopeAllows(session.scope.grades, grade_id) ? [id] : [])),
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
