import type { ownQualification, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { trialPlace } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import {
  type BlockRules,
  factsOf,
  leads,
  listedImagesOf,
  pointsOf,
  pointView,
  type QualificationRow,
  selectQualificationEvents,
} from '../../marking-core/index.ts'
import { seedToleranceOf } from '../seeds/take-seed.ts'
import { selectTrials, selectTrialScripts, type TrialRow } from './trial.query.ts'
import { selectLeaderNames } from './waiting.query.ts'

type OwnView = ReplyOf<typeof ownQualification>

/** Where a marker is on the way to the first live paper. */
type Place = Awaited<ReturnType<typeof trialPlaceOf>>

/** Which trial paper comes next, and what was done so far. @source domain rules 7.2 */
export async function trialPlaceOf(db: Db, { block, settings }: BlockRules, markerId: number) {
  const scripts = await selectTrialScripts(db, block.id, markerId)
  const trials = await selectTrials(db, { blockId: block.id, markerId })
  const events = await selectQualificationEvents(db, { blockId: block.id, markerId })
  const { scriptId, ...place } = trialPlace(
    {
      id: markerId,
      scripts,
      trials: trials.map(({ script_id, round }) => ({ scriptId: script_id, round })),
      events,
    },
    { salt: block.salt, count: settings.qualifyCount },
  )
  return { ...place, events, script: scripts.find(({ id }) => id === scriptId) }
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
    waits: place.waits,
    leader_names: await selectLeaderNames(db, rules.block.id),
    percent: rules.settings.qualifyPercent,
    tolerance_milli: seedToleranceOf(rules),
    practice_done: place.practiceDone,
    practice_total: place.practiceTotal,
    set_done: place.setDone,
    set_total: place.setTotal,
    rounds: place.events.filter(({ kind }) => kind === 'pass' || kind === 'fail').map(roundView),
    leader_note: place.events.findLast(({ note }) => note !== '')?.note ?? null,
    task: place.script ? await taskOf(services, rules, place.script) : null,
  }
}

async function taskOf(
  services: Services,
  rules: BlockRules,
  script: NonNullable<Place['script']>,
): Promise<OwnView['task']> {
  const unit = { id: script.unit_id, images: script.images }
  const images = await listedImagesOf(services.db, services, [unit])
  return {
    script_id: script.id,
    points: pointsOf(rules, factsOf(script).choice).map(pointView),
    is_deductive: rules.settings.addType === 1,
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

export const trialScore = (row: TrialRow) => ({
  scoreMilli: row.total_milli,
  definitiveMilli: row.definitive_milli,
  isWithin: row.is_within === 1,
})
