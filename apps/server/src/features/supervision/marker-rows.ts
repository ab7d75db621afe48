import type { MarkerProgressRow } from '@hengjuan/contracts'
import {
  AUTOMATION_ALERT,
  exactAgreementTarget,
  type Fraction,
  type MarkerLimits,
  type Milli,
} from '@hengjuan/domain'
import type { Static } from 'typebox'
import type { Services } from '../../services.ts'
import { allocationOf } from '../marking-setup/index.ts'
import { selectBlockRules } from '../marking-core/index.ts'
import { type SeedRecord, selectSeedRecords, selectSelfRecords } from '../quality/index.ts'
import { runInWorker } from '../../reader-thread/run-in-worker.ts'
import { isoNow } from '../../clock.ts'
import { selectChecks } from './check-progress.query.ts'
import { ttlCachePerServer } from './ttl-cache.ts'
import {
  type Judgement,
  judgementOfNothing,
  markedBlockOf,
  takeJudgements,
} from './marker-judgements.ts'
import { selectMarkerLimits } from './marker-limits.query.ts'
import { selectDisabled, selectLeaders } from './marker.query.ts'
import { trafficLight } from './traffic-light.ts'

export type MarkerRow = Static<typeof MarkerProgressRow>

/** What a marker's row shows beside the judgement of the readings. */
interface Person {
  id: number
  name: string
  duty: string
  suspended: boolean
  disabled: boolean
  done: number
  thirdDone: number
  target: number | null
  claimed: number
  seeds: SeedRecord | null
  self: Fraction
  /** Readings that were checked, and those of them that were sent back. */
  checked: number
  rejected: number
}

const cacheOf = ttlCachePerServer<Map<number, Judgement>>()

/**
 * One row for each person of a block; only the own one with `onlyUser`. Who marks, how much and how their seeds went
 * is as new as it can be; the figures of many readings stand for a while.
 *
 * @param options among: of so many blocks that are asked for together
 */
export async function markerRows(
  services: Services,
  blockId: number,
  onlyUser: number | null,
  { among = 1 }: { among?: number } = {},
): Promise<MarkerRow[]> {
  const { block, people, stamp } = await takePeople(services, blockId)
  const judgements = await cacheOf(services.db).get(
    blockId,
    {
      stamp,
      readings: people.reduce((sum, { done, thirdDone }) => sum + done + thirdDone, 0),
      nowMs: services.clock.now().getTime(),
      among,
    },
    () => takeJudgements(services, blockId),
  )
  return people
    .filter(({ id }) => onlyUser === null || id === onlyUser)
    .map((person) => rowOf(block, person, judgements.get(person.id) ?? null))
}

/** How many of some markers somebody has to look at, by what for. */
export const alertsOf = (rows: readonly MarkerRow[]) => ({
  stopped: rows.filter(({ seed_state }) => seed_state === 'warned' || seed_state === 'suspended')
    .length,
  red: rows.filter(({ light }) => light === 'red').length,
  automatic: rows.filter(({ automation }) => automation.length >= AUTOMATION_ALERT).length,
})

/** What is shown of the block beside everybody. */
interface RowBlock {
  id: number
  name: string
  fullMilli: Milli
  isRandom: boolean
  limits: MarkerLimits
  /** Of nobody's readings. */
  nothing: Judgement
}

function rowOf(block: RowBlock, person: Person, judgement: Judgement | null): MarkerRow {
  const { figures, judged } = judgement ?? block.nothing
  const { seeds } = person
  return {
    block_id: block.id,
    full_milli: block.fullMilli,
    block_name: block.name,
    marker_id: person.id,
    name: person.name,
    duty: person.duty,
    suspended: person.suspended,
    disabled: person.disabled,
    done: person.done,
    third_done: person.thirdDone,
    target: person.target,
    claimed: person.claimed,
    rejection: { num: person.rejected, den: person.checked },
    seeds: { num: seeds?.passed ?? 0, den: (seeds?.passed ?? 0) + (seeds?.failed ?? 0) },
    seed_state: seeds?.state ?? null,
    self: person.self,
    exact_target: exactAgreementTarget(block.fullMilli),
    ...figures,
    ...trafficLight({ ...judged, seeds, limits: block.limits, isRandom: block.isRandom }),
  }
}

/** Everybody of a block, with what is counted or kept of each without looking at their readings. */
export const takePeople = runInWorker(
  import.meta.url,
  'takePeople',
  async ({ db, clock }, blockId: number) => {
    const rules = await selectBlockRules(db, blockId)
    const limits = await selectMarkerLimits(db, rules.block.exam_id)
    const seeds =
      rules.block.has_seeds === 1
        ? await selectSeedRecords(db, blockId)
        : new Map<number, SeedRecord>()
    const self = await selectSelfRecords(db, blockId)
    const today = isoNow(clock)
    const checks = new Map(
      (await selectChecks(db, { examId: rules.block.exam_id, blockId, today })).map((row) => [
        row.marker_id,
        row,
      ]),
    )
    const known = (id: number) => ({
      seeds: seeds.get(id) ?? null,
      self: self.get(id) ?? { num: 0, den: 0 },
      rejected: checks.get(id)?.rejected ?? 0,
      checked: checks.get(id)?.checked ?? 0,
    })
    const { people } = await allocationOf(db, rules)
    const left = await selectDisabled(db, blockId)
    const persons: Person[] = people.map(({ userId, name, suspended, work, target }) => ({
      id: userId,
      name,
      duty: 'marker',
      suspended,
      disabled: left.has(userId),
      done: work.done,
      thirdDone: work.thirdDone,
      target,
      claimed: work.claimed,
      ...known(userId),
    }))
    for (const leader of await selectLeaders(db, blockId))
      if (!persons.some(({ id }) => id === leader.user_id))
        persons.push({
          id: leader.user_id,
          name: leader.name,
          duty: 'leader',
          suspended: leader.suspended_at !== null,
          disabled: left.has(leader.user_id),
          done: 0,
          thirdDone: 0,
          target: null,
          claimed: 0,
          ...known(leader.user_id),
        })
    const marked = markedBlockOf(rules)
    const block: RowBlock = {
      id: blockId,
      name: rules.block.name,
      fullMilli: rules.block.full_milli,
      isRandom: marked.isRandom,
      limits,
      nothing: judgementOfNothing(marked, limits, clock.now()),
    }
    return {
      block,
      people: persons,
      stamp: `${rules.block.rules_stamp} ${JSON.stringify(limits)}`,
    }
  },
)
