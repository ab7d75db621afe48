import { countIf, type Db } from '@hengjuan/db'
import type { UnitStatus } from '@hengjuan/domain'
import {
  hasMark,
  IS_IN_HAND,
  readingsInHand,
  selectReadingsWithdrawn,
  settleToleranceIn,
} from '../marking-core/index.ts'
import { subjectNameIn } from '../../subject-name.ts'

/** The blocks of an exam with what their rows say that does not change while marking goes on. */
export async function selectBlocks(db: Db, examId: number) {
  const blocks = await db
    .selectFrom('block')
    .innerJoin('subject', 'subject.id', 'block.subject_id')
    .innerJoin('exam_subject', (join) =>
      join
        .onRef('exam_subject.exam_id', '=', 'block.exam_id')
        .onRef('exam_subject.subject_id', '=', 'block.subject_id'),
    )
    .where('block.exam_id', '=', examId)
    .selectAll('block')
    .select([subjectNameIn('block.exam_id').as('subject_name'), 'exam_subject.marking_deadline'])
    .orderBy('exam_subject.sort')
    .orderBy('block.subject_id')
    .orderBy('block.sort')
    .orderBy('block.id')
    .execute()
  const points = await db
    .selectFrom('score_point')
    .innerJoin('block', 'block.id', 'score_point.block_id')
    .leftJoin('question', 'question.id', 'score_point.question_id')
    .where('block.exam_id', '=', examId)
    .select(['score_point.block_id', 'score_point.name', 'question.no'])
    .orderBy('score_point.block_id')
    .orderBy('score_point.sort')
    .execute()
  const pointsOf = Map.groupBy(points, ({ block_id }) => block_id)
  return blocks.map((block) => {
    const own = pointsOf.get(block.id) ?? []
    return {
      ...block,
      pointNames: own.map(({ name }) => name),
      questionCount: new Set(own.map(({ no, name }) => no ?? name)).size,
    }
  })
}

export type SupervisedBlock = Awaited<ReturnType<typeof selectBlocks>>[number]

/** Block id -> units by state. Units whose sheet was taken away before anybody read them do not count. */
export async function selectUnitStates(
  db: Db,
  examId: number,
): Promise<Map<number, Partial<Record<UnitStatus, number>>>> {
  const rows = await db
    .selectFrom('unit_tally as tally')
    .innerJoin('block', 'block.id', 'tally.block_id')
    .where('block.exam_id', '=', examId)
    .where('tally.state', '<>', 'NO_IMAGE')
    .groupBy(['tally.block_id', 'tally.state'])
    .select(['tally.block_id', 'tally.state'])
    .select(({ fn }) => fn.sum<number>('tally.count').as('count'))
    .execute()
  const states = new Map<number, Partial<Record<UnitStatus, number>>>()
  for (const { block_id, state, count } of rows)
    if (count > 0) states.set(block_id, { ...states.get(block_id), [state]: count })
  return states
}

/** Block id -> first and second readings that its papers have or are still to have, and that those which left have. */
export async function selectReadingsDue(db: Db, examId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('unit_tally as tally')
    .innerJoin('block', 'block.id', 'tally.block_id')
    .where('block.exam_id', '=', examId)
    .where('tally.state', '<>', 'NO_IMAGE')
    .groupBy('tally.block_id')
    .select(['tally.block_id', ({ fn }) => fn.sum<number>('tally.readings').as('readings')])
    .execute()
  const due = new Map(rows.map(({ block_id, readings }) => [block_id, readings]))
  const blocks = await db.selectFrom('block').select('id').where('exam_id', '=', examId).execute()
  const withdrawn = await selectReadingsWithdrawn(
    db,
    blocks.map(({ id }) => id),
  )
  for (const [id, count] of withdrawn) due.set(id, (due.get(id) ?? 0) + count)
  return due
}

/** Block id -> papers with a first or second slot that somebody may take. */
export async function selectFreePapers(db: Db, examId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('block')
    .innerJoin('unit_queue as place', 'place.block_id', 'block.id')
    .where('block.exam_id', '=', examId)
    .where('place.queue', '=', 'base')
    .groupBy('block.id')
    .select(['block.id', ({ fn }) => fn.countAll<number>().as('count')])
    .execute()
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Readings in hand, by block and state of their unit: how many units, and how many claims are old. */
export const selectClaims = (db: Db, examId: number, idleBefore: string) =>
  db
    .selectFrom(readingsInHand(db))
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .where('unit.exam_id', '=', examId)
    .where(IS_IN_HAND)
    .where('reading.state', '=', 'claimed')
    .groupBy(['reading.block_id', 'unit.state'])
    .select(['reading.block_id', 'unit.state'])
    .select(({ fn, eb }) => [
      fn.count<number>('reading.unit_id').distinct().as('units'),
      countIf(eb('reading.claimed_at', '<', idleBefore)).as('idle'),
    ])
    .execute()

/** Live readings by block, role and state. */
export const selectReadingCounts = (db: Db, examId: number, since: string) =>
  db
    .selectFrom('reading')
    .innerJoin('block', 'block.id', 'reading.block_id')
    .where('block.exam_id', '=', examId)
    .where('reading.state', 'in', ['claimed', 'submitted', 'rejected'])
    .groupBy(['reading.block_id', 'reading.role', 'reading.state'])
    .select(['reading.block_id', 'reading.role', 'reading.state'])
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number>('reading.rejections').as('rejections'),
      countIf(eb('reading.submitted_at', '>=', since)).as('recent'),
      fn.min<string | null>('reading.submitted_at').as('first'),
      fn.max<string | null>('reading.submitted_at').as('last'),
    ])
    .execute()

