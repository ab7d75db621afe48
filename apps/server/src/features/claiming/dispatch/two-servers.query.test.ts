import { ulid } from 'ulid'
import { describe, expect, test } from 'vitest'
import type { Services } from '../../../services.ts'
import { assignOneByOne } from '../../marking-setup/shares/reserve-quotas.ts'
import { balanceBlocks } from '../../marking-setup/balance/balance-block.ts'
import { removeMarker, setBlockStatus } from '../../marking-setup/block/block-status.ts'
import { changeBlockSettings } from '../../marking-setup/block/block-settings.ts'
import { selectBlockRules } from '../../marking-core/block/block-rules.query.ts'
import { nextPapers } from '../../marking-desk/desk/mark-queue.ts'
import { submitAndClaim, submitMark } from '../../marking-desk/desk/submit-mark.ts'
import { hold, untilWaiting } from '../../marking/testing/at-once.ts'
import { openMarkedSubject } from '../../marking/testing/marked-subject.ts'
import type { Wanted } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { openSecondServer } from '../../marking/testing/test-services.ts'
import { sweepLeases } from '../../marking-core/claims/release-claims.ts'

const HOUR = 3_600_000

/** Two servers of one database, as a region runs them; an SQLite file is one server's. */
async function openTwo(wanted: Wanted) {
  const subject = await openMarkedSubject('postgres', wanted)
  const { services, blockId, markerIds } = subject
  return {
    subject,
    blockId,
    markerIds,
    services,
    both: [services, await openSecondServer(services)] as const,
  }
}

const judgement = (blockId: number, markerId: number, readingId: number, points: number) => ({
  blockId,
  markerId,
  readingId,
  idemKey: ulid(),
  scores: [points * 1000],
})

/** Marks until there is nothing left for this marker, each call at the other server than the one before. */
async function markAll(both: readonly [Services, Services], blockId: number, markerId: number) {
  let { tasks } = await nextPapers(both[markerId % 2 === 0 ? 0 : 1], blockId, markerId, 2)
  for (let turn = markerId; tasks.length > 0; turn++) {
    const [task] = tasks
    const at = both[turn % 2 === 0 ? 0 : 1]
    const given = judgement(blockId, markerId, task?.reading_id ?? 0, 5 + (turn % 3))
    // Every fifth answer is lost on its way, and the mark is sent again to the other server.
    if (turn % 5 === 0) await submitMark(both[turn % 2 === 0 ? 1 : 0], given)
    const { queue } = await submitAndClaim(at, given, 2)
    tasks = queue?.tasks ?? []
  }
}

