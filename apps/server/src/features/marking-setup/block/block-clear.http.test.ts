import {
  blockClear,
  blockSettingsGet,
  blockMarkers,
  markCorrect,
  markCorrectMore,
  markersDeleteAll,
  markNext,
  markStatus,
  markSubmit,
  messagesGet,
  nearLineSet,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { applyEvent } from '../../marking-core/engine/apply-event.ts'
import { seedMarking, type Wanted } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { selectBlockUnitCounts } from '../../marking-core/engine/unit-counts.query.ts'
import { MACHINE } from '../../marking-core/engine/unit-facts.ts'

/** A block of 20 points; `scores` were given by marker1, in points. */
async function open(kind: 'sqlite' | 'postgres', scores: number[], wanted: Wanted = {}) {
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, { candidates: 4, ...wanted })
  const { blockId } = marked
  const marker = await app.signIn('marker1')
  const readings: number[] = []
  for (const score of scores) {
    const { data } = await marker.send(markNext, { query: { block_id: blockId, n: 1 } })
    const readingId = data.tasks[0]?.reading_id ?? 0
    await marker.send(markSubmit, {
      body: {
        block_id: blockId,
        reading_id: readingId,
        idem_key: `key-of-${readingId}`,
        scores: [score * 1000],
      },
    })
    readings.push(readingId)
  }
  const leader = await app.signIn('leader')
  const clear = (body: object) =>
    leader.send(blockClear, { body: { block_id: blockId, action: 'preview', ...body } as never })
  const finals = async () =>
    (
      await app.services.db
        .selectFrom('unit')
        .select('final_milli')
        .where('block_id', '=', blockId)
        .orderBy('final_milli')
        .execute()
    )
      .map(({ final_milli }) => final_milli)
      .filter((score) => score !== null)
  return { ...app, signIn: app.signIn, ...marked, marker, leader, readings, clear, finals }
}

const CLEAR = { action: 'clear', block_name: '第17题', reason: '评分标准改了' }

