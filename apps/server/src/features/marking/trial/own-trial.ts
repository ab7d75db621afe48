import type { ownQualification, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { mayMarkAfter, qualificationState, trialSet } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { findAssignment } from '../block-marker.query.ts'
import { type BlockRules, pointsOf } from '../block-rules.query.ts'
import { listedImagesOf, pointView } from '../mark-task.ts'
import { seedToleranceOf } from '../quality/take-seed.ts'
import { factsOf } from '../unit-facts.ts'
import {
  type QualificationRow,
  selectQualificationEvents,
  selectTrials,
  selectTrialScripts,
  type TrialRow,
} from './trial.query.ts'

type OwnView = ReplyOf<typeof ownQualification>

/** Most papers that are practised on. @source domain rules 7.2 */
const MOST_PRACTICE = 10

/** Where a marker is on the way to the first live paper. */
type TrialPlace = Awaited<ReturnType<typeof trialPlaceOf>>

/**
 * Works out which trial paper comes next: first those to practise on, then a qualification set. A set that
 * was begun stays, whatever scripts are added or retired meanwhile.
 *
 * @source domain rules 7.2
 */
export async function trialPlaceOf(db: Db, rules: BlockRules, markerId: number) {
  const blockId = rules.block.id
  const scripts = await selectTrialScripts(db, blockId, markerId)
  const trials = await selectTrials(db, { blockId, markerId })
  const events = await selectQualificationEvents(db, { blockId, markerId })
  const state = qualificationState(events.map(({ kind }) => kind))
  const round = 1 + events.filter(isSet).length
  const practised = trials.filter((one) => one.round === 0)
  const inSet = trials.filter((one) => one.round === round)
  const practice = scripts.filter(
    ({ id, kind }) => kind === 'practice' && !practised.some(({ script_id }) => script_id === id),
  )
  const practiceTotal = Math.min(MOST_PRACTICE, practised.length + practice.length)
  const rest = scripts
    .filter(
      ({ id, kind }) => kind === 'calibration' && !inSet.some(({ script_id }) => script_id === id),
    )
    .map((script) => ({
      ...script,
      met: trials.filter(({ script_id }) => script_id === script.id).length,
    }))
  const count = rules.settings.qualifyCount
  const setTotal = Math.max(inSet.length, Math.min(count, inSet.length + rest.length))
  const on = { salt: rules.block.salt, markerId, round, count: setTotal - inSet.length }
  const isPractising = practised.length < practiceTotal && !mayMarkAfter(state)
  const next = isPractising ? practice[0] : trialSet(rest, on)[0]
  const script = scripts.find(({ id }) => id === next?.id)
  const step = isPractising ? ('practice' as const) : stepOf(state, setTotal)
  return {
    state,
    events,
    round,
    practised,
    practiceTotal,
    inSet,
    setTotal,
    step,
    script: step === 'practice' || step === 'qualify' ? script : undefined,
  }
}

const isSet = ({ kind }: QualificationRow): boolean => kind === 'pass' || kind === 'fail'

function stepOf(state: ReturnType<typeof qualificationState>, setTotal: number) {
  if (mayMarkAfter(state)) return 'done' as const
  if (state === 'waiting') return 'waiting' as const
  return setTotal === 0 ? ('no_scripts' as const) : ('qualify' as const)
}

/** A marker's own way to the first live paper: nothing of the agreed scores of papers to come. */
export async function ownTrial(
  services: Services,
  rules: BlockRules,
  markerId: number,
): Promise<OwnView> {
  const { db } = services
  const place = await trialPlaceOf(db, rules, markerId)
  return {
    block_id: rules.block.id,
    block_name: rules.block.name,
    full_milli: rules.block.full_milli,
    needed: rules.settings.qualify && !(await leads(db, rules, markerId)),
    state: place.state,
    step: place.step,
    percent: rules.settings.qualifyPercent,
    tolerance_milli: seedToleranceOf(rules),
    practice_done: place.practised.length,
    practice_total: place.practiceTotal,
    set_done: place.inSet.length,
    set_total: place.setTotal,
    rounds: place.events.filter(isSet).map(roundView),
    leader_note: place.events.findLast(({ note }) => note !== '')?.note ?? null,
    task: place.script ? await taskOf(services, rules, place.script) : null,
  }
}

async function taskOf(
  services: Services,
  rules: BlockRules,
  script: NonNullable<TrialPlace['script']>,
): Promise<OwnView['task']> {
  const unit = { id: script.unit_id, images: script.images }
  const images = await listedImagesOf(services.db, services, [unit])
  return {
    script_id: script.id,
    points: pointsOf(rules, factsOf(script).choice).map(pointView),
    images: images.get(script.unit_id) ?? [],
  }
}

const roundView = (row: QualificationRow) => ({
  is_passed: row.kind === 'pass',
  papers: row.papers ?? 0,
  within: row.within ?? 0,
  bias_milli: row.bias_milli ?? 0,
  at: row.at,
})

/** Who leads a block has agreed on its scores and needs no qualification. */
const leads = async (db: Db, { block }: BlockRules, userId: number): Promise<boolean> =>
  (await findAssignment(db, block.id, userId, 'leader')) !== undefined

/**
 * May a marker be given live papers? Asked only of who is not known to be qualified.
 *
 * @source domain rules 4.4 (2), 7.2
 */
export async function mayBegin(db: Db, rules: BlockRules, markerId: number): Promise<boolean> {
  if (await leads(db, rules, markerId)) return true
  const events = await selectQualificationEvents(db, { blockId: rules.block.id, markerId })
  return mayMarkAfter(qualificationState(events.map(({ kind }) => kind)))
}

export const trialScore = (row: TrialRow) => ({
  scoreMilli: row.total_milli,
  definitiveMilli: row.definitive_milli,
  isWithin: row.is_within === 1,
})
