import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import {
  BLOCKS,
  type DatabaseName,
  onEachDatabase,
  type World,
  type WorldPlan,
} from './dispatch-world.ts'
import { lightPost } from './light-post.ts'
import { httpDesk } from './marking-load.ts'
import type { Spread } from './figures.ts'
import { markAtMoments, type OpenServed } from './open-loop.ts'
import { preparePgbench, simpleUpdatesAtMoments } from './pgbench.ts'
import { costOf } from './server-cost.ts'
import type { MarkCost } from './measure-dispatch.ts'

export interface OpenLoopPlan extends WorldPlan {
  markers: number
  /** Marks that are due, of all markers together. */
  perSecond: number
  seconds: number
}

export interface OpenLoopRow extends OpenServed {
  database: DatabaseName
  /** Of the server's process. */
  cost: MarkCost
  /** Of simple updates, as many a second, right before; null on SQLite and without pgbench. */
  floor: Spread | null
}

/** Markers at their own moments, spread over all blocks of the exam, on each database. */
export const measureOpenLoop = (plan: OpenLoopPlan): Promise<OpenLoopRow[]> =>
  onEachDatabase(plan, { markers: plan.markers, blocks: BLOCKS }, (world) => measureOn(world, plan))

async function measureOn(world: World, plan: OpenLoopPlan): Promise<OpenLoopRow[]> {
  const { database } = world
  const [blockOf = []] = world.seatings
  const floorOf = await floorOn(world, plan)
  const floor = await floorOf()
  plan.note(`${database}: ${plan.markers} markers, ${plan.perSecond} marks a second …`)
  const served = await world.withServer(async (server, address, people) => {
    // Everybody with a connection of their own, as browsers have.
    const seated = people.map((person, index) => {
      const { post, open, close } = lightPost(address)
      return { desk: httpDesk(person, post, blockOf[index] ?? 0), open, close }
    })
    for (const { open } of seated) await open()
    const desks = seated.map(({ desk }) => desk)
    await markAtMoments(desks, { ...plan, seconds: WARM_SECONDS })
    const { result, cost } = await costOf(server, () => markAtMoments(desks, plan))
    for (const { close } of seated) close()
    return { ...result, cost: { ...cost, cpuUs: cost.cpuUs / result.marks } }
  })
  return [{ database, ...served, floor }]
}

/** Until what runs often is compiled: for some 20,000 marks each costs less than the ones before. */
const WARM_SECONDS = 20
/** Connections of the floor, as many as the server has. */
const CONNECTIONS = 16

/** How long the database and its disk alone make people wait who come as often. */
async function floorOn(
  { server, url, folder }: World,
  { perSecond, seconds }: OpenLoopPlan,
): Promise<() => Promise<Spread | null>> {
  if (server === null) return async () => null
  await preparePgbench(server, url)
  return async () => {
    const logs = await mkdtemp(join(folder, 'pgbench-'))
    return simpleUpdatesAtMoments(server, url, {
      perSecond,
      seconds,
      logs,
      connections: CONNECTIONS,
    })
  }
}