everyDatabase('clearing a block on %s', (kind) => {
  test('what is lost is counted first, taken away, and given back by an undo', async () => {
    const { clear, finals, marker, leader, examId, blockId, services } = await open(kind, [8, 12])
    // One paper in hand: its claim ends and is not given back.
    await marker.send(markNext, { query: { block_id: blockId, n: 1 } })
    const isOffered = async () => {
      const query = { exam_id: examId, subject_id: SUBJECT }
      const { data } = await leader.send(blockSettingsGet, { query })
      return data.blocks.find(({ block_id }) => block_id === blockId)?.is_cleared
    }
    expect(await isOffered()).toBe(0)
    const counts = { unit_total: 4, readings: 2, finals: 2, decisions: 0, markers: 1, locked: 0 }
    expect((await clear({})).data).toMatchObject({ status: 'open', counts, last: null })
    expect(await finals()).toEqual([8000, 12_000])

    const cleared = await clear(CLEAR)
    expect(cleared.data).toMatchObject({
      status: 'paused',
      counts: { units: 0, readings: 0, finals: 0 },
      changed: 2,
      last: { reason: '评分标准改了', units: 2, readings: 2, restorable: 2 },
    })
    expect(await finals()).toEqual([])

    expect(await isOffered()).toBe(1)
    const undone = await clear({ action: 'undo' })
    expect(await isOffered()).toBe(0)
    expect(undone.data).toMatchObject({ status: 'open', changed: 2, last: null, counts })
    expect(await finals()).toEqual([8000, 12_000])
    const totals = await services.db
      .selectFrom('candidate_subject')
      .select('subjective_milli')
      .where('subjective_milli', 'is not', null)
      .orderBy('subjective_milli')
      .execute()
    expect(totals.map(({ subjective_milli }) => subjective_milli)).toEqual([8000, 12_000])
    const again = await clear({ action: 'undo' })
    expect([again.status, again.error.error]).toEqual([409, 'MARKING_CLEAR_NO_UNDO'])
  })

  test('markers are told that their marks are gone, why, and that they are back', async () => {
    const { clear, marker, blockId } = await open(kind, [8, 12])
    const latest = async () => {
      const { data } = await marker.send(messagesGet, { query: { block_id: blockId } })
      return data.list.map(({ text }) => text)
    }
    await clear(CLEAR)
    expect(await latest()).toEqual([
      expect.stringMatching(/已清空（原因：评分标准改了）.*重新评阅/),
    ])
    await clear({ action: 'undo' })
    expect(await latest()).toContainEqual(expect.stringContaining('2 份试卷此前的评阅恢复计入'))
  })

  test('whoever goes back to a paper of before is told that it was taken away, and can change it after an undo', async () => {
    const { clear, marker, blockId, readings } = await open(kind, [8])
    const locked = async () => {
      const query = { block_id: blockId, reading_id: readings[0] ?? 0 }
      return (await marker.send(markNext, { query })).data.tasks[0]?.locked_reason
    }
    expect(await locked()).toBeNull()
    await clear(CLEAR)
    expect(await locked()).toContain('已作废')
    await clear({ action: 'undo' })
    expect(await locked()).toBeNull()
  })

  test('marks that an undo gives back are what they were: when they were given, with signs, flags and time', async () => {
    const { clear, marker, blockId, services } = await open(kind, [], { settings: { traces: 1 } })
    const { data } = await marker.send(markNext, { query: { block_id: blockId, n: 1 } })
    const readingId = data.tasks[0]?.reading_id ?? 0
    await marker.send(markSubmit, {
      body: {
        block_id: blockId,
        reading_id: readingId,
        idem_key: 'key-with-signs',
        scores: [8000],
        flags: ['excellent'],
        flag_note: '思路新颖',
        active_ms: 4000,
        traces: [{ kind: 'tick', part: 0, x: 10, y: 20 }],
      },
    })
    const given = () =>
      services.db
        .selectFrom('reading')
        .where('id', '=', readingId)
        .selectAll()
        .executeTakeFirstOrThrow()
    const before = await given()
    expect(before).toMatchObject({ state: 'submitted', active_ms: 4000, flags: '["excellent"]' })
    expect(before.traces).not.toBeNull()
    await clear(CLEAR)
    await clear({ action: 'undo' })
    expect(await given()).toEqual(before)
    const { flags } = await services.db
      .selectFrom('unit')
      .where('id', '=', before.unit_id)
      .select('flags')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(flags)).toMatchObject({ paper: ['excellent'] })
  })

  test('what was in hand then is not taken for a mark afterwards, and its marker sees it', async () => {
    const { clear, finals, marker, blockId, services } = await open(kind, [8])
    const { data } = await marker.send(markNext, { query: { block_id: blockId, n: 1 } })
    await clear(CLEAR)
    await services.db.updateTable('block').set({ status: 'open' }).execute()
    const late = await marker.send(markSubmit, {
      body: {
        block_id: blockId,
        reading_id: data.tasks[0]?.reading_id ?? 0,
        idem_key: 'by-the-old-rules',
        scores: [9000],
      },
    })
    expect([late.status, late.error.error]).toEqual([409, 'MARKING_LEASE_LOST'])
    expect(late.error.facts?.why).toContain('题块已清空重评')
    expect(await finals()).toEqual([])
    const kept = await marker.send(markStatus, { query: { block_id: blockId } })
    expect(kept.data.unplaced).toMatchObject([{ total_milli: 9000 }])
  })

  test('a paper that was marked again keeps its new mark through an undo', async () => {
    const { clear, finals, marker, blockId, services } = await open(kind, [8, 12], {
      candidates: 2,
    })
    await clear(CLEAR)
    await services.db.updateTable('block').set({ status: 'open' }).execute()
    const { data } = await marker.send(markNext, { query: { block_id: blockId, n: 1 } })
    const was = data.tasks[0]
    await marker.send(markSubmit, {
      body: {
        block_id: blockId,
        reading_id: was?.reading_id ?? 0,
        idem_key: 'after-the-clearing',
        scores: [3000],
      },
    })
    expect((await clear({ action: 'undo' })).data).toMatchObject({ changed: 1 })
    expect(await finals()).toHaveLength(2)
    expect(await finals()).toContain(3000)
  })

  test('a mark on paper stays; a paper sent to a second reader is single again until the undo', async () => {
    const world = await open(kind, [8, 12], { candidates: 3 })
    const { clear, finals, marker, leader, services, signIn, blockId, examId } = world
    const { id: onPaper } = await services.db
      .selectFrom('unit')
      .select('id')
      .where('state', '=', 'READY')
      .executeTakeFirstOrThrow()
    const mark = { type: 'offline_mark', by: MACHINE, totalMilli: 15_000 } as const
    await services.db
      .transaction()
      .execute((db) => applyEvent(db, services, onPaper, mark, { userId: null }))
    const near = async (part: object) => {
      const body = { exam_id: examId, subject_id: SUBJECT, action: 'save', ...part } as const
      const { data } = await leader.send(nearLineSet, { body })
      const counts = (await selectBlockUnitCounts(services.db, [blockId])).get(blockId)
      return { ...data.runs[0], readings: counts?.readings }
    }
    const lines = [{ name: '及格线', total_milli: 12_000 }]
    const rule = { lines, window_milli: 0, single_mode: 1, block_ids: null } as const
    await near({ rule })
    expect(await near({ action: 'run' })).toMatchObject({ withdrawable: 1, readings: 3 })
    expect(await finals()).toEqual([8000, 15_000])

    expect((await clear(CLEAR)).data).toMatchObject({ changed: 2, counts: { units: 0, finals: 0 } })
    expect(await finals()).toEqual([15_000])
    expect(await near({ rule })).toMatchObject({ papers: 1, withdrawn: 1, readings: 2 })

    expect((await clear({ action: 'undo' })).data).toMatchObject({ changed: 2 })
    expect(await finals()).toEqual([8000, 15_000])
    expect(await near({ rule })).toMatchObject({ withdrawn: 0, withdrawable: 1, readings: 3 })

    await clear(CLEAR)
    await services.db.updateTable('block').set({ status: 'open' }).execute()
    const taken = async (client: typeof marker) =>
      (await client.send(markNext, { query: { block_id: blockId, n: 5 } })).data.tasks.length
    expect(await taken(await signIn('marker2'))).toBe(2)
    expect(await taken(marker)).toBe(0)
  })
})

