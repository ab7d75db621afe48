import {
  blockSettingsSet,
  blockStatusSet,
  markerDelete,
  markNext,
  messageSend,
  messagesRead,
} from '@hengjuan/contracts'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { Session } from '../../http/session.ts'
import { openTestApp } from '../../testing/index.ts'
import { seedMarking } from '../marking/testing/seed-marking.ts'
import { progressEvents } from './event-stream.ts'

test('event stream: whoever listens for messages is told of each one, and of nothing else', async () => {
  const { services, school, signIn } = await openTestApp()
  const { examId, blockId, markerIds } = await seedMarking(services, school, { candidates: 2 })
  const leader = await signIn('leader')
  const session = {
    userId: markerIds[0] ?? 0,
    role: 'marking_teacher',
    scope: { subjects: 'all', grades: 'all', classes: 'all' },
    grants: [],
  } as unknown as Session
  const stop = new AbortController()
  const events = progressEvents(
    services,
    session,
    { id: examId, name: '期中考试', school_id: school.schoolId, grade_id: 10 },
    {} as FastifyRequest,
    { onlyMessages: true, ask: null },
    stop.signal,
  )
  const counts = (unread: number) => ({
    event: 'messages',
    data: {
      list: [{ block_id: blockId, side: 'marker', unread, new_notes: 0, rubric_version: 0 }],
    },
  })
  expect((await events.next()).value).toMatchObject(counts(0))
  const body = { block_id: blockId, marker_id: markerIds[0] ?? 0 }
  const { data } = await leader.send(messageSend, { body: { ...body, text: '请注意第二问' } })
  expect((await events.next()).value).toMatchObject(counts(1))
  const marker = await signIn('marker1')
  await marker.send(messagesRead, { body: { block_id: blockId, last_id: data.message_id } })
  expect((await events.next()).value).toMatchObject(counts(0))
  stop.abort()
  expect((await events.next()).done).toBe(true)
})

test('event stream: markers are told at once when their block is paused or set otherwise, and when papers are taken from them', async () => {
  const { services, school, signIn } = await openTestApp()
  const { examId, blockId, markerIds } = await seedMarking(services, school, { candidates: 4 })
  const [markerId = 0] = markerIds
  const leader = await signIn('leader')
  const marker = await signIn('marker1')
  const session = {
    userId: markerId,
    role: 'marking_teacher',
    scope: { subjects: 'all', grades: 'all', classes: 'all' },
    grants: [],
  } as unknown as Session
  const stop = new AbortController()
  const events = progressEvents(
    services,
    session,
    { id: examId, name: '期中考试', school_id: school.schoolId, grade_id: 10 },
    {} as FastifyRequest,
    { onlyMessages: true, ask: null },
    stop.signal,
  )
  const stamps = new Set<number | undefined>()
  const nextStamp = async () => {
    const { value } = await events.next()
    const { list } = (value as { data: { list: { stamp: number }[] } }).data
    return list[0]?.stamp
  }
  stamps.add(await nextStamp())
  const block = { block_id: blockId }
  await leader.send(blockStatusSet, { body: { ...block, action: 'pause' } })
  stamps.add(await nextStamp())
  await leader.send(blockStatusSet, { body: { ...block, action: 'open' } })
  stamps.add(await nextStamp())
  await leader.send(blockSettingsSet, {
    body: { exam_id: examId, subject_id: 2, blocks: [{ ...block, add_type: 1 }] },
  })
  stamps.add(await nextStamp())
  await marker.send(markNext, { query: block })
  await leader.send(blockStatusSet, { body: { ...block, action: 'recall' } })
  stamps.add(await nextStamp())
  expect(stamps.size).toBe(5)
  // Whoever is taken off the block has no place in it any more.
  await leader.send(markerDelete, { body: { ...block, marker_id: markerId } })
  expect(await nextStamp()).toBeUndefined()
  stop.abort()
})
