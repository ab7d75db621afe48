import { selectUserNames } from '../../../user-names.query.ts'
import type { qualificationResults, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, mayMarkAfter, QUALIFICATION_STATES } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import {
  type BlockRules,
  findAssignmentForUpdate,
  pressedViewer,
  selectBlockMarkers,
  selectBlockRules,
  selectQualificationEvents,
  withRetry,
} from '../../marking-core/index.ts'
import { seedToleranceOf } from '../seeds/take-seed.ts'
import { trialPlaceOf } from './own-trial.ts'
import { noteQualification } from './take-trial.ts'
import { selectTrials } from './trial.query.ts'

type View = ReplyOf<typeof qualificationResults>
type Decision = keyof typeof ACTIONS

/** What markers of a block did on the way to their first paper, those who wait for a leader first. */
export async function qualificationsOf(db: Db, blockId: number): Promise<View> {
  const rules = await selectBlockRules(db, blockId)
  const people = await selectBlockMarkers(db, blockId)
  const leaders = new Set(
    people.filter(({ duty }) => duty === 'leader').map(({ user_id }) => user_id),
  )
  const given = await selectTrials(db, { blockId })
  const trials = Map.groupBy(given, (row) => row.marker_id)
  const pressedOf = await pressedViewer(db, given)
  const events = Map.groupBy(
    await selectQualificationEvents(db, { blockId }),
    (row) => row.marker_id,
  )
  const names = await selectUserNames(
    db,
    [...events.values()].flat().map(({ by_id }) => by_id),
  )
  const known = await selectScripts(db, blockId)
  const rows = await Promise.all(
    people
      .filter(({ duty, user_id }) => duty === 'marker' && !leaders.has(user_id))
      .map(async (marker): Promise<View['list'][number]> => {
        const place = await trialPlaceOf(db, rules, marker.user_id)
        return {
          marker_id: marker.user_id,
          name: marker.name,
          state: place.state,
          step: place.step,
          waits: place.waits,
          unmet_papers: place.unmet,
          needed_papers: place.needed,
          practice_done: place.practiceDone,
          practice_total: place.practiceTotal,
          set_done: place.setDone,
          set_total: place.setTotal,
          events: (events.get(marker.user_id) ?? []).map((row) => ({
            kind: row.kind,
            papers: row.papers,
            within: row.within,
            bias_milli: row.bias_milli,
            by_name: row.by_id === null ? null : (names.get(row.by_id) ?? ''),
            note: row.note,
            at: row.at,
          })),
          trials: (trials.get(marker.user_id) ?? []).map((row) => ({
            secret_code: known.get(row.script_id)?.secret_code ?? '',
            round: row.round,
            total_milli: row.total_milli,
            definitive_milli: row.definitive_milli,
            definitive_now_milli: known.get(row.script_id)?.definitive_milli ?? null,
            is_within: row.is_within === 1,
            pressed: pressedOf(rules, row),
            at: row.at,
          })),
        }
      }),
  )
  const scripts = await countScripts(db, blockId)
  return {
    needed: rules.settings.qualify,
    percent: rules.settings.qualifyPercent,
    count: rules.settings.qualifyCount,
    tolerance_milli: seedToleranceOf(rules),
    practice_scripts: scripts('practice'),
    calibration_scripts: scripts('calibration'),
    list: rows.toSorted((a, b) => Number(b.waits !== null) - Number(a.waits !== null)),
  }
}

async function countScripts(db: Db, blockId: number) {
  const rows = await db
    .selectFrom('benchmark_script')
    .innerJoin('unit', 'unit.id', 'benchmark_script.unit_id')
    .where('benchmark_script.block_id', '=', blockId)
    .where('benchmark_script.state', '=', 'agreed')
    .where('unit.final_source', '=', 'BENCHMARK')
    .groupBy('benchmark_script.kind')
    .select(['benchmark_script.kind', ({ fn }) => fn.countAll<number>().as('count')])
    .execute()
  return (kind: string) => rows.find((row) => row.kind === kind)?.count ?? 0
}

/** What scripts are called, and the scores that are agreed for those in use. */
async function selectScripts(db: Db, blockId: number) {
  const rows = await db
    .selectFrom('benchmark_script')
    .innerJoin('unit', 'unit.id', 'benchmark_script.unit_id')
    .where('benchmark_script.block_id', '=', blockId)
    .select(['benchmark_script.id', 'benchmark_script.state', 'benchmark_script.total_milli'])
    .select(['unit.secret_code', 'unit.final_source'])
    .execute()
  return new Map(
    rows.map(({ id, secret_code, state, final_source, total_milli }) => {
      const isUsed = state === 'agreed' && final_source === 'BENCHMARK'
      return [id, { secret_code, definitive_milli: isUsed ? total_milli : null }]
    }),
  )
}

const ACTIONS = {
  repeat: '再试一次',
  admit: '准许阅卷',
  refuse: '不准许阅卷',
  again: '要求重新定标',
} as const

/**
 * A leader allows one more set of other papers, lets a marker begin without passing or not at all, or asks them
 * to qualify anew. Papers in hand and everything marked stay.
 *
 * @throws AppError MARKING_REASON_MISSING, MARKING_OWN_CLEARANCE, MARKING_NOT_ASSIGNED,
 *   MARKING_QUALIFICATION_SETTLED, MARKING_NO_OTHER_SET
 * @source domain rules 7.2
 */
export async function decideQualification(
  services: Services,
  leaderId: number,
  on: { blockId: number; markerId: number; action: Decision; note: string },
): Promise<{ state: View['list'][number]['state'] }> {
  const { blockId, markerId, action, note } = on
  // What somebody allows themselves as a leader would still hold when they lead no longer.
  if (markerId === leaderId) throw new AppError('MARKING_OWN_CLEARANCE')
  if ((action === 'admit' || action === 'refuse') && note === '')
    throw new AppError('MARKING_REASON_MISSING')
  return withRetry(services, async (db) => {
    const rules: BlockRules = await selectBlockRules(db, blockId)
    const own = await findAssignmentForUpdate(db, blockId, markerId)
    if (!own) throw new AppError('MARKING_NOT_ASSIGNED', { block: rules.block.name })
    const before = await trialPlaceOf(db, rules, markerId)
    await assertFits(db, before, { markerId, action })
    const byId = leaderId
    const round = before.round
    await noteQualification(db, services, { blockId, markerId, kind: action, round, byId, note })
    return { state: (await trialPlaceOf(db, rules, markerId)).state }
  })
}

type Place = Awaited<ReturnType<typeof trialPlaceOf>>

/** Does a decision fit where the marker stands, and are there papers for it? */
async function assertFits(
  db: Db,
  { state, waits, unmet, needed }: Place,
  { markerId, action }: { markerId: number; action: Decision },
): Promise<void> {
  const mayMark = mayMarkAfter(state)
  const isOver = state === 'waiting' || waits === 'no_set'
  const fits = {
    repeat: isOver || state === 'refused',
    admit: !mayMark,
    refuse: isOver,
    again: mayMark,
  }
  if (fits[action] && (action !== 'repeat' || unmet >= needed)) return
  const { name } = await db
    .selectFrom('user')
    .select('name')
    .where('id', '=', markerId)
    .executeTakeFirstOrThrow()
  if (fits[action]) throw new AppError('MARKING_NO_OTHER_SET', { name, unmet, needed })
  throw new AppError('MARKING_QUALIFICATION_SETTLED', {
    name,
    state: QUALIFICATION_STATES[state],
    action: ACTIONS[action],
  })
}
