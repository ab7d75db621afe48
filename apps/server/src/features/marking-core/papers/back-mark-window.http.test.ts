import {
  blockSettingsGet,
  blockSettingsSet,
  markCorrect,
  markInfo,
  markNext,
  markSubmit,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, type TestClient } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'

const MINUTE_MS = 60_000

everyDatabase('how long own marks may be changed, on %s', (kind) => {
  test('the block says of how many papers and for how many hours; the server holds to it', async () => {
    const app = await openTestApp(kind)
    const { blockId, examId } = await seedMarking(app.services, app.school, { candidates: 3 })
    const on = { exam_id: examId, subject_id: SUBJECT }
    const leader = await app.signIn('leader')
    const set = (last: number, hours: number) =>
      leader.send(blockSettingsSet, {
        body: {
          ...on,
          blocks: [{ block_id: blockId, backmark_last: last, backmark_hours: hours }],
        },
      })
    const usual = await leader.send(blockSettingsGet, { query: on })
    expect(usual.data.blocks).toMatchObject([{ backmark_last: 100, backmark_hours: 0 }])
    expect((await set(0, 0)).status).toBe(400)

    const marker = await app.signIn('marker1')
    const queue = await marker.send(markNext, { query: { block_id: blockId, n: 3 } })
    const ids: number[] = []
    for (const { reading_id } of queue.data.tasks) {
      const body = {
        block_id: blockId,
        reading_id,
        idem_key: `first-mark-${reading_id}`,
        scores: [9000],
      }
      ids.push((await marker.send(markSubmit, { body })).data.reading_id)
      app.advance(MINUTE_MS)
    }
    const correct = (who: TestClient, id = 0, points = 5) =>
      who.send(markCorrect, {
        body: {
          block_id: blockId,
          reading_id: id,
          idem_key: `back-mark-${id}-${points}`,
          scores: [points * 1000],
        },
      })
    /** Why the marker may not change their papers, the earliest first. */
    const reasons = async (who: TestClient) => {
      const own = await who.send(markNext, { query: { block_id: blockId, marked: 1 } })
      return own.data.tasks.map(({ locked_reason }) => locked_reason).toReversed()
    }

    expect((await set(2, 0)).status).toBe(200)
    expect((await marker.send(markInfo, { query: { block_id: blockId } })).data).toMatchObject({
      backmark_last: 2,
      backmark_hours: 0,
    })
    expect(await reasons(marker)).toEqual(['只能回评最近提交的 2 份', null, null])
    const early = await correct(marker, ids[0])
    expect([early.error.error, early.error.msg]).toEqual([
      'MARKING_BACKMARK_CLOSED',
      '这份试卷不能再回评：只能回评最近提交的 2 份',
    ])
    expect((await correct(marker, ids[1])).status).toBe(200)

    expect((await set(100, 2)).status).toBe(200)
    expect((await correct(marker, ids[0], 6)).status).toBe(200)
    app.advance(121 * MINUTE_MS)
    const later = await app.signIn('marker1')
    const reason = '只能在提交后 2 小时内回评'
    expect(await reasons(later)).toEqual([reason, reason, reason])
    expect((await correct(later, ids[2])).error.msg).toContain(reason)

    const leaderLater = await app.signIn('leader')
    const { status } = await leaderLater.send(blockSettingsSet, {
      body: { ...on, blocks: [{ block_id: blockId, backmark_hours: 0 }] },
    })
    expect(status).toBe(200)
    expect((await correct(later, ids[2])).status).toBe(200)
  })
})
