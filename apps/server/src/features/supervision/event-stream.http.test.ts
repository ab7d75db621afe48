import { messageSend, messagesRead } from '@hengjuan/contracts'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { Session } from '../../http/session.ts'
import { openTestApp } from '../../testing/index.ts'
import { seedMarking } from '../marking/testing/marked-subject.ts'
import { progressEvents } from './event-stream.ts'

test('whoever listens for messages is told of each one, and of nothing else', async () => {
  const { services, school, signIn } = await openTestApp()
  const { examId, blockId, markerIds } = await seedMarking(services, school, { candidates: 2 })
  const leader = await signIn('leader')
  const session = {
    userId: markerIds[0] ?? 0,
    role: 'marking_teacher',
    scope: { subjects: 'all', grades: 'all', classes: 'all' },
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
