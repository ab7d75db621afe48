import type { Db } from '@hengjuan/db'
import { sql } from 'kysely'

export interface OwnPaperFilter {
  blockId: number
  markerId: number
  /** Totals of the reading, thousandths of a point, up to and including. */
  lowMilli?: number | undefined
  highMilli?: number | undefined
  /** A paper flag. */
  flag?: string | undefined
  /** How the secret code begins. */
  code?: string | undefined
  /** Only those that were sent back at some time, marked again or not. */
  isSentBack?: boolean
  /** Only those submitted before this time. */
  before?: string | undefined
  /** Of several that were submitted at that time, as those of a grid are, also the readings before this one. */
  beforeId?: number | undefined
}

/** Submitted before a reading, in an order in which no two are in the same place. */
export const isEarlier = (at: string, id: number) =>
  sql<boolean>`(reading.submitted_at < ${at} or (reading.submitted_at = ${at} and reading.id < ${id}))`

/** Own readings of a block that count, the latest first. */
export const selectOwnPapers = (db: Db, filter: OwnPaperFilter, limit: number) =>
  db
    .selectFrom('reading')
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .where('reading.block_id', '=', filter.blockId)
    .where('reading.marker_id', '=', filter.markerId)
    .where('reading.state', 'in', ['submitted', 'rejected', 'given', 'taken_back'])
    // An own paper that was served again stands here once, or the search would tell which it was.
    .where('reading.role', 'not in', ['ARB', 'SELF'])
    .$if(filter.lowMilli !== undefined, (query) =>
      query.where('reading.total_milli', '>=', filter.lowMilli ?? 0),
    )
    .$if(filter.highMilli !== undefined, (query) =>
      query.where('reading.total_milli', '<=', filter.highMilli ?? 0),
    )
    .$if(filter.flag !== undefined, (query) =>
      query.where('reading.flags', 'like', `%"${filter.flag}"%`),
    )
    .$if(filter.code !== undefined, (query) =>
      query.where('unit.secret_code', 'like', `${filter.code?.toUpperCase()}%`),
    )
    .$if(filter.isSentBack === true, (query) => query.where('reading.rejections', '>', 0))
    .$if(filter.before !== undefined, (query) =>
      query.where(isEarlier(filter.before ?? '', filter.beforeId ?? 0)),
    )
    .selectAll('reading')
    .orderBy('reading.submitted_at', 'desc')
    .orderBy('reading.id', 'desc')
    .limit(limit)
    .execute()

/** Every answer of the candidate of a unit in its subject, in the order of the sheet. */
export const selectPaperOfUnit = (db: Db, unitId: number) =>
  db
    .selectFrom('unit as own')
    .innerJoin('unit', (join) =>
      join
        .onRef('unit.exam_id', '=', 'own.exam_id')
        .onRef('unit.subject_id', '=', 'own.subject_id')
        .onRef('unit.candidate_id', '=', 'own.candidate_id'),
    )
    .innerJoin('block', 'block.id', 'unit.block_id')
    .where('own.id', '=', unitId)
    .select(['unit.id', 'unit.images', 'block.id as blockId', 'block.name as blockName'])
    .orderBy('block.sort')
    .orderBy('block.id')
    .execute()
