import { join } from 'node:path'
import { simpleUpdates } from '../../apps/server/src/testing/load-database.ts'
import { type DatabaseName, onEachDatabase, type World, type WorldPlan } from './dispatch-world.ts'
import { medianOf, type Served } from './figures.ts'
import { lightPost } from './light-post.ts'
import { httpDesk, markFor, type Round } from './marking-load.ts'
import { preparePgbench, type Protocol, simpleUpdatesPerSecond } from './pgbench.ts'
import { costOf } from './server-cost.ts'

export interface DispatchPlan extends WorldPlan {
  /** Markers at once. */
  markers: readonly number[]
  /** How often floor and marking alternate, and how long each takes. */
  rounds: number
  seconds: number
}

export interface DispatchRow extends Served {
  /** Of so many rounds the middle one: fewer than asked for where the blocks ran empty. */
  rounds: number
  database: DatabaseName
  markers: number
  /** Simple updates a second in the same minute; null without pgbench. */
  floor: number | null
  ratio: number | null
  /** The same with statements that are prepared once, which `pgbench` does only when told to; null on SQLite. */
  prepared: number | null
  preparedRatio: number | null
  /** Of the server's process. */
  cost: MarkCost
}

export interface MarkCost {
  /** Processor time of a mark, microseconds. */
  cpuUs: number
  /** Delay of the event loop that one in a hundred exceeds, milliseconds. */
  loopMs: number
}

/** So many blocks are marked at once: with 64 markers, six or seven meet in each. */
const BUSY_BLOCKS = 10
/** Measures taking and submitting through HTTP on each database, beside the simplest durable update there. */
export const measureDispatch = (plan: DispatchPlan): Promise<DispatchRow[]> =>
  onEachDatabase(
    plan,
    {
      markers: Math.max(...plan.markers),
      blocks: BUSY_BLOCKS,
      seatings: plan.markers.length,
    },
    (world) => measureOn(world, plan),
  )

async function measureOn(world: World, plan: DispatchPlan): Promise<DispatchRow[]> {
  const { database } = world
  // What one row has marked would be missing in the next: each has blocks of its own.
  const seatings = world.seatings.values()
  const floorOf = await floorOn(world, plan)
  const rows: DispatchRow[] = []
  await world.withServer(async (server, address, people) => {
    const { post, close } = lightPost(address)
    for (const markers of plan.markers) {
      const blockOf = seatings.next().value ?? []
      const desks = people
        .slice(0, markers)
        .map((person, index) => httpDesk(person, post, blockOf[index] ?? 0))
      plan.note(`${database}: ${markers} markers …`)
      const served = async () => {
        const { result, cost } = await costOf(server, () => markFor(desks, plan.seconds))
        return { ...result, cost: { ...cost, cpuUs: cost.cpuUs / result.marks } }
      }
      rows.push(...(await alternate(plan, floorOf, { database, markers }, served)))
    }
    close()
  })
  return rows
}

/** Simple updates a second with so many at work; null where nothing can measure them. */
interface Floor {
  floor: number | null
  prepared: number | null
}
type FloorOf = (connections: number) => Promise<Floor>

async function floorOn(world: World, plan: DispatchPlan): Promise<FloorOf> {
  const { database, folder, url, server } = world
  const { seconds } = plan
  if (database === 'sqlite') {
    const file = join(folder, 'floor.sqlite')
    const updates = async (forMs: number) => {
      const end = performance.now() + forMs
      const ms = await simpleUpdates(file, () => performance.now() > end)
      return ms.length / (ms.reduce((sum, one) => sum + one, 0) / 1000)
    }
    await updates(0)
    // One writer: more of them would only wait for each other.
    return async () => ({ floor: await updates(seconds * 1000), prepared: null })
  }
  if (server === null) {
    plan.note('without pgbench there are no ratios')
    return async () => ({ floor: null, prepared: null })
  }
  await preparePgbench(server, url)
  return async (connections) => {
    const by = (protocol: Protocol) =>
      simpleUpdatesPerSecond(server, url, { connections, seconds, protocol })
    return { floor: await by('simple'), prepared: await by('prepared') }
  }
}

/**
 * Not counted: a process that has just started spends twice as much on a mark, and each of some 20,000 marks costs it
 * less than the ones before.
 */
const WARM_ROUNDS = 2
/** A shorter round says little about a speed. */
const LEAST_MARKS = 100

/** Floor and marking in turn; the median round of each. No row where the blocks are too small for one round. */
async function alternate(
  plan: DispatchPlan,
  floorOf: FloorOf,
  named: Pick<DispatchRow, 'database' | 'markers'>,
  measure: () => Promise<Round & { cost: MarkCost }>,
): Promise<DispatchRow[]> {
  const rounds: (Floor & { served: Awaited<ReturnType<typeof measure>> })[] = []
  let isEmpty = false
  for (let round = 0; round < WARM_ROUNDS && !isEmpty; round++) isEmpty = (await measure()).ranDry
  for (let round = 0; round < plan.rounds && !isEmpty; round++) {
    const floors = await floorOf(named.markers)
    const served = await measure()
    isEmpty = served.ranDry
    plan.note(
      `  ${served.perSecond.toFixed(0)} marks/s beside ${floors.floor?.toFixed(0) ?? '-'} updates/s`,
    )
    if (served.marks >= LEAST_MARKS) rounds.push({ ...floors, served })
  }
  const who = `${named.database}: ${named.markers} markers`
  if (isEmpty)
    plan.note(
      `${who} had read all they may after ${rounds.length} of ${plan.rounds} rounds; more --tasks make it longer`,
    )
  const middle = medianOf(rounds.map(({ served }) => served.perSecond))
  const shown = rounds.find(({ served }) => served.perSecond === middle)?.served
  if (!shown) return []
  const { ranDry: _, ...served } = shown
  const middleOf = (name: keyof Floor): number | null => {
    const floors = rounds.flatMap((round) => round[name] ?? [])
    return floors.length === 0 ? null : medianOf(floors)
  }
  const over = (floor: number | null) => (floor === null ? null : middle / floor)
  const [floor, prepared] = [middleOf('floor'), middleOf('prepared')]
  const ratios = { floor, ratio: over(floor), prepared, preparedRatio: over(prepared) }
  return [{ ...named, ...served, rounds: rounds.length, ...ratios }]
}
