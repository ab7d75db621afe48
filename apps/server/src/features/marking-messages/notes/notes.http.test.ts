import {
  messageSend,
  messagesGet,
  messagesUnread,
  noteSet,
  notesGet,
  notesRead,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, type TestClient } from '../../../testing/index.ts'
import { messageStamp } from '../messages/unread-messages.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'

everyDatabase('notes of a block on %s', (kind) => {
  test('what a leader answered becomes a note for all markers, and is taken back', async () => {
    const app = await openTestApp(kind)
    const { blockId, markerIds, examId } = await seedMarking(app.services, app.school, {
      candidates: 1,
      markers: 2,
      settings: { daySeeds: 2 },
    })
    const on = { block_id: blockId }
    const [marker, other, leader] = await Promise.all(
      ['marker1', 'marker2', 'leader'].map((account) => app.signIn(account)),
    )
    const write = async (who: TestClient, text: string, to = {}) =>
      (await who.send(messageSend, { body: { ...on, text, ...to } })).data.message_id
    const asked = await write(marker!, '用向量法证明给几分')
    const answer = await write(leader!, '步骤完整给满分', { marker_id: markerIds[0] ?? 0 })
    const set = (who: TestClient, body: object) =>
      who.send(noteSet, { body: { ...on, action: 'save', message_id: answer, ...body } })
    const notes = async (who: TestClient) => (await who.send(notesGet, { query: on })).data

    expect((await set(marker!, {})).error.error).toBe('MARKING_NOTE_LEADERS')
    const wrong = await set(leader!, { message_id: asked })
    expect([wrong.status, wrong.error.error]).toEqual([409, 'MARKING_NOTE_SOURCE'])
    expect((await set(leader!, { message_id: 9999 })).error.error).toBe('MARKING_NOTE_SOURCE')
    expect((await set(leader!, { text: '  ' })).status).toBe(400)

    const saved = await set(leader!, { text: '向量法：步骤完整给满分' })
    expect(saved.data).toMatchObject({
      may_change: true,
      list: [
        {
          message_id: answer,
          text: '向量法：步骤完整给满分',
          author_name: '数学组长',
          saved_by: '数学组长',
        },
      ],
    })
    // Who did not ask sees it all the same, and the conversation of the asker stays their own.
    expect((await notes(other!)).list.map(({ text }) => text)).toEqual(['向量法：步骤完整给满分'])
    expect((await notes(other!)).may_change).toBe(false)
    const { data } = await leader!.send(messagesGet, {
      query: { ...on, marker_id: markerIds[0] ?? 0 },
    })
    expect(data.list.map(({ is_note }) => is_note)).toEqual([false, true])
    // A change of the rules: everybody is measured by them once more.
    const due = await app.services.db
      .selectFrom('block_marker')
      .select('seed_due')
      .where('duty', '=', 'marker')
      .execute()
    expect(due.map(({ seed_due }) => seed_due)).toEqual([2, 2])

    expect((await set(leader!, {})).data.list.map(({ text }) => text)).toEqual(['步骤完整给满分'])
    expect((await set(marker!, { action: 'remove' })).status).toBe(403)
    expect((await set(leader!, { action: 'remove' })).data.list).toEqual([])
    expect((await set(leader!, { action: 'remove' })).status).toBe(200)
    expect((await notes(other!)).list).toEqual([])

    for (const [account, status] of [
      ['director', 200],
      ['marker3', 403],
      ['scanner', 403],
      ['student', 403],
      ['other-admin', 404],
    ] as const) {
      const who = await app.signIn(account)
      expect([account, (await who.send(notesGet, { query: on })).status]).toEqual([account, status])
    }
    expect(examId).toBeGreaterThan(0)
  })

  test('a new note is new to every marker until it was read, and again once it is reworded', async () => {
    const app = await openTestApp(kind)
    const { blockId, examId, markerIds } = await seedMarking(app.services, app.school, {
      candidates: 1,
      markers: 2,
    })
    const on = { block_id: blockId }
    const [marker, other, leader] = (await Promise.all(
      ['marker1', 'marker2', 'leader'].map((account) => app.signIn(account)),
    )) as [TestClient, TestClient, TestClient]
    const newTo = async (who: TestClient) =>
      (await who.send(messagesUnread, { query: { exam_id: examId } })).data.list.find(
        ({ block_id }) => block_id === blockId,
      )?.new_notes
    const notes = async (who: TestClient) =>
      (await who.send(notesGet, { query: on })).data.list.map(({ note_id, text, is_new }) => ({
        note_id,
        text,
        is_new,
      }))
    const read = (who: TestClient, lastId: number) =>
      who.send(notesRead, { body: { ...on, last_id: lastId } })
    const say = async (text: string) =>
      (await leader.send(messageSend, { body: { ...on, text, marker_id: markerIds[0] ?? 0 } })).data
        .message_id
    const save = async (messageId: number, text?: string) =>
      leader.send(noteSet, {
        body: {
          ...on,
          action: 'save',
          message_id: messageId,
          ...(text === undefined ? {} : { text }),
        },
      })
    const first = await say('步骤完整给满分')
    const quiet = await messageStamp(app.services, examId)
    await save(first)
    // The stamp is kept for a moment for all who listen.
    await expect.poll(() => messageStamp(app.services, examId), { timeout: 20_000 }).not.toBe(quiet)
    expect([await newTo(marker), await newTo(other), await newTo(leader)]).toEqual([1, 1, 0])

    const [one] = await notes(marker)
    expect(one).toMatchObject({ text: '步骤完整给满分', is_new: true })
    expect((await notes(leader))[0]?.is_new).toBe(false)
    await read(marker, one?.note_id ?? 0)
    // The same once more, and an older one, change nothing; neither does a number that no note has.
    await read(marker, one?.note_id ?? 0)
    await read(marker, 0)
    expect([await newTo(marker), await newTo(other)]).toEqual([0, 1])
    expect((await notes(marker))[0]?.is_new).toBe(false)

    await save(await say('结果未化简扣一分'))
    expect((await notes(marker)).map(({ is_new }) => is_new)).toEqual([false, true])
    await read(marker, 1_000_000)
    expect(await newTo(marker)).toBe(0)
    await save(first, '向量法：步骤完整给满分')
    expect([await newTo(marker), await newTo(other)]).toEqual([1, 2])
    await leader.send(noteSet, { body: { ...on, action: 'remove', message_id: first } })
    expect([await newTo(marker), await newTo(other)]).toEqual([0, 1])

    for (const [account, status] of [
      ['leader', 200],
      ['director', 200],
      ['marker3', 403],
      ['scanner', 403],
      ['student', 403],
      ['other-admin', 404],
    ] as const) {
      const { status: answer } = await read(await app.signIn(account), 1)
      expect([account, answer]).toEqual([account, status])
    }
    // What a leader reads is no marker's reading.
    expect(await newTo(other)).toBe(1)
  })
})
