import { countIf, countRows, type Db, integerAt, isOneOf, type Tables } from '@hengjuan/db'
import type { Milli } from '@hengjuan/domain'
import { type Selectable, sql } from 'kysely'
import { hasMark, isNoRisk } from '../../marking-core/index.ts'

type ScoreRow = Selectable<Tables['second_reader_score']>

/** Units that have what a reader reads, and whose mark is not published. */
const READABLE = ['READY', 'MARKING', 'THIRD', 'ARBITRATION', 'REJECTED', 'FINAL']

/** Units whose mark stands. */
export const SETTLED = ['FINAL', 'LOCKED']

/** A condition on `score`: the reader sent nothing for the paper since. */
const isLatest = sql<boolean>`not exists (
  select 1 from second_reader_score as newer
  where newer.unit_id = score.unit_id
    and newer.reader_id = score.reader_id
    and newer.id > score.id
)`

export interface OfReader {
  readerId: number
  blockId: number
}

/** What a reader says now of papers as they look now. */
const scoresNow = (db: Db, readerId: number) =>
  db
    .selectFrom('second_reader_score as score')
    .innerJoin('unit', 'unit.id', 'score.unit_id')
    .where('score.reader_id', '=', readerId)
    .whereRef('score.images', '=', 'unit.images')
    .where(isLatest)

const presentScores = (db: Db, { readerId, blockId }: OfReader) =>
  scoresNow(db, readerId).where('score.block_id', '=', blockId)

/** What a reader gave a paper, of the image that it has now. */
export const findScore = (db: Db, readerId: number, unitId: number) =>
  scoresNow(db, readerId).where('score.unit_id', '=', unitId).selectAll('score').executeTakeFirst()

/** The same of several papers, by unit. */
export async function selectScoresOf(
  db: Db,
  of: OfReader,
  unitIds: readonly number[],
): Promise<Map<number, ScoreRow>> {
  const rows = await presentScores(db, of)
    .where(isOneOf(db, 'score.unit_id', unitIds))
    .selectAll('score')
    .execute()
  return new Map(rows.map((row) => [row.unit_id, row]))
}

/** How far a reader may lie from a mark. */
export interface ReaderGaps {
  totalMilli: Milli
  /** By place of the point among those that count; none where totals say it all. */
  pointsMilli: readonly Milli[]
}

/**
 * A condition on `reading` and its `unit`: a reader lies further from the reading, in the total or in a point
 * that both have a score of.
 */
export const isApartFromReader = (
  db: Db,
  readerId: number,
  { totalMilli, pointsMilli }: ReaderGaps,
) => sql<boolean>`exists (
  select 1 from second_reader_score as score
  where score.unit_id = unit.id
    and score.reader_id = ${readerId}
    and score.images = unit.images
    and (${sql.join(
      [
        sql`abs(score.total_milli - reading.total_milli) > ${totalMilli}`,
        ...pointsMilli.map(
          (gapMilli, at) =>
            sql`abs(${integerAt(db, 'score.points', at)} - ${integerAt(db, 'reading.points', at)}) > ${gapMilli}`,
        ),
      ],
      sql` or `,
    )})
    and ${isLatest}
)`

const readable = (db: Db, blockId: number) =>
  db
    .selectFrom('unit')
    .where('unit.block_id', '=', blockId)
    .where('unit.state', 'in', READABLE)
    .where('unit.images', '<>', '[]')
    .where(isNoRisk)

/** A condition on `unit`: the reader has scored it as it looks now. */
const isScored = (readerId: number) => sql<boolean>`exists (
  select 1 from second_reader_score as score
  where score.unit_id = unit.id and score.reader_id = ${readerId} and score.images = unit.images
)`

/**
 * Papers to hand out, in the order of their codes, which says nothing about candidates.
 *
 * @param onlyNew without those that the reader has scored as they look now
 */
