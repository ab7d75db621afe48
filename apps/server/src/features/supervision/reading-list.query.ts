import type { Db } from '@hengjuan/db'

export interface ReadingFilter {
  blockId: number
  markerId?: number | undefined
  lowMilli?: number | undefined
  highMilli?: number | undefined
  since?: string | undefined
  until?: string | undefined
  unitState?: string | undefined
}

const standing = (db: Db, filter: ReadingFilter) =>
  db
    .selectFrom('reading')
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .innerJoin('user', 'user.id', 'reading.marker_id')
    .where('reading.block_id', '=', filter.blockId)
    .where('reading.state', 'in', ['submitted', 'rejected'])
    .where('reading.total_milli', 'is not', null)
    .$if(filter.markerId !== undefined, (query) =>
      query.where('reading.marker_id', '=', filter.markerId ?? 0),
    )
    .$if(filter.lowMilli !== undefined, (query) =>
      query.where('reading.total_milli', '>=', filter.lowMilli ?? 0),
    )
    .$if(filter.highMilli !== undefined, (query) =>
      query.where('reading.total_milli', '<=', filter.highMilli ?? 0),
    )
    .$if(filter.since !== undefined, (query) =>
      query.where('reading.submitted_at', '>=', filter.since ?? ''),
    )
    .$if(filter.until !== undefined, (query) =>
      query.where('reading.submitted_at', '<', filter.until ?? ''),
    )
    .$if(filter.unitState !== undefined, (query) =>
      query.where('unit.state', '=', filter.unitState ?? ''),
    )

/** Readings that stand, newest first, and how many there are. */
export async function selectReadingList(
  db: Db,
  filter: ReadingFilter & { page?: number | undefined; limit?: number | undefined },
) {
  const { page = 1, limit = 20 } = filter
  const { total } = await standing(db, filter)
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await standing(db, filter)
    .select([
      'reading.id as task_detail_id',
      'reading.unit_id',
      'unit.secret_code',
      'reading.marker_id',
      'user.name as marker_name',
      'reading.role',
      'reading.state',
      'reading.total_milli',
      'unit.state as unit_state',
      'unit.final_milli',
      'reading.active_ms',
      'reading.submitted_at',
      'reading.claimed_at',
      'reading.rejections',
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('spot_check')
          .select('spot_check.id')
          .whereRef('spot_check.reading_id', '=', 'reading.id'),
      ).as('checked'),
    )
    .orderBy('reading.submitted_at', 'desc')
    .orderBy('reading.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return {
    list: rows.map(({ claimed_at, ...row }) => ({
      ...row,
      total_milli: row.total_milli ?? 0,
      submitted_at: row.submitted_at ?? claimed_at,
      checked: Boolean(row.checked),
    })),
    total: Number(total),
    page,
    page_size: limit,
  }
}
