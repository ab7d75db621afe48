import { countIf, type Db } from '@hengjuan/db'
import {
  largestRemainder,
  type MarkMode,
  NO_RECORD,
  type PaperPlace,
  papersToCome,
  PRESENT,
  readingsToCome,
  type RollCall,
  type SchoolLoad,
} from '@hengjuan/domain'
import { sql } from 'kysely'
import {
  type BlockRow,
  selectBlockUnitCounts,
  selectClassesOf,
  withdrawnReadings,
} from '../../marking-core/index.ts'

type Block = Pick<
  BlockRow,
  'id' | 'exam_id' | 'subject_id' | 'mark_mode' | 'double_ratio' | 'is_drawing'
>

/** `exam_subject.status` once reports are made. */
const REPORTS = 6

/** What there is to read in a block. */
export interface Workload {
  /** Papers that there are, and papers that scanning may still bring. */
  units: number
  /** First and second readings in all: of papers that there are to the one, of the others estimated. */
  readings: number
  /** Papers that nobody has begun. */
  untouched: number
  /** Of the papers, those still to come. */
  toCome: number
  /** Of these, candidates of classes of which nothing has come; empty while scanning goes on. */
  unbegun: readonly ClassCount[]
}

/** @source domain rules 4.1 */
export async function selectWorkload(db: Db, block: Block): Promise<Workload> {
  const counts = (await selectBlockUnitCounts(db, [block.id])).get(block.id)
  const papers = counts?.total ?? 0
  const { present, noRecord } = await selectRoll(db, block)
  const isMissing = present + noRecord > papers
  const scanning = isMissing ? await scanningOf(db, block) : 'open'
  const unbegun = scanning === 'closed' ? await selectUnbegun(db, block) : []
  const toCome = papersToCome({
    present,
    noRecord,
    papers,
    scanning,
    unbegun: unbegun.reduce((sum, { count }) => sum + count, 0),
  })
  // While it is drawn which of them are read twice, as many as there will be; nobody has read any.
  const readings =
    block.is_drawing === 1
      ? readingsOf(block, papers - (counts?.final ?? 0))
      : (counts?.readings ?? 0)
  return {
    units: papers + toCome,
    readings: readings + readingsOf(block, toCome),
    untouched: counts?.byState.READY ?? 0,
    toCome,
    unbegun,
  }
}

/** The same school by school, for blocks in which each reads its own. */
export const selectSchoolLoads = async (
  db: Db,
  block: Block,
  workload: Workload,
): Promise<SchoolLoad[]> =>
  (
    await selectPlaceLoads(db, block, workload, ({ schoolId }) => ({
      schoolId,
      classId: 0,
      released: 0,
    }))
  ).map(({ schoolId, units, readings }) => ({ schoolId, units, readings }))

/** What there is to read of papers from one place. */
export interface PlaceLoad extends PaperPlace {
  units: number
  /** First and second readings in all. */
  readings: number
}

/**
 * The same by where papers come from and what they were released from; papers to come are released from nothing.
 *
 * @param toldApart makes places the same that do not differ for who asks
 */
export async function selectPlaceLoads(
  db: Db,
  block: Block,
  { toCome, unbegun }: Workload,
  toldApart: (place: PaperPlace) => PaperPlace,
): Promise<PlaceLoad[]> {
  const loads = new Map<string, PlaceLoad & { expected: number; papers: number; unbegun: number }>()
  const loadOf = (place: PaperPlace) => {
    const { schoolId, classId, released } = toldApart(place)
    const key = `${schoolId} ${classId} ${released}`
    const none = { units: 0, readings: 0, expected: 0, papers: 0, unbegun: 0 }
    const load = loads.get(key) ?? { schoolId, classId, released, ...none }
    loads.set(key, load)
    return load
  }
  for (const { count, ...place } of await selectExpected(db, block))
    loadOf({ ...place, released: 0 }).expected += count
  for (const { units, readings, ...place } of await selectPlaceUnits(db, block)) {
    // Whether all of a class have come does not depend on what some of their papers were released from.
    loadOf({ ...place, released: 0 }).papers += units
    const load = loadOf(place)
    load.units += units
    load.readings += readings
  }
  for (const { count, ...place } of unbegun) loadOf({ ...place, released: 0 }).unbegun += count
  const list = [...loads.values()]
  const missing = list.map((load) =>
    unbegun.length > 0 ? load.unbegun : Math.max(0, load.expected - load.papers),
  )
  const coming = shared(toCome, missing)
  const twice = shared(readingsOf(block, toCome) - toCome, coming)
  return list.map(({ schoolId, classId, released, units, readings }, index) => {
    const more = coming[index] ?? 0
    return {
      schoolId,
      classId,
      released,
      units: units + more,
      readings: readings + more + (twice[index] ?? 0),
    }
  })
}