describe('two servers of one database', () => {
  test('give every paper to whom it belongs, once, and meet quotas exactly', async () => {
    const quotas = [12, 10, 8, 10, 8, 12]
    const { subject, both, blockId, markerIds, services } = await openTwo({
      candidates: 30,
      markers: 6,
      mode: 1,
      allocation: 3,
      quotas,
      toleranceMilli: 20_000,
    })
    await Promise.all(markerIds.map((id) => markAll(both, blockId, id)))
    const states = new Set((await subject.units()).map(({ state }) => state))
    expect([...states]).toEqual(['FINAL'])
    const readings = await services.db
      .selectFrom('reading')
      .select(['unit_id', 'marker_id', 'role', 'state'])
      .where('state', '=', 'submitted')
      .execute()
    const byMarker = Map.groupBy(readings, ({ marker_id }) => marker_id)
    expect(markerIds.map((id) => byMarker.get(id)?.length)).toEqual(quotas)
    const slots = readings.map(({ unit_id, role }) => `${unit_id} ${role}`)
    expect(new Set(slots).size).toBe(60)
    const readers = readings.map(({ unit_id, marker_id }) => `${unit_id} ${marker_id}`)
    expect(new Set(readers).size).toBe(60)
    // The log of each paper has no gap, and ends where the paper is.
    const papers = await services.db
      .selectFrom('mark_event')
      .innerJoin('unit', 'unit.id', 'mark_event.unit_id')
      .groupBy(['unit.id', 'unit.version'])
      .select(({ fn }) => [fn.max('seq').as('last'), fn.countAll().as('count')])
      .select('unit.version')
      .execute()
    for (const { last, count, version } of papers)
      expect([Number(last), Number(count)]).toEqual([version, version])
  })

  test('share out the last papers one after the other', async () => {
    const { both, blockId, markerIds, services } = await openTwo({
      candidates: 30,
      markers: 6,
      mode: 1,
      allocation: 3,
      quotas: [12, 10, 8, 10, 8, 12],
    })
    const [marker = 0] = markerIds
    const letGo = await hold(services, (db) => assignOneByOne(db, blockId))
    const taking = nextPapers(both[1], blockId, marker, 1)
    await untilWaiting(services, 1, taking)
    const first = await Promise.race([taking, Promise.resolve('waits')])
    expect(first).toBe('waits')
    await letGo()
    expect((await taking).tasks).toHaveLength(1)
  })

  test('know at once what was changed through the other one', async () => {
    const { subject, both, blockId, markerIds } = await openTwo({ candidates: 8 })
    const { examId, leaderId } = subject
    const [here, there] = both
    const [marker = 0, leaver = 0] = markerIds
    const next = (want = 1) => nextPapers(there, blockId, marker, want)
    const { tasks } = await next()
    // By now the other server has the rules, the assignment and the paper.
    await submitMark(there, judgement(blockId, marker, tasks[0]?.reading_id ?? 0, 10))
    const setCap = (daily_cap: number) =>
      here.db
        .transaction()
        .execute((db) =>
          changeBlockSettings(db, here, examId, SUBJECT, { block_id: blockId, daily_cap }),
        )
    await setCap(1)
    expect(await next()).toMatchObject({ tasks: [], reason: 'daily_cap' })
    await setCap(100)
    const reading = (await next()).tasks[0]?.reading_id ?? 0
    const { block } = await selectBlockRules(here.db, blockId)
    await setBlockStatus(here, block, 'pause', { userId: leaderId })
    // The paper in hand stays; there is no second one.
    expect(await next(2)).toMatchObject({ tasks: [{ reading_id: reading }], reason: 'paused' })
    await setBlockStatus(here, block, 'open', { userId: leaderId })
    const left = (await nextPapers(there, blockId, leaver, 1)).tasks[0]?.reading_id ?? 0
    await removeMarker(here, blockId, leaver, leaderId)
    const late = submitMark(there, judgement(blockId, leaver, left, 5))
    await expect(late).rejects.toMatchObject({ code: 'MARKING_NOT_ASSIGNED' })
  })

  test('give what was left lying back once, also at the same moment', async () => {
    const { subject, both, blockId, markerIds, services } = await openTwo({ candidates: 12 })
    for (const [at, markerId] of markerIds.entries())
      await nextPapers(both[at % 2 === 0 ? 0 : 1], blockId, markerId, 3)
    subject.advance(12 * HOUR)
    const swept = await Promise.all(both.map((one) => sweepLeases(one)))
    expect(swept.reduce((sum, count) => sum + count, 0)).toBe(9)
    const { count } = await services.db
      .selectFrom('mark_event')
      .where('type', '=', 'release')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(9)
  })

  test('share the work of who stays away once', async () => {
    const { subject, both, markerIds, services } = await openTwo({
      candidates: 24,
      allocation: 2,
    })
    const [first = 0, second = 0] = markerIds
    for (let no = 0; no < 8; no++) for (const id of [first, second]) await subject.mark(id, 5)
    for (let hours = 0; hours < 28; hours += 4) {
      subject.advance(4 * HOUR)
      await Promise.all(both.map((one) => balanceBlocks(one)))
    }
    const events = await services.db
      .selectFrom('balance_event')
      .where('kind', '=', 'balance')
      .select('moved')
      .execute()
    expect(events).toEqual([{ moved: 8 }])
    const told = await services.db.selectFrom('marking_message').select('marker_id').execute()
    expect(told).toHaveLength(markerIds.length)
    expect(new Set(told.map(({ marker_id }) => marker_id))).toEqual(new Set(markerIds))
  })
})