test('clearing a block: a clearing that is not meant, not explained or not possible is refused, and nothing is lost', async () => {
  const { clear, finals, services } = await open('sqlite', [8])
  const refused = async (body: object) => {
    const { status, error } = await clear(body)
    return [status, error.error]
  }
  expect(await refused({ ...CLEAR, block_name: '第18题' })).toEqual([400, 'MARKING_NAME_MISMATCH'])
  expect(await refused({ ...CLEAR, reason: ' ' })).toEqual([400, 'MARKING_REASON_MISSING'])
  expect(await refused({ action: 'undo' })).toEqual([409, 'MARKING_CLEAR_NO_UNDO'])
  const published = services.db.updateTable('unit').where('final_milli', 'is not', null)
  await published.set({ state: 'LOCKED' }).execute()
  expect(await refused(CLEAR)).toEqual([423, 'MARKING_UNIT_LOCKED'])
  expect(await finals()).toEqual([8000])
  await published.set({ state: 'FINAL' }).execute()
  await clear(CLEAR)
  expect(await refused(CLEAR)).toEqual([409, 'MARKING_CLEAR_NOTHING'])
})

test('clearing a block: all markers without work go, who has marked stays with the reason', async () => {
  const { leader, blockId, marker, signIn } = await open('sqlite', [8])
  const second = await signIn('marker2')
  await second.send(markNext, { query: { block_id: blockId, n: 2 } })
  const list = async () =>
    (await leader.send(blockMarkers, { query: { block_id: blockId } })).data.list
  const preview = await leader.send(markersDeleteAll, { body: { block_id: blockId, preview: 1 } })
  expect(preview.data).toMatchObject({ removed: 2, kept: 1 })
  expect(await list()).toHaveLength(4)
  const { data } = await leader.send(markersDeleteAll, { body: { block_id: blockId } })
  expect(data.rows.map(({ removed, claimed }) => [removed, claimed])).toEqual([
    [false, 0],
    [true, 2],
    [true, 0],
  ])
  expect(data.rows[0]?.reason).toMatch(/已评阅 1 份/)
  expect((await list()).map(({ duty }) => duty)).toEqual(['marker', 'leader'])
  // The papers that marker2 held are there for the one who stayed.
  const { data: queue } = await marker.send(markNext, { query: { block_id: blockId, n: 5 } })
  expect(queue.tasks).toHaveLength(3)
})

