import type { examMarkersSet, InputOf } from '@hengjuan/contracts'
import type { Db, Tables } from '@hengjuan/db'
import { AppError, MARK_MODES, type MarkMode, type ScopeLists, subjectName } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { type Clock, isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import { ableOf, allocateAndTell, selectMarkingStaff } from '../marking-setup/index.ts'
import { assertCleared, IS_IN_HAND, lockAllocation, readingsInHand } from '../marking-core/index.ts'
import { listed, tellApart } from '../school/index.ts'
import { wantedNow } from './markers-seen.ts'
import { selectExamSubjects } from './exam.query.ts'

type Exam = Selectable<Tables['exam']>
type Assignment = InputOf<typeof examMarkersSet>['body']

/** Who marks and leads which block of an exam, by subject. */
export async function selectExamMarkers(db: Db, exam: Exam, scope: ScopeLists<number>) {
  const subjects = await selectExamSubjects(db, [exam.id], scope)
  const blocks = await db
    .selectFrom('block')
    .where('exam_id', '=', exam.id)
    .selectAll()
    .orderBy('sort')
    .execute()
  const people = await db
    .selectFrom('block_marker')
    .innerJoin('block', 'block.id', 'block_marker.block_id')
    .innerJoin('user', 'user.id', 'block_marker.user_id')
    .where('block.exam_id', '=', exam.id)
    .select(['block_marker.block_id', 'block_marker.user_id', 'block_marker.duty'])
    .select(['user.name', 'user.account'])
    .orderBy('user.name_pinyin')
    .orderBy('user.id')
    .execute()
  const readings = await selectReadingCounts(
    db,
    blocks.map(({ id }) => id),
  )
  return subjects.map((subject) => ({
    subject_id: subject.subject_id,
    subject_name: subjectName(subject.subject_id, exam.grade_id, {
      [subject.subject_id]: subject.name,
    }),
    blocks: blocks
      .filter(({ subject_id }) => subject_id === subject.subject_id)
      .map((block) => ({
        block_id: block.id,
        name: block.name,
        full_milli: block.full_milli,
        mark_mode: block.mark_mode,
        mark_mode_name: MARK_MODES[block.mark_mode as MarkMode] ?? '',
        status: block.status,
        people: people
          .filter(({ block_id }) => block_id === block.id)
          .map((person) => ({
            user_id: person.user_id,
            name: person.name,
            account: person.account,
            duty: person.duty,
            readings: readings.get(`${block.id}/${person.user_id}`) ?? 0,
          })),
      })),
  }))
}

/** What everybody has given and holds, by `block/marker`. */
async function selectReadingCounts(db: Db, blockIds: readonly number[]) {
  const judged = await db
    .selectFrom('reading_tally')
    .where('block_id', 'in', listed(blockIds))
    .where('state', 'in', ['submitted', 'rejected'])
    .groupBy(['block_id', 'marker_id'])
    .select((eb) => ['block_id', 'marker_id', eb.fn.sum('count').as('n')])
    .execute()
  const claimed = await db
    .selectFrom(readingsInHand(db))
    .where('block_id', 'in', listed(blockIds))
    .where(IS_IN_HAND)
    .where('state', '=', 'claimed')
    .groupBy(['block_id', 'marker_id'])
    .select((eb) => ['block_id', 'marker_id', eb.fn.countAll().as('n')])
    .execute()
  const counts = new Map<string, number>()
  for (const { block_id, marker_id, n } of [...judged, ...claimed]) {
    const key = `${block_id}/${marker_id}`
    counts.set(key, (counts.get(key) ?? 0) + Number(n))
  }
  return counts
}

/**
 * Sets who marks and leads blocks of a subject. Who stays keeps quota and weight; who has read or holds
 * papers can not be removed. A block that was opened is changed as its allocation is: with its checks, and telling
 * whose work changes.
 *
 * @throws AppError MARKING_BLOCK_NOT_FOUND, STAFF_NOT_FOUND, EXAM_MARKERS_CHANGED, MARKING_MARKER_HAS_WORK,
 *   MARKING_SEED_NOT_CLEARED, and of blocks that were opened what `allocateMarkers` finds
 */
export async function setExamMarkers(
  db: Db,
  services: Services,
  exam: Exam,
  assignment: Assignment,
): Promise<void> {
  const own = await db
    .selectFrom('block')
    .where('exam_id', '=', exam.id)
    .where('subject_id', '=', assignment.subject_id)
    .select(['id', 'name', 'status'])
    .execute()
  const opened = new Set(own.flatMap(({ id, status }) => (status === 'setup' ? [] : [id])))
  if (!assignment.blocks.every(({ block_id }) => own.some(({ id }) => id === block_id)))
    throw new AppError('MARKING_BLOCK_NOT_FOUND')
  const names = new Map(own.map(({ id, name }) => [id, name]))
  await lockAllocation(db, ...assignment.blocks.map(({ block_id }) => block_id))
  const blocks = await asSeen(db, assignment.blocks, names)
  await assertStaff(db, exam, blocks)
  for (const block of blocks.toSorted((a, b) => a.block_id - b.block_id)) {
    if (opened.has(block.block_id)) {
      await allocateAndTell(db, services, {
        block_id: block.block_id,
        markers: [
          ...block.marker_ids.map((marker_id) => ({ marker_id, duty: 'marker' as const })),
          ...block.leader_ids.map((marker_id) => ({ marker_id, duty: 'leader' as const })),
        ],
      })
      continue
    }
    await setDuty(db, services.clock, block.block_id, 'marker', block.marker_ids)
    await setDuty(db, services.clock, block.block_id, 'leader', block.leader_ids)
    await tellApart(db, [...block.marker_ids, ...block.leader_ids])
  }
}

/** Who is to be in blocks, that are locked, where others changed them meanwhile. @throws AppError EXAM_MARKERS_CHANGED */
async function asSeen(
  db: Db,
  blocks: Assignment['blocks'],
  names: ReadonlyMap<number, string>,
): Promise<Omit<Assignment['blocks'][number], 'seen'>[]> {
  const present = await db
    .selectFrom('block_marker')
    .where('block_id', 'in', listed(blocks.map(({ block_id }) => block_id)))
    .select(['block_id', 'user_id', 'duty'])
    .execute()
  const settled = (block: Assignment['blocks'][number], duty: 'marker' | 'leader'): number[] => {
    const key = `${duty}_ids` as const
    const now = present.filter((row) => row.block_id === block.block_id && row.duty === duty)
    const ids = wantedNow(
      block[key],
      block.seen?.[key],
      now.map(({ user_id }) => user_id),
    )
    if (!ids)
      throw new AppError('EXAM_MARKERS_CHANGED', {
        block: names.get(block.block_id) ?? '',
        duty: duty === 'marker' ? '阅卷教师' : '负责人',
      })
    return [...ids]
  }
  return blocks.map((block) => ({
    block_id: block.block_id,
    marker_ids: settled(block, 'marker'),
    leader_ids: settled(block, 'leader'),
  }))
}

/** Everybody who joins is an active teacher of a school of the exam who may mark or decide; who is there may stay. */
async function assertStaff(db: Db, exam: Exam, blocks: Assignment['blocks']): Promise<void> {
  const able = ableOf(await selectMarkingStaff(db, exam))
  const present = await db
    .selectFrom('block_marker')
    .where('block_id', 'in', listed(blocks.map(({ block_id }) => block_id)))
    .select(['block_id', 'user_id', 'duty'])
    .execute()
  const known = new Set(present.map((row) => `${row.block_id} ${row.user_id} ${row.duty}`))
  for (const { block_id, marker_ids, leader_ids } of blocks)
    for (const [duty, ids] of [
      ['marker', marker_ids],
      ['leader', leader_ids],
    ] as const)
      for (const id of ids)
        if (!able[duty].has(id) && !known.has(`${block_id} ${id} ${duty}`))
          throw new AppError('STAFF_NOT_FOUND')
}

async function setDuty(
  db: Db,
  clock: Clock,
  blockId: number,
  duty: 'marker' | 'leader',
  wanted: readonly number[],
): Promise<void> {
  const before = await db
    .selectFrom('block_marker')
    .innerJoin('user', 'user.id', 'block_marker.user_id')
    .where('block_id', '=', blockId)
    .where('duty', '=', duty)
    .select(['user_id', 'user.name', 'seed_state'])
    .execute()
  const gone = before.filter(({ user_id }) => !wanted.includes(user_id))
  const readings = await selectReadingCounts(db, [blockId])
  for (const person of gone) {
    const { user_id, name } = person
    if (duty === 'marker') assertCleared(person)
    const count = readings.get(`${blockId}/${user_id}`) ?? 0
    if (duty === 'marker' && count > 0)
      throw new AppError('MARKING_MARKER_HAS_WORK', { name, count })
    await db
      .deleteFrom('block_marker')
      .where('block_id', '=', blockId)
      .where('duty', '=', duty)
      .where('user_id', '=', user_id)
      .execute()
  }
  for (const userId of new Set(wanted))
    await db
      .insertInto('block_marker')
      .values({
        block_id: blockId,
        user_id: userId,
        duty,
        quota: null,
        weight: 1,
        able_since: isoNow(clock),
      })
      .onConflict((conflict) => conflict.columns(['block_id', 'user_id', 'duty']).doNothing())
      .execute()
}