export const selectPapers = (
  db: Db,
  { readerId, blockId }: OfReader,
  { after, limit, onlyNew }: { after: string; limit: number; onlyNew: boolean },
) =>
  readable(db, blockId)
    .where('unit.secret_code', '>', after)
    .$if(onlyNew, (query) => query.where((eb) => eb.not(isScored(readerId))))
    .selectAll('unit')
    .orderBy('unit.secret_code')
    .limit(limit)
    .execute()

/** Of papers that may be handed out: how many there are, and how many the reader has scored as they look now. */
export const countPapers = (db: Db, { readerId, blockId }: OfReader) =>
  readable(db, blockId)
    .select(({ fn }) => fn.countAll<number>().as('papers'))
    .select(countIf(isScored(readerId)).as('scored'))
    .executeTakeFirstOrThrow()

/** Papers with an image, whatever became of them; of these with a present score, and with one of another image. */
export async function countCoverage(db: Db, of: OfReader) {
  const papers = await countRows(
    db.selectFrom('unit').where('block_id', '=', of.blockId).where('images', '<>', '[]'),
  )
  const scored = await countRows(presentScores(db, of))
  const outdated = await countRows(
    db
      .selectFrom('second_reader_score as score')
      .innerJoin('unit', 'unit.id', 'score.unit_id')
      .where('score.reader_id', '=', of.readerId)
      .where('score.block_id', '=', of.blockId)
      .where(isLatest)
      .whereRef('score.images', '<>', 'unit.images'),
  )
  return { papers, scored, outdated }
}

/** Present scores of papers whose mark stands. */
const settledScores = (db: Db, of: OfReader) =>
  presentScores(db, of)
    .where('unit.state', 'in', SETTLED)
    .where('unit.final_milli', 'is not', null)
    .where(hasMark)

/** Final mark and the reader's score of every paper that has both. */
export async function selectPairs(
  db: Db,
  of: OfReader,
): Promise<{ unitId: number; pair: [final: Milli, reader: Milli] }[]> {
  const rows = await settledScores(db, of)
    .select(['unit.id', 'unit.final_milli', 'score.total_milli'])
    .execute()
  return rows.map((row) => ({
    unitId: row.id,
    pair: [Number(row.final_milli), row.total_milli],
  }))
}

/** The same by point, of papers of which both have scores by point. */
export const selectPointPairs = (db: Db, of: OfReader) =>
  settledScores(db, of)
    .where('unit.final_points', 'is not', null)
    .where('score.points', '<>', '[]')
    .select(['unit.id', 'unit.final_points', 'unit.facts', 'score.points'])
    .execute()

/**
 * Those whose totals lie further apart than this, the furthest first, and those that are named.
 *
 * @param alsoIds papers that differ in a point
 */
export const selectDisagreements = (
  db: Db,
  of: OfReader,
  { gapMilli, alsoIds, limit }: { gapMilli: Milli; alsoIds: readonly number[]; limit: number },
) =>
  settledScores(db, of)
    .where(isNoRisk)
    .where(
      sql<boolean>`(abs(unit.final_milli - score.total_milli) > ${gapMilli} or ${isOneOf(db, 'unit.id', alsoIds)})`,
    )
    .select(['unit.id', 'unit.secret_code', 'unit.final_milli'])
    .select(['score.total_milli', 'score.confidence', 'score.reason'])
    .select((eb) =>
      eb
        .case()
        .when(
          eb.exists(
            eb
              .selectFrom('spot_check')
              .select('spot_check.id')
              .whereRef('spot_check.unit_id', '=', 'unit.id')
              .where('spot_check.withdrawn_at', 'is', null),
          ),
        )
        .then(1)
        .else(0)
        .end()
        .as('is_checked'),
    )
    .orderBy(sql`abs(unit.final_milli - score.total_milli)`, 'desc')
    .orderBy('unit.secret_code')
    .limit(limit)
    .execute()
