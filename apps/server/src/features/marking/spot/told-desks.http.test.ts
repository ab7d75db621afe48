import {
  blockMasterReset,
  markNext,
  markSubmit,
  messagesUnread,
  spotCheckReject,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { seedMarking, SUBJECT } from '../testing/marked-subject.ts'

/** One paper of 20 points; `say` gives it a score of a marker, who takes it first. */
async function open(kind: 'sqlite' | 'postgres') {
  const app = await openTestApp(kind)
  const seeded = { candidates: 1, markers: 3, mode: 3 } as const
  const { blockId, examId, markerIds } = await seedMarking(app.services, app.school, seeded)
  const admin = await app.signIn('admin')
  const markers = await Promise.all([1, 2, 3].map((no) => app.signIn(`marker${no}`)))
  const of = (no: number) => {
    const marker = markers[no - 1]
    if (!marker) throw new Error(`no marker ${no}`)
    return marker
  }
  const take = async (no: number) => {
    const { data } = await of(no).send(markNext, { query: { block_id: blockId, n: 1 } })
    const [task] = data.tasks
    if (!task) throw new Error(`nothing for marker ${no}`)
    return task
  }
  const say = async (no: number, milli: number) => {
    const { reading_id } = await take(no)
    const idem_key = `reading-of-marker-${no}`
    await of(no).send(markSubmit, {
      body: { block_id: blockId, reading_id, idem_key, scores: [milli] },
    })
    return reading_id
  }
  /** What the page of a marker looks again by. */
  const stamp = async (no: number) => {
    const { data } = await of(no).send(messagesUnread, { query: { exam_id: examId } })
    return data.list.find(({ block_id }) => block_id === blockId)?.stamp
  }
  const check = (readingId: number, verdict: { is_marked: 0 | 1; reject_score?: number }) =>
    admin.send(spotCheckReject, {
      body: {
        exam_id: examId,
        subject_id: SUBJECT,
        block_id: blockId,
        marker_id: markerIds[0] ?? 0,
        task_detail_id: readingId,
        is_rejected: 0,
        ...verdict,
      },
    })
  return { take, say, stamp, check, admin }
}

everyDatabase('who has a paper on the desk, on %s', (kind) => {
  test('looks again at once when a check settles it, and not when it only agrees', async () => {
    const { take, say, stamp, check } = await open(kind)
    const given = await say(1, 8000)
    await take(2)
    const before = await stamp(2)
    expect((await check(given, { is_marked: 0 })).status).toBe(200)
    expect(await stamp(2)).toBe(before)
    expect((await check(given, { is_marked: 1, reject_score: 9000 })).status).toBe(200)
    expect(await stamp(2)).not.toBe(before)
  })

  test('looks again at once when it is put before an arbitrator', async () => {
    const { take, say, stamp, admin } = await open(kind)
    await say(1, 2000)
    await say(2, 18_000)
    const { unit_id } = await take(3)
    const before = await stamp(3)
    const body = { unit_id, action: 'escalate', reason: '两人理解不同' } as const
    expect((await admin.send(blockMasterReset, { body })).status).toBe(200)
    expect(await stamp(3)).not.toBe(before)
  })
})