/** How many papers have two readings, and in how many they lie no further apart than allowed. */
export const selectPairs = (db: Db, examId: number) =>
  db
    .selectFrom('reading as first')
    .innerJoin('reading as second', 'second.unit_id', 'first.unit_id')
    .innerJoin('unit', 'unit.id', 'first.unit_id')
    .innerJoin('block', 'block.id', 'first.block_id')
    .where('block.exam_id', '=', examId)
    .where('first.role', '=', 'R1')
    .where('first.state', '=', 'submitted')
    .where('second.role', '=', 'R2')
    .where('second.state', '=', 'submitted')
    .groupBy('first.block_id')
    .select('first.block_id')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('pairs'),
      countIf(
        eb(
          fn<number>('abs', [eb('first.total_milli', '-', eb.ref('second.total_milli'))]),
          '<=',
          settleToleranceIn(db),
        ),
      ).as('agreed'),
    ])
    .execute()

/** How many papers one reading is to decide and was handed in of, by block. */
export const selectReadOnce = (db: Db, examId: number) =>
  db
    .selectFrom('reading')
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .where('unit.exam_id', '=', examId)
    .where('unit.readings_due', '=', 1)
    .where('reading.role', '=', 'R1')
    .where('reading.state', '=', 'submitted')
    .groupBy('reading.block_id')
    .select(['reading.block_id', ({ fn }) => fn.countAll<number>().as('count')])
    .execute()

/** Final scores and how often each was given, by block. */
export const selectFinals = (db: Db, examId: number) =>
  db
    .selectFrom('unit')
    .where('exam_id', '=', examId)
    .where('final_milli', 'is not', null)
    .where(hasMark)
    .groupBy(['block_id', 'final_milli'])
    .orderBy('final_milli')
    .select(['block_id', 'final_milli', ({ fn }) => fn.countAll<number>().as('count')])
    .execute()

/** Who marks or leads in the blocks of an exam and may. */
const activePeople = (db: Db, examId: number, duty: 'marker' | 'leader') =>
  db
    .selectFrom('block_marker')
    .innerJoin('block', 'block.id', 'block_marker.block_id')
    .innerJoin('user', 'user.id', 'block_marker.user_id')
    .where('block.exam_id', '=', examId)
    .where('duty', '=', duty)
    .where('suspended_at', 'is', null)
    .where('user.disabled_at', 'is', null)

/** Active markers by block. */
export const selectMarkerCounts = (db: Db, examId: number) =>
  activePeople(db, examId, 'marker')
    .groupBy('block_id')
    .select(['block_id', ({ fn }) => fn.countAll<number>().as('count')])
    .execute()

/** Names of those who lead blocks, by block. */
export const selectLeaderNames = (db: Db, examId: number) =>
  activePeople(db, examId, 'leader').orderBy('user.id').select(['block_id', 'user.name']).execute()

/** The subjects of an exam in their order. */
export const selectSubjects = (db: Db, examId: number) =>
  db
    .selectFrom('exam_subject')
    .innerJoin('subject', 'subject.id', 'exam_subject.subject_id')
    .where('exam_subject.exam_id', '=', examId)
    .select(['subject.id', subjectNameIn('exam_subject.exam_id').as('name')])
    .orderBy('exam_subject.sort')
    .orderBy('subject.id')
    .execute()

/**
 * Changes whenever marking does; cheap, so that it can be asked every second.
 *
 * @returns setup: of the stamp what people change in blocks, beside what they do to papers
 */
export async function selectStamp(
  db: Db,
  examId: number,
): Promise<{ eventId: number; stamp: string; setup: string }> {
  const { eventId } = await db
    .selectFrom('mark_event')
    .where('exam_id', '=', examId)
    .select(({ fn }) => fn.max<number | null>('id').as('eventId'))
    .executeTakeFirstOrThrow()
  const blocks = await db
    .selectFrom('block')
    .leftJoin('block_marker', 'block_marker.block_id', 'block.id')
    .where('block.exam_id', '=', examId)
    .groupBy(['block.id', 'block.status', 'block.mark_mode'])
    .select(['block.id', 'block.status', 'block.mark_mode'])
    .select(({ fn }) => [
      fn.count<number>('block_marker.user_id').as('markers'),
      fn.count<number>('block_marker.suspended_at').as('suspended'),
    ])
    .orderBy('block.id')
    .execute()
  const setup = blocks.map((row) => Object.values(row).join()).join(';')
  return { eventId: eventId ?? 0, stamp: `${eventId ?? 0} ${setup}`, setup }
}
