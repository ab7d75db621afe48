import {
  markNext,
  messageSend,
  messagesGet,
  messagesRead,
  messagesUnread,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, type TestClient } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'

const open = async (kind: DatabaseKind = 'sqlite') => {
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, { candidates: 3, markers: 2 })
  const on = { block_id: marked.blockId }
  const send = async (who: TestClient, body: object) =>
    who.send(messageSend, { body: { ...on, text: '第二问的方法没有写在评分标准中', ...body } })
  const look = async (who: TestClient, markerId?: number) =>
    (
      await who.send(messagesGet, {
        query: { ...on, ...(markerId === undefined ? {} : { marker_id: markerId }) },
      })
    ).data
  const unread = async (who: TestClient) => {
    const { data } = await who.send(messagesUnread, { query: { exam_id: marked.examId } })
    return data.list.find(({ block_id }) => block_id === marked.blockId)?.unread
  }
  const [marker, other, leader] = await Promise.all(
    ['marker1', 'marker2', 'leader'].map((account) => app.signIn(account)),
  )
  return {
    ...app,
    ...marked,
    on,
    send,
    look,
    unread,
    marker: marker!,
    other: other!,
    leader: leader!,
  }
}

everyDatabase('messages between markers and leaders on %s', (kind) => {
  test('a question about a paper, its answer, a word to all, and who has read what', async () => {
    const world = await open(kind)
    const { marker, other, leader, on, send, look, unread, markerIds, services } = world
    const { data: queue } = await marker.send(markNext, { query: { ...on, n: 1 } })
    const [task] = queue.tasks
    const { status } = await send(marker, { reading_id: task?.reading_id ?? 0 })
    expect(status).toBe(200)

    // The leader is told, sees the paper under its secret code, and nothing about the candidate.
    expect(await unread(leader)).toBe(1)
    const asked = await look(leader, markerIds[0])
    expect(asked).toMatchObject({
      side: 'leader',
      people: [{ marker_id: markerIds[0], unread: 1, is_waiting: true }, { unread: 0 }],
      list: [
        {
          side: 'marker',
          author_name: '阅卷老师1',
          paper: { code: task?.secret_code },
          read_count: 0,
          reader_count: 1,
        },
      ],
    })
    expect(asked.list[0]?.paper?.images).toHaveLength(1)
    expect(JSON.stringify(asked)).not.toMatch(/考生|exam_no|candidate/)

    // What one of the leaders' side has read, the marker sees as read.
    const last = asked.list[0]?.message_id ?? 0
    await leader.send(messagesRead, {
      body: { ...on, marker_id: markerIds[0] ?? 0, last_id: last },
    })
    expect(await unread(leader)).toBe(0)
    expect((await look(marker)).list[0]).toMatchObject({ read_count: 1, is_own: true })

    await send(leader, { marker_id: markerIds[0], text: '  两种方法都给满分  ' })
    await send(leader, { text: '第二问用向量法同样给分' })
    expect(await unread(marker)).toBe(2)
    // The other marker hears what was said to all, and nothing of the conversation.
    expect(await unread(other)).toBe(1)
    expect((await look(other)).list.map(({ text }) => text)).toEqual(['第二问用向量法同样给分'])
    const own = await look(marker)
    expect(own.list.map(({ text, marker_id }) => [text, marker_id])).toEqual([
      ['第二问的方法没有写在评分标准中', markerIds[0]],
      ['两种方法都给满分', markerIds[0]],
      ['第二问用向量法同样给分', null],
    ])
    expect(own.people).toEqual([])
    const readAll = { body: { ...on, last_id: own.list.at(-1)?.message_id ?? 0 } }
    await marker.send(messagesRead, readAll)
    // Reading twice is reading once.
    await marker.send(messagesRead, readAll)
    expect(await unread(marker)).toBe(0)
    expect((await look(leader)).list).toMatchObject([{ read_count: 1, reader_count: 2 }])
    const reads = await services.db.selectFrom('marking_message_read').selectAll().execute()
    expect(reads).toHaveLength(3)
    // The paper stayed in the marker's hands.
    const after = await marker.send(markNext, { query: { ...on, n: 1 } })
    expect(after.data.tasks[0]?.reading_id).toBe(task?.reading_id)
  })
})

test('each role: who leads or supervises sees all, a marker the own words, others nothing', async () => {
  const { signIn, on, send, look, school, services, blockId, unread, markerIds } = await open()
  await send(await signIn('marker1'), {})
  for (const [account, side, count] of [
    ['leader', 'leader', 1],
    ['director', 'leader', 0],
    ['admin', 'leader', 0],
    ['principal', 'leader', 0],
    ['grade', 'leader', 0],
    ['marker1', 'marker', 1],
    ['marker2', 'marker', 0],
  ] as const) {
    const data = await look(await signIn(account))
    expect([account, data.side, data.people.length > 0]).toEqual([account, side, side === 'leader'])
    if (side === 'marker') expect([account, data.list.length]).toEqual([account, count])
  }
  // What no leader has read yet is shown to everybody who supervises, until one of them reads it.
  const [director, admin] = [await signIn('director'), await signIn('admin')]
  expect([await unread(director), await unread(admin)]).toEqual([1, 1])
  const { list } = await look(director, markerIds[0])
  await director.send(messagesRead, {
    body: { ...on, marker_id: markerIds[0] ?? 0, last_id: list[0]?.message_id ?? 0 },
  })
  expect([await unread(director), await unread(admin)]).toEqual([0, 0])
  expect(await unread(await signIn('leader'))).toBe(1)

  for (const [account, status] of [
    ['student', 403],
    ['marker3', 403],
    ['scanner', 403],
    ['other-admin', 404],
  ] as const) {
    const who = await signIn(account)
    const answers = [
      await who.send(messagesGet, { query: on }),
      await send(who, {}),
      await who.send(messagesRead, { body: { ...on, last_id: 1 } }),
    ]
    expect([account, ...answers.map((one) => one.status)]).toEqual([
      account,
      status,
      status,
      status,
    ])
  }
  // A plain teacher who arbitrates the block is its leader.
  await services.db
    .insertInto('block_marker')
    .values({
      block_id: blockId,
      user_id: school.userIds['head'] ?? 0,
      duty: 'leader',
      quota: null,
      weight: 1,
      suspended_at: null,
    })
    .execute()
  expect((await look(await signIn('head'))).side).toBe('leader')
})

test('messages: a paper of somebody else, an empty text and a stranger are refused', async () => {
  const { marker, other, leader, on, send, school } = await open()
  const { data } = await other.send(markNext, { query: { ...on, n: 1 } })
  const foreign = await send(marker, { reading_id: data.tasks[0]?.reading_id ?? 0 })
  expect(foreign.error.error).toBe('MARKING_NOT_YOUR_READING')
  expect((await send(marker, { text: '   ' })).error.error).toBe('INPUT_INVALID')
  const stranger = await send(leader, { marker_id: school.userIds['marker3'] })
  expect(stranger.error.error).toBe('STAFF_NOT_FOUND')
})