test('clearing a block: several marks are corrected one by one; a refused one does not hold up the others', async () => {
  const { marker, blockId, readings, finals } = await open('sqlite', [8, 12, 5])
  const item = (index: number, score: number) => ({
    reading_id: readings[index] ?? 0,
    idem_key: `corrected-${index}`,
    scores: [score],
  })
  const send = () =>
    marker.send(markCorrectMore, {
      body: { block_id: blockId, items: [item(0, 9000), item(1, 12_300), item(2, 6000)] },
    })
  const { data } = await send()
  expect(data).toMatchObject({ changed: 2, refused: 1 })
  expect(data.rows[1]).toMatchObject({ ok: false, error: 'MARKING_OFF_GRID' })
  expect(await finals()).toEqual([6000, 9000, 12_000])
  // The same again changes nothing.
  expect((await send()).data.rows.map(({ new_reading_id }) => new_reading_id)).toEqual(
    data.rows.map(({ new_reading_id }) => new_reading_id),
  )
  const foreign = await marker.send(markCorrectMore, {
    body: {
      block_id: blockId,
      items: [{ ...item(0, 1000), reading_id: 99_999, idem_key: 'of-nobody' }],
    },
  })
  expect(foreign.data.rows[0]?.error).toBe('MARKING_READING_NOT_FOUND')
  expect(
    (await marker.send(markCorrect, { body: { block_id: blockId, ...item(0, 9000) } })).status,
  ).toBe(200)
})

test('clearing a block: who may clear, remove and correct', async () => {
  const { signIn, blockId } = await open('sqlite', [8])
  const statuses = async (who: string) => {
    const client = await signIn(who)
    return [
      (await client.send(blockClear, { body: { block_id: blockId, action: 'preview' } })).status,
      (await client.send(markersDeleteAll, { body: { block_id: blockId, preview: 1 } })).status,
      (
        await client.send(markCorrectMore, {
          body: {
            block_id: blockId,
            items: [{ reading_id: 1, idem_key: 'not-my-reading', scores: [0] }],
          },
        })
      ).status,
    ]
  }
  expect(
    Object.fromEntries(
      await Promise.all(
        ['admin', 'director', 'leader', 'marker1', 'marker2', 'scanner', 'student'].map(
          async (who) => [who, await statuses(who)] as const,
        ),
      ),
    ),
  ).toEqual({
    admin: [200, 200, 403],
    director: [200, 200, 403],
    // Leads the subject, but marks no paper of the block.
    leader: [200, 200, 403],
    marker1: [403, 403, 200],
    marker2: [403, 403, 200],
    scanner: [403, 403, 403],
    student: [403, 403, 403],
  })
  expect(await statuses('other-admin')).toEqual([404, 404, 403])
})
