import { runInWorker, type DropFirst } from '../../reader-thread/run-in-worker.ts'
import type { EntryVersions } from '../marking-messages/index.ts'
import { hasMark, settleToleranceIn } from '../marking-core/index.ts'
import { isStandingCheck } from '../quality/index.ts'
import type { trendTaskDetail, InputOf } from '@hengjuan/contracts'
import { countRows, type Db, isOneOf, whereGiven } from '@hengjuan/db'

export interface ReadingFilter {
  blockId: number
  markerId?: number | undefined
  lowMilli?: number | undefined
  highMilli?: number | undefined
  since?: string | undefined
  until?: string | undefined
  unitState?: string | undefined
  kind?: InputOf<typeof trendTaskDetail>['query']['kind']
  /** Only readings that an entry of the rubric was pressed in. */
  pressed?: EntryVersions | undefined
  /** Faster is too fast, milliseconds. */
  fastMs: number
  /** When today began. */
  today: string
  /** Without papers that wait for arbitration: the caller arbitrates them, and is not to know who read them. */
  isBlind: boolean
}

/** Kinds that are told by the checks of a reading. */
const CHECKED: readonly ReadingFilter['kind'][] = [
  'sent_back',
  'checked',
  'checked_today',
  'corrected',
]

const JUDGED = ['R1', 'R2', 'R3']

const standing = (db: Db, filter: ReadingFilter) =>
  db
    .selectFrom('reading')
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .innerJoin('user', 'user.id', 'reading.marker_id')
    .innerJoin('block', 'block.id', 'reading.block_id')
    .where('reading.block_id', '=', filter.blockId)
    .where('reading.state', 'in', ['submitted', 'rejected'])
    .where('reading.total_milli', 'is not', null)
    .$if(filter.isBlind, (query) => query.where('unit.state', '<>', 'ARBITRATION'))
    .where((eb) => whereGiven(eb, { 'reading.marker_id': filter.markerId }))
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
      // Results are out: final marks are locked, and final all the same.
      query.where(
        'unit.state',
        'in',
        filter.unitState === 'FINAL' ? ['FINAL', 'LOCKED'] : [filter.unitState ?? ''],
      ),
    )
    .$if(filter.pressed !== undefined, (query) =>
      // As `rubricUse` counts them.
      query
        .where('reading.role', 'in', JUDGED)
        .where('reading.state', '=', 'submitted')
        .where('reading.pressed_entries', 'like', `%"${filter.pressed?.entryId}"%`)
        .where(({ or, eb }) =>
          or([
            isOneOf(db, 'reading.rubric_version', filter.pressed?.versions ?? []),
            ...(filter.pressed?.hasUnversioned ? [eb('reading.rubric_version', 'is', null)] : []),
          ]),
        ),
    )
    .$if(filter.kind !== undefined, (query) => query.where('reading.role', 'in', JUDGED))
    .$if(filter.kind === 'apart', (query) =>
      query.where('reading.role', 'in', ['R1', 'R2']).where(({ exists, selectFrom }) =>
        exists(
          selectFrom('reading as other')
            .select('other.id')
            .whereRef('other.unit_id', '=', 'reading.unit_id')
            .whereRef('other.role', '<>', 'reading.role')
            .where('other.role', 'in', ['R1', 'R2'])
            .where('other.state', 'in', ['submitted', 'rejected'])
            .where(({ eb, fn, ref }) =>
              eb(
                fn<number>('abs', [eb('other.total_milli', '-', ref('reading.total_milli'))]),
                '>',
                settleToleranceIn(db),
              ),
            ),
        ),
      ),
    )
    .$if(filter.kind === 'off', (query) =>
      query
        .where('unit.final_milli', 'is not', null)
        .where('unit.final_source', '<>', 'SINGLE')
        .where(hasMark)
        .where(({ eb, fn, ref }) =>
          eb(
            fn<number>('abs', [eb('unit.final_milli', '-', ref('reading.total_milli'))]),
            '>',
            settleToleranceIn(db),
          ),
        ),
    )
    .$if(filter.kind === 'fast', (query) => query.where('reading.active_ms', '<', filter.fastMs))
    .$if(filter.kind === 'third' || filter.kind === 'arbitration', (query) =>
      query.where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('unit.state', '=', filter.kind === 'third' ? 'THIRD' : 'ARBITRATION'),
          exists(
            selectFrom('reading as later')
              .select('later.id')
              .whereRef('later.unit_id', '=', 'reading.unit_id')
              .where('later.role', '=', filter.kind === 'third' ? 'R3' : 'ARB')
              .where('later.state', 'in', ['claimed', 'submitted', 'rejected']),
          ),
        ]),
      ),
    )
    .$if(CHECKED.includes(filter.kind), (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('spot_check')
            .select('spot_check.id')
            // Also what was checked and then given anew, because of the check or not: it is the same paper.
            .whereRef('spot_check.unit_id', '=', 'reading.unit_id')
            .whereRef('spot_check.marker_id', '=', 'reading.marker_id')
            .where(isStandingCheck)
            .$if(filter.kind === 'sent_back', (checks) =>
              checks.where('spot_check.is_rejected', '=', 1),
            )
            .$if(filter.kind === 'corrected', (checks) =>
              checks.where('spot_check.is_marked', '=', 1),
            )
            .$if(filter.kind === 'checked_today', (checks) =>
              checks.where('spot_check.checked_at', '>=', filter.today),
            ),
        ),
      ),
    )

async function countStanding(db: Db, filter: ReadingFilter): Promise<number> {
  return countRows(standing(db, filter))
}

/** Readings that stand, newest first, and how many there are. */
export async function selectReadingList(
  db: Db,
  filter: ReadingFilter & { page?: number | undefined; limit?: number | undefined },
) {
  const { page = 1, limit = 20 } = filter
  const total = await countStanding(db, filter)
  const hidden = filter.isBlind
    ? (await countStanding(db, { ...filter, isBlind: false })) - total
    : 0
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
          .whereRef('spot_check.reading_id', '=', 'reading.id')
          .where('spot_check.withdrawn_at', 'is', null),
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
    total,
    hidden,
    page,
    page_size: limit,
  }
}

/** The same, away from those who mark: a block has tens of thousands of readings. */
export const readingList = runInWorker(
  import.meta.url,
  'readingList',
  ({ db }, ...asked: DropFirst<Parameters<typeof selectReadingList>>) =>
    selectReadingList(db, ...asked),
)