/** Papers that there are, and their first and second readings; of papers that left, the readings only. */
async function selectPlaceUnits(db: Db, block: Block): Promise<PlaceLoad[]> {
  const left = await withdrawnReadings(db)
    .where('place.block_id', '=', block.id)
    .groupBy(['unit.school_id', 'unit.class_id', 'unit.released'])
    .select(['unit.school_id', 'unit.class_id', 'unit.released'])
    .select(({ fn }) => fn.countAll<number>().as('readings'))
    .orderBy('unit.school_id')
    .orderBy('unit.class_id')
    .orderBy('unit.released')
    .execute()
  const rows = await db
    .selectFrom('unit')
    .where('block_id', '=', block.id)
    .where((eb) => eb.or([eb('state', '<>', 'WAIT_IMAGE'), eb('images', '<>', '[]')]))
    .groupBy(['school_id', 'class_id', 'released'])
    .select(['school_id', 'class_id', 'released', ({ fn }) => fn.countAll<number>().as('units')])
    .select(({ fn }) => fn.sum('readings_due').as('readings'))
    .select((eb) => countIf(eb('readings_due', '>', 0)).as('due'))
    .orderBy('school_id')
    .orderBy('class_id')
    .orderBy('released')
    .execute()
  const drawn = rows.map(({ due, ...row }) => ({
    ...row,
    readings: block.is_drawing === 1 ? readingsOf(block, due) : row.readings,
  }))
  return [...drawn, ...left.map((row) => ({ ...row, units: 0 }))].map((row) => {
    const { school_id, class_id, released, units, readings } = row
    return {
      schoolId: school_id,
      classId: class_id,
      released,
      units,
      readings: Number(readings),
    }
  })
}

/** Candidates of a class. */
interface ClassCount {
  schoolId: number
  classId: number
  count: number
}

/** Candidates who were there, and those of whom nothing is known. */
const selectExpected = async (db: Db, block: Block): Promise<ClassCount[]> =>
  (await selectClassesOf(db, block.exam_id, block.subject_id)).map((row) => ({
    schoolId: row.school_id,
    classId: row.class_id,
    count: row.count,
  }))

const readingsOf = ({ mark_mode, double_ratio }: Block, papers: number): number =>
  readingsToCome(papers, mark_mode as MarkMode, double_ratio)

const shared = (total: number, weights: readonly number[]): number[] =>
  weights.some((weight) => weight > 0) ? largestRemainder(total, weights) : weights.map(() => 0)

async function selectRoll(db: Db, { exam_id, subject_id }: Block) {
  const rows = await db
    .selectFrom('candidate_subject')
    .where('exam_id', '=', exam_id)
    .where('subject_id', '=', subject_id)
    .where('attendance', 'in', [PRESENT, NO_RECORD])
    .groupBy('attendance')
    .select(['attendance', ({ fn }) => fn.countAll<number>().as('count')])
    .execute()
  const of = (code: number) => rows.find(({ attendance }) => attendance === code)?.count ?? 0
  return { present: of(PRESENT), noRecord: of(NO_RECORD) }
}

/** Does scanning of the subject go on, as far as its batches and its step say? */
async function scanningOf(db: Db, { exam_id, subject_id }: Block): Promise<RollCall['scanning']> {
  const row = await db
    .selectFrom('exam_subject')
    .where('exam_subject.exam_id', '=', exam_id)
    .where('exam_subject.subject_id', '=', subject_id)
    .leftJoin('scan_batch', (join) =>
      join
        .onRef('scan_batch.exam_id', '=', 'exam_subject.exam_id')
        .onRef('scan_batch.subject_id', '=', 'exam_subject.subject_id'),
    )
    .groupBy('exam_subject.status')
    .select(['exam_subject.status', ({ fn }) => fn.count<number>('scan_batch.id').as('batches')])
    .select(({ fn }) => fn.count<number>('scan_batch.closed_at').as('closed'))
    .executeTakeFirstOrThrow()
  if (row.status >= REPORTS) return 'over'
  return row.batches > 0 && row.closed === row.batches ? 'closed' : 'open'
}

/** Candidates without a record in classes nobody of whom was there, as far as is known. */
async function selectUnbegun(db: Db, { exam_id, subject_id }: Block): Promise<ClassCount[]> {
  const missing = await db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .where('candidate_subject.exam_id', '=', exam_id)
    .where('candidate_subject.subject_id', '=', subject_id)
    .where('candidate_subject.attendance', '=', NO_RECORD)
    .groupBy(['candidate.school_id', 'candidate.class_id'])
    .select(['candidate.school_id', 'candidate.class_id'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute()
  if (missing.length === 0) return []
  const begun = await db
    .selectFrom('class')
    .where(
      'id',
      'in',
      missing.map(({ class_id }) => class_id),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('candidate')
          .innerJoin('candidate_subject', 'candidate_subject.candidate_id', 'candidate.id')
          .where('candidate.exam_id', '=', exam_id)
          .whereRef('candidate.class_id', '=', 'class.id')
          .where('candidate_subject.subject_id', '=', subject_id)
          .where('candidate_subject.attendance', '=', PRESENT)
          .select(sql`1`.as('one')),
      ),
    )
    .select('id')
    .execute()
  const known = new Set(begun.map(({ id }) => id))
  return missing.flatMap(({ school_id, class_id, count }) =>
    known.has(class_id) ? [] : [{ schoolId: school_id, classId: class_id, count }],
  )
}
