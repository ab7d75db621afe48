import { markNext, stuckGet, stuckSet, supervisedBlocks } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../marking/testing/seed-sheet.ts'

/** Two papers of a class that the only marker teaches, and two of another. */
const open = async () => {
  const app = await openTestApp()
  const marked = await seedMarking(app.services, app.school, {
    candidates: 4,
    markers: 1,
    columns: { avoid_own_class: 1 },
  })
  await app.services.db
    .insertInto('teaching')
    .values({
      user_id: marked.markerIds[0] ?? 0,
      class_id: app.school.classIds[0] ?? 0,
      subject_id: SUBJECT,
    })
    .execute()
  const on = { block_id: marked.blockId }
  const director = await app.signIn('director')
  const set = (body: object) =>
    director.send(stuckSet, { body: { ...on, action: 'release', ...body } })
  return { ...app, ...marked, on, director, set }
}

test('stuck papers are released for a reason, taken by whom the rule kept, and taken back before that', async () => {
  const { director, on, set, signIn, examId } = await open()
  const { data } = await director.send(stuckGet, { query: on })
  expect(data).toMatchObject({ block_name: '第17题', exam_name: '期中考试', total: 2 })
  const unit_ids = data.list.map(({ unit_id }) => unit_id)
  const rules = data.list[0]?.options[0]?.rules

  const silent = await set({ unit_ids, rules, reason: ' ' })
  expect([silent.status, silent.error.error]).toEqual([400, 'MARKING_REASON_MISSING'])
  const nothing = await set({ reason: '人手不足' })
  expect(nothing.error.fields.map(({ path }) => path)).toEqual(['unit_ids', 'rules'])

  const reason = '人手不足'
  const released = await set({ unit_ids, rules, reason })
  expect(released.data).toMatchObject({ changed: 2, skipped: 0, total: 0, list: [] })
  const release_ids = released.data.releases[0]?.release_ids ?? []
  const undone = await set({ action: 'undo', release_ids })
  expect(undone.data).toMatchObject({ changed: 2, total: 2 })
  expect(undone.data.releases[0]).toMatchObject({ undone: { by_name: '教务主任' } })

  await set({ unit_ids, rules, reason })
  const marker = await signIn('marker1')
  const { data: taken } = await marker.send(markNext, { query: { ...on, n: 10 } })
  expect(taken.tasks).toHaveLength(4)
  const last = (await director.send(stuckGet, { query: on })).data.releases[0]
  const late = await set({ action: 'undo', release_ids: last?.release_ids })
  expect([late.status, late.error.error]).toEqual([409, 'MARKING_RELEASE_BEGUN'])
  const seen = await director.send(supervisedBlocks, {
    query: { exam_id: examId, subject_id: SUBJECT },
  })
  expect(seen.data.list[0]).toMatchObject({ stuck_count: 0 })
})

test('stuck papers: are for those who manage the exam', async () => {
  const { signIn, on } = await open()
  for (const [who, status] of [
    ['admin', 200],
    ['director', 200],
    ['leader', 403],
    ['principal', 403],
    ['marker1', 403],
    ['other-admin', 404],
  ] as const) {
    const client = await signIn(who)
    const list = await client.send(stuckGet, { query: on })
    const act = await client.send(stuckSet, {
      body: { ...on, action: 'undo', release_ids: [999_999] },
    })
    // Whoever may is told that there is nothing to take back.
    expect([who, list.status, act.status]).toEqual([who, status, status === 200 ? 409 : status])
  }
})
