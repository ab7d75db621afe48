import {
  benchmarkPapers,
  benchmarkScriptSet,
  markNext,
  markReturn,
  seedResults,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { OUT_OF_MARKING } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { syncUnits } from '../../marking-core/engine/sync-units.ts'
import { withRetry } from '../../marking-core/engine/with-retry.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { openSeedWorld } from '../../marking/testing/seed-world.ts'
import { imagesOf } from '../../marking/testing/sheet-images.ts'

everyDatabase('a seed whose sheet is voided on %s', (kind) => {
  /** A marker of a block with one seed, every second paper of which would be one. */
  async function open() {
    const world = await openSeedWorld({ candidates: 30, mode: 0 }, kind)
    const { agree, set, on, marker, submit, services, examId, unit } = world
    const seedId = await agree(12)
    await set({ seed_every: 2 })
    const hand = async () => (await marker.send(markNext, { query: { ...on, n: 6 } })).data.tasks
    const sheetOf = async (unitId: number, state: 'void' | 'active') => {
      const candidateId = (await unit(unitId)).candidate_id
      await services.db
        .updateTable('scan_sheet')
        .set({ state })
        .where('candidate_id', '=', candidateId)
        .execute()
      const candidate = { examId, subjectId: SUBJECT, candidateId }
      await withRetry(services, async (db) =>
        syncUnits(db, services, candidate, await imagesOf(db, candidate)),
      )
    }
    /** Marks paper after paper until the seed is in hand, or so many were marked. */
    const untilSeed = async (most: number) => {
      for (let done = 0; done < most; done++) {
        const tasks = await hand()
        const seed = tasks.find(({ unit_id }) => unit_id === seedId)
        if (seed || tasks.length === 0) return { seed, others: tasks }
        await submit(tasks[0]?.reading_id ?? 0, 8)
      }
      return { seed: undefined, others: [] }
    }
    const left = async () => {
      const { data } = await world.leader.send(seedResults, { query: on })
      return data.list.map(({ seeds_left }) => seeds_left)
    }
    return { ...world, seedId, hand, sheetOf, untilSeed, left }
  }

  test('leaves the hands of its marker, in the words of any other paper, and measures nobody', async () => {
    const { seedId, hand, sheetOf, untilSeed, submit, results } = await open()
    const { seed, others } = await untilSeed(12)
    const other = others.find(({ unit_id }) => unit_id !== seedId)
    if (!seed || !other) throw new Error('a seed among other papers')
    await sheetOf(seedId, 'void')
    await sheetOf(other.unit_id, 'void')
    const now = (await hand()).map(({ unit_id }) => unit_id)
    expect([now.includes(seedId), now.includes(other.unit_id)]).toEqual([false, false])
    const late = await submit(seed.reading_id, 3)
    expect(late.status).toBe(409)
    expect(late.error.msg).toContain(OUT_OF_MARKING)
    expect(late.error).toEqual({
      ...(await submit(other.reading_id, 3)).error,
      request_id: late.error.request_id,
    })
    expect(await results()).toMatchObject({ passed: 0, failed: 0 })
  })

  test('is served to nobody until it is back, and is told to the leader', async () => {
    const { seedId, sheetOf, untilSeed, left, scripts } = await open()
    const isOvertaken = async () => (await scripts()).list.map((script) => script.is_overtaken)
    expect(await left()).toEqual([1, 1, 1])
    await sheetOf(seedId, 'void')
    expect([await left(), await isOvertaken()]).toEqual([[0, 0, 0], [true]])
    expect((await untilSeed(12)).seed).toBeUndefined()
    await sheetOf(seedId, 'active')
    expect([await left(), await isOvertaken()]).toEqual([[1, 1, 1], [false]])
    expect((await untilSeed(12)).seed?.unit_id).toBe(seedId)
  })

  test('that its marker took back leaves their hands too, and what they gave stands', async () => {
    const { seedId, hand, sheetOf, untilSeed, submit, marker, on, results } = await open()
    const { seed } = await untilSeed(12)
    const { data } = await submit(seed?.reading_id ?? 0, 12)
    await marker.send(markReturn, { body: { ...on, take_back: [data.reading_id] } })
    expect((await hand()).map(({ unit_id }) => unit_id)).toContain(seedId)
    await sheetOf(seedId, 'void')
    expect((await hand()).map(({ unit_id }) => unit_id)).not.toContain(seedId)
    expect(await results()).toMatchObject({ passed: 1, failed: 0 })
  })

  test('can be taken out of use, and keeps the mark that leaders agreed on', async () => {
    const { seedId, sheetOf, leader, on, scripts, unit } = await open()
    await sheetOf(seedId, 'void')
    const [script] = (await scripts()).list
    const { status } = await leader.send(benchmarkScriptSet, {
      body: { ...on, script_id: script?.script_id ?? 0, retire: 1 },
    })
    expect(status).toBe(200)
    expect(await unit(seedId)).toMatchObject({ state: 'FINAL', final_milli: 12_000 })
    expect((await scripts()).list).toMatchObject([{ state: 'retired', is_overtaken: false }])
    // Nobody is to be measured by it: it can not be chosen again until its sheet is back.
    const choose = async () => {
      const { data } = await leader.send(benchmarkPapers, { query: { ...on, limit: 100 } })
      const made = await leader.send(benchmarkScriptSet, {
        body: { ...on, unit_id: seedId, kind: 'seed' },
      })
      return [data.list.some(({ unit_id }) => unit_id === seedId), made.error?.error]
    }
    expect(await choose()).toEqual([false, 'MARKING_UNIT_NOT_OPEN'])
    await sheetOf(seedId, 'active')
    expect(await choose()).toEqual([true, undefined])
  })
})
