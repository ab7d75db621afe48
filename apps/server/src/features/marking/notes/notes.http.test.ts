import { messageSend, messagesGet, noteSet, notesGet } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, type TestClient } from '../../../testing/index.ts'
import { seedMarking } from '../testing/marked-subject.ts'

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
})
