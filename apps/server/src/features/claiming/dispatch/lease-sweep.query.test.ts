import { openDatabase } from '@hengjuan/db'
import { CLAIMS } from '@hengjuan/domain'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import { leaseSweep } from './lease-sweep.ts'

const HOUR = 3_600_000
const MINUTE = 60_000

/** A subject with one paper in hand, whose server has two clocks: the wall's can be set, the other one can not. */
async function openSwept(kind: 'sqlite' | 'postgres') {
  const subject = await openMarkedSubject(kind, { candidates: 1 })
  let elapsed = 0
  const services = { ...subject.services }
  services.clock = { now: () => subject.services.clock.now(), elapsedMs: () => elapsed }
  const sweep = leaseSweep(services)
  const setClock = (ms: number) => subject.advance(ms)
  const pass = (ms: number) => {
    elapsed += ms
    setClock(ms)
  }
  /** Minute by minute, as the server does. @returns papers given back in each */
  const minutes = async (count: number) => {
    const released: number[] = []
    for (let minute = 0; minute < count; minute++) {
      pass(MINUTE)
      released.push(await sweep())
    }
    return released
  }
  const [markerId = 0] = subject.markerIds
  await minutes(3)
  await subject.claim(markerId)
  return { services, sweep, setClock, pass, minutes }
}

everyDatabase('leases on %s', (kind) => {
  test('of whoever left run out by themselves', async () => {
    const { minutes } = await openSwept(kind)
    const released = await minutes(CLAIMS.minLeaseMs / MINUTE + 1)
    expect(released.reduce((sum, count) => sum + count)).toBe(1)
  })

  test.for([
    ['set forward', HOUR],
    ['set back', -HOUR],
  ] as const)('end nothing at once when the clock is %s', async ([, by]) => {
    const { minutes, setClock } = await openSwept(kind)
    setClock(by)
    // In the third minute every page had the time to say that it holds on.
    const isOver = by > 0 ? 1 : 0
    expect(await minutes(3)).toEqual([0, 0, isOver])
  })

  test('end nothing at once when the database was away for longer than they last', async () => {
    const { minutes, services, pass, sweep } = await openSwept(kind)
    const { db } = services
    services.db = openDatabase(services.config.databaseUrl)
    // Only one that was opened can be closed.
    await services.db.selectFrom('school').select('id').execute()
    await services.db.destroy()
    pass(HOUR)
    await expect(sweep()).rejects.toThrow('destroyed')
    services.db = db
    expect(await minutes(2)).toEqual([0, 1])
  })

  test('end nothing at once when the server was away', async () => {
    const { minutes, services, pass } = await openSwept(kind)
    pass(HOUR)
    const begun = leaseSweep(services)
    expect(await begun()).toBe(0)
    pass(2 * MINUTE)
    expect(await begun()).toBe(1)
    expect(await minutes(1)).toEqual([0])
  })
})
