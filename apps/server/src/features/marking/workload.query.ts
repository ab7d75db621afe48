import type { Db } from '@hengjuan/db'
import {
  largestRemainder,
  type MarkMode,
  NO_RECORD,
  papersToCome,
  PRESENT,
  readingsToCome,
  type RollCall,
  type SchoolLoad,
} from '@hengjuan/domain'
import { sql } from 'kysely'
import type { BlockRow } from './block-rules.query.ts'
import { selectSchoolsOf } from './subject-schools.query.ts'
import { selectBlockUnitCounts } from './unit-counts.query.ts'

type Block = Pick<BlockRow, 'id' | 'exam_id' | 'subject_id' | 'mark_mode' | 'double_ratio'>

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
  /** School id -> of these, candidates of classes of which nothing has come; empty while scanning goes on. */
  unbegun: ReadonlyMap<number, number>
}

/** @source domain rules 4.1 */
export async function selectWorkload(db: Db, block: Block): Promise<Workload> {
  const counts = (await selectBlockUnitCounts(db, [block.id])).get(block.id)
  const papers = counts?.total ?? 0
  const { present, noRecord } = await selectRoll(db, block)
  const isMissing = present + noRecord > papers
  const scanning = isMissing ? await scanningOf(db, block) : 'open'
  const unbegun = scanning === 'closed' ? await selectUnbegun(db, block) : new Map<number, number>()
  const toCome = papersToCome({
    present,
    noRecord,
    papers,
    scanning,
    unbegun: sumOf(unbegun.values()),
  })
  return {
    units: papers + toCome,
    readings: (counts?.readings ?? 0) + readingsOf(block, toCome),
    untouched: counts?.byState.READY ?? 0,
    toCome,
    unbegun,
  }
}

/** The same school by school, for blocks in which each reads its own. */
export async function selectSchoolLoads(
  db: Db,
  block: Block,
  { toCome, unbegun }: Workload,
): Promise<SchoolLoad[]> {
  const own = new Map(
    (
      await db
        .selectFrom('unit')
        .where('block_id', '=', block.id)
        .where((eb) => eb.or([eb('state', '<>', 'WAIT_IMAGE'), eb('images', '<>', '[]')]))
        .groupBy('school_id')
        .select(['school_id', ({ fn }) => fn.countAll().as('units')])
        .select(({ fn }) => fn.sum('readings_due').as('readings'))
        .execute()
    ).map((row) => [row.school_id, { units: Number(row.units), readings: Number(row.readings) }]),
  )
  const roll = await selectSchoolsOf(db, block.exam_id, block.subject_id)
  const ids = [...new Set([...roll.map(({ school_id }) => school_id), ...own.keys()])]
  const expected = new Map(roll.map(({ school_id, count }) => [school_id, count]))
  const missing = ids.map((id) =>
    unbegun.size > 0
      ? (unbegun.get(id) ?? 0)
      : Math.max(0, (expected.get(id) ?? 0) - (own.get(id)?.units ?? 0)),
  )
  const coming = shared(toCome, missing)
  const twice = shared(readingsOf(block, toCome) - toCome, coming)
  return ids.map((schoolId, index) => {
    const { units, readings } = own.get(schoolId) ?? { units: 0, readings: 0 }
    const more = coming[index] ?? 0
    return { schoolId, units: units + more, readings: readings + more + (twice[index] ?? 0) }
  })
}

const readingsOf = ({ mark_mode, double_ratio }: Block, papers: number): number =>
  readingsToCome(papers, mark_mode as MarkMode, double_ratio)

const shared = (total: number, weights: readonly number[]): number[] =>
  weights.some((weight) => weight > 0) ? largestRemainder(total, weights) : weights.map(() => 0)

const sumOf = (counts: Iterable<number>): number =>
  [...counts].reduce((sum, count) => sum + count, 0)

async function selectRoll(db: Db, { exam_id, subject_id }: Block) {
  const rows = await db
    .selectFrom('candidate_subject')
    .where('exam_id', '=', exam_id)
    .where('subject_id', '=', subject_id)
    .where('attendance', 'in', [PRESENT, NO_RECORD])
    .groupBy('attendance')
    .select(['attendance', ({ fn }) => fn.countAll().as('count')])
    .execute()
  const of = (code: number) =>
    Number(rows.find(({ attendance }) => attendance === code)?.count ?? 0)
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
    .select(['exam_subject.status', ({ fn }) => fn.count('scan_batch.id').as('batches')])
    .select(({ fn }) => fn.count('scan_batch.closed_at').as('closed'))
    .executeTakeFirstOrThrow()
  if (row.status >= REPORTS) return 'over'
  return Number(row.batches) > 0 && Number(row.closed) === Number(row.batches) ? 'closed' : 'open'
}

/** School id -> candidates without a record in classes nobody of whom was there, as far as is known. */
async function selectUnbegun(db: Db, { exam_id, subject_id }: Block): Promise<Map<number, number>> {
  const missing = await db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .where('candidate_subject.exam_id', '=', exam_id)
    .where('candidate_subject.subject_id', '=', subject_id)
    .where('candidate_subject.attendance', '=', NO_RECORD)
    .groupBy(['candidate.school_id', 'candidate.class_id'])
    .select(['candidate.school_id', 'candidate.class_id'])
    .select(({ fn }) => fn.countAll().as('count'))
    .execute()
  if (missing.length === 0) return new Map()
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
  const schools = new Map<number, number>()
  for (const { school_id, class_id, count } of missing)
    if (!known.has(class_id)) schools.set(school_id, (schools.get(school_id) ?? 0) + Number(count))
  return schools
}
