import {
  BLOCKS,
  type DatabaseName,
  onEachDatabase,
  type World,
  type WorldPlan,
} from './dispatch-world.ts'
import { lightPost } from './light-post.ts'
import { httpDesk, innerDesk } from './marking-load.ts'
import { markAtMoments, type OpenServed } from './open-loop.ts'
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
  through: 'functions' | 'http'
  /** Of the server's process; null through functions, where it is that of the load, too. */
  cost: MarkCost | null
}

/** Markers at their own moments, spread over all blocks of the exam, on each database. */
export const measureOpenLoop = (plan: OpenLoopPlan): Promise<OpenLoopRow[]> =>
  onEachDatabase(plan, { markers: plan.markers, blocks: BLOCKS }, (world) => measureOn(world, plan))

async function measureOn(world: World, plan: OpenLoopPlan): Promise<OpenLoopRow[]> {
  const { database, exam } = world
  const [blockOf = []] = world.seatings
  const asked = `${plan.markers} markers, ${plan.perSecond} marks a second`
  plan.note(`${database}: ${asked} through the functions …`)
  const inner = await world.withFunctions(async (services) => {
    const desks = exam.markerIds.map((id, index) => innerDesk(services, blockOf[index] ?? 0, id))
    await markAtMoments(desks, { ...plan, seconds: WARM_SECONDS })
    return markAtMoments(desks, plan)
  })
  plan.note(`${database}: ${asked} through HTTP …`)
  const outer = await world.withServer(async (server, address, people) => {
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
  return [
    { database, through: 'functions', ...inner, cost: null },
    { database, through: 'http', ...outer },
  ]
}

/** Until what runs often is compiled, and connections are open. */
const WARM_SECONDS = 5
