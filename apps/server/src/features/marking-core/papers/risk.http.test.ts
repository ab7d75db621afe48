import {
  benchmarkPapers,
  checkDetail,
  homeTodos,
  leaderDecide,
  leaderNext,
  markNext,
  markSubmit,
  riskCare,
  riskPapers,
  spotCheckGet,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'

/** A marker passed on the first of three papers because its words speak of danger. */
async function open(kind?: DatabaseKind) {
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, { candidates: 3, markers: 1 })
  const on = { block_id: marked.blockId }
  const marker = await app.signIn('marker1')
  const [task] = (await marker.send(markNext, { query: { ...on, n: 1 } })).data.tasks
  await marker.send(markSubmit, {
    body: {
      ...on,
      reading_id: task?.reading_id ?? 0,
      idem_key: 'the-paper-of-danger',
      problem: { reason: 'emotional_or_risk', note: '作答中说不想活了' },
    },
  })
  const admin = await app.signIn('admin')
  const look = async () => (await admin.send(riskPapers, { query: {} })).data
  return { ...app, signIn: (who: string) => app.signIn(who), ...marked, on, task, admin, look }
}

everyDatabase('a paper that speaks of danger on %s', (kind) => {
  test('is told to the administrator at once, with whose it is, until somebody has taken care', async () => {
    const { admin, look, task } = await open(kind)
    const count = async () => (await admin.send(riskPapers, { query: { count_only: 1 } })).data
    expect(await count()).toEqual({ open: 1, list: [] })
    const { data: todos } = await admin.send(homeTodos, {})
    expect(todos[0]).toMatchObject({ kind: 'risk', count: 1 })
    const [paper] = (await look()).list
    expect(paper).toMatchObject({
      secret_code: task?.secret_code,
      note: '作答中说不想活了',
      care: null,
    })
    expect(paper?.student_name).not.toBe('')
    expect(paper?.images).toHaveLength(1)
    const note = '班主任和心理老师已联系学生与家长'
    await admin.send(riskCare, { body: { risk_id: paper?.risk_id ?? 0, note } })
    expect((await look()).list[0]?.care).toMatchObject({ note })
    expect((await count()).open).toBe(0)
    expect((await admin.send(homeTodos, {})).data.map((todo) => todo.kind)).not.toContain('risk')
  })

  test('names no teacher of another school who raised it in a joint exam', async () => {
    const { look, services, school, otherSchool, examId } = await open(kind)
    expect((await look()).list[0]?.raised_by).not.toBe('其他学校的阅卷教师')
    // The other school holds the exam, and the marker belongs to it.
    const { db } = services
    const held = { school_id: otherSchool.schoolId }
    await db.updateTable('exam').set(held).where('id', '=', examId).execute()
    await db
      .updateTable('user')
      .set(held)
      .where('id', '=', school.userIds['marker1'] ?? 0)
      .execute()
    expect((await look()).list[0]?.raised_by).toBe('其他学校的阅卷教师')
  })

  test('stays with the administrator, and out of the lists, after its leader has scored it', async () => {
    const { signIn, look, on, task } = await open(kind)
    const leader = await signIn('leader')
    const unit_id = task?.unit_id ?? 0
    await leader.send(leaderNext, { query: { mode: 'problem', unit_id } })
    const decided = await leader.send(leaderDecide, {
      body: {
        mode: 'problem',
        unit_id,
        outcome: 'score',
        idem_key: 'the-score-of-danger',
        scores: [5000],
      },
    })
    expect(decided.status).toBe(200)
    const { data: papers } = await leader.send(benchmarkPapers, { query: on })
    expect(papers.list.map((one) => one.unit_id)).not.toContain(unit_id)
    expect((await look()).open).toBe(1)
  })
})

test('whoever checks readings is neither given such a paper nor shown its image', async () => {
  const app = await openTestApp()
  const { examId, blockId } = await seedMarking(app.services, app.school, {
    candidates: 1,
    mode: 1,
  })
  const leader = await app.signIn('leader')
  const on = { exam_id: examId, block_id: blockId }
  const drawn = async () =>
    (await leader.send(spotCheckGet, { query: { block_id: blockId } })).data.task
  const shown = async (task_detail_id: number) => {
    const { data } = await leader.send(checkDetail, { query: { ...on, task_detail_id } })
    return { images: data.images.length, isRisk: data.is_risk }
  }
  const claim = async (who: string) => {
    const marker = await app.signIn(who)
    const { data } = await marker.send(markNext, { query: { block_id: blockId, n: 1 } })
    return { marker, reading_id: data.tasks[0]?.reading_id ?? 0 }
  }
  const first = await claim('marker1')
  const { reading_id } = first
  await first.marker.send(markSubmit, {
    body: { block_id: blockId, reading_id, idem_key: 'the-first-reading', scores: [5000] },
  })
  expect((await drawn())?.task_detail_id).toBe(reading_id)
  expect(await shown(reading_id)).toEqual({ images: 1, isRisk: false })

  const second = await claim('marker2')
  await second.marker.send(markSubmit, {
    body: {
      block_id: blockId,
      reading_id: second.reading_id,
      idem_key: 'the-paper-of-danger',
      problem: { reason: 'emotional_or_risk', note: '作答中说不想活了' },
    },
  })
  const [unit] = await app.services.db.selectFrom('unit').select('id').execute()
  await leader.send(leaderDecide, {
    body: {
      mode: 'problem',
      unit_id: unit?.id ?? 0,
      outcome: 'score',
      idem_key: 'the-score-of-danger',
      scores: [5000],
    },
  })
  expect(await drawn()).toBeNull()
  expect(await shown(reading_id)).toEqual({ images: 0, isRisk: true })
})

test.for(['director', 'leader', 'marker1'])(
  '%s neither sees such papers nor notes anything',
  async (who) => {
    const { signIn, look } = await open()
    const other = await signIn(who)
    expect((await other.send(riskPapers, { query: {} })).status).toBe(403)
    const risk_id = (await look()).list[0]?.risk_id ?? 0
    expect((await other.send(riskCare, { body: { risk_id, note: '看过了' } })).status).toBe(403)
    const { data: todos } = await other.send(homeTodos, {})
    expect(todos.map(({ kind }) => kind)).not.toContain('risk')
  },
)

test('a note says something, and is about a paper of the own school', async () => {
  const { admin, look, services } = await open()
  const risk_id = (await look()).list[0]?.risk_id ?? 0
  expect((await admin.send(riskCare, { body: { risk_id, note: '  ' } })).status).toBe(400)
  const other = await services.db
    .insertInto('school')
    .values({ name: '别的学校', short_name: '别校', created_at: '2026-11-20T00:00:00.000Z' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await services.db.updateTable('unit').set({ school_id: other.id }).execute()
  const refused = await admin.send(riskCare, { body: { risk_id, note: '已联系' } })
  expect(refused.error.error).toBe('MARKING_UNIT_NOT_FOUND')
  expect((await look()).list).toEqual([])
})
