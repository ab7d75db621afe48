import {
  allocationGet,
  checkDetail,
  leaderDecide,
  leaderNext,
  markNext,
  markSubmit,
  paperRecall,
  paperRecord,
  supervisedPapers,
  supervisedSchools,
  supervisedSubjects,
} from '@hengjuan/contracts'
import { everyDatabase, type DatabaseKind } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, type TestClient } from '../../testing/index.ts'
import { seedMarking } from '../marking/testing/seed-marking.ts'
import { SUBJECT } from '../marking/testing/seed-sheet.ts'

const FIGURES = [
  'total',
  'ready',
  'claimed',
  'done',
  'third',
  'arbitration',
  'problem',
  'blank',
  'rejected',
  'waiting',
] as const

/** Ten papers read twice, two of them nearly blank. */
async function open(kind?: DatabaseKind) {
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, {
    candidates: 10,
    mode: 1,
    toleranceMilli: 1000,
    ink: [0.001, 0.001, ...Array.from({ length: 8 }, () => 0.05)],
  })
  const on = { exam_id: marked.examId, block_id: marked.blockId }
  const [leader, first, second] = [
    await app.signIn('leader'),
    await app.signIn('marker1'),
    await app.signIn('marker2'),
  ]
  const take = async (who: TestClient, n = 1) =>
    (await who.send(markNext, { query: { block_id: marked.blockId, n } })).data.tasks
  const hand = (who: TestClient, reading_id: number, more: object) =>
    who.send(markSubmit, {
      body: {
        block_id: marked.blockId,
        reading_id,
        idem_key: `key-of-reading-${reading_id}`,
        ...more,
      },
    })
  const papers = async (waits_for: (typeof FIGURES)[number], who = leader) =>
    (await who.send(supervisedPapers, { query: { ...on, waits_for } })).data
  const record = async (unit_id: number, who = leader) =>
    (await who.send(paperRecord, { query: { ...on, unit_id } })).data.list
  const picture = async (unit_id: number) => {
    const { data } = await leader.send(paperRecord, { query: { ...on, unit_id } })
    return { images: data.images.length, is_risk: data.is_risk }
  }
  return { ...app, ...marked, on, leader, first, second, take, hand, papers, record, picture }
}

everyDatabase('papers behind a figure of supervision on %s', (kind) => {
  test('are as many as the figure says, each where it is, with who has it', async () => {
    const world = await open(kind)
    const { leader, first, second, take, hand, papers, picture, on } = world
    // One far apart, one agreed on, one raised as a problem, and some in hand.
    const [far, near, problem] = await take(first, 3)
    const of = async (unitId = 0) =>
      (await take(second, 8)).find(({ unit_id }) => unit_id === unitId)?.reading_id ?? 0
    await hand(first, far?.reading_id ?? 0, { scores: [3000] })
    await hand(second, await of(far?.unit_id), { scores: [9000] })
    await hand(first, near?.reading_id ?? 0, { scores: [5000] })
    await hand(second, await of(near?.unit_id), { scores: [5000] })
    await hand(first, problem?.reading_id ?? 0, {
      problem: { reason: 'missing_page', note: '缺第二页' },
    })
    const { data } = await leader.send(supervisedSubjects, { query: { exam_id: on.exam_id } })
    const numbers = data.blocks[0]?.numbers
    for (const figure of FIGURES) {
      const { list, total } = await papers(figure)
      expect([figure, total, list.length]).toEqual([figure, numbers?.[figure], numbers?.[figure]])
    }
    // The parts add up, and the sum opens all of them.
    expect(numbers?.total).toBe(
      FIGURES.reduce((sum, figure) => sum + (figure === 'total' ? 0 : (numbers?.[figure] ?? 0)), 0),
    )
    const [apart] = (await papers('arbitration')).list
    expect(apart).toMatchObject({ unit_id: far?.unit_id, given: 2, holders: [], is_led: true })
    const detail = { ...on, task_detail_id: apart?.task_detail_id ?? 0 }
    expect((await leader.send(checkDetail, { query: detail })).data.unit_id).toBe(far?.unit_id)
    expect((await papers('problem')).list[0]).toMatchObject({ reason: '缺页', is_led: true })
    // One that nobody has marked is looked at all the same, but for what speaks of danger.
    const [unread] = (await papers('blank')).list
    expect(unread?.task_detail_id).toBe(null)
    expect(await picture(unread?.unit_id ?? 0)).toEqual({ images: 1, is_risk: false })
    const [held] = (await papers('claimed')).list
    expect(held?.holders[0]).toMatchObject({ role: 'R1' })
    expect((await papers('blank')).total).toBe(2)
    // Whole subjects have lists as well.
    const subject = { exam_id: on.exam_id, subject_id: SUBJECT, waits_for: 'done' as const }
    expect((await leader.send(supervisedPapers, { query: subject })).data.total).toBe(1)
    const none = { ...subject, subject_id: SUBJECT + 1 }
    expect((await leader.send(supervisedPapers, { query: none })).data.list).toEqual([])
    // What one marker has in hand, as allocation counts it.
    const { list: shares } = (
      await leader.send(allocationGet, { query: { block_id: on.block_id } })
    ).data
    for (const { marker_id, claimed } of shares) {
      const query = { ...on, waits_for: 'held' as const, holder_id: marker_id }
      expect((await leader.send(supervisedPapers, { query })).data.total).toBe(claimed)
    }
    expect(shares.map(({ claimed }) => claimed)).toContain(6)
    // And by the school of the candidates, as the table of schools counts it.
    const director = await world.signIn('director')
    const { data: schools } = await director.send(supervisedSchools, {
      query: { exam_id: on.exam_id },
    })
    const [school] = schools.list
    const at = async (waits_for: 'done' | 'unfinished', school_id = school?.school_id) =>
      (
        await director.send(supervisedPapers, {
          query: { exam_id: on.exam_id, subject_id: SUBJECT, waits_for, school_id },
        })
      ).data.total
    expect([await at('done'), await at('unfinished')]).toEqual([1, 9])
    expect([school?.done, school?.units]).toEqual([1, 10])
    expect([await at('done', 999), await at('unfinished', 999)]).toEqual([0, 0])
    // Sheets that were taken away leave no papers, and who is absent is not expected with one.
    const [gone] = (await papers('blank')).list
    const { db } = world.services
    const unit = await db
      .updateTable('unit')
      .set({ state: 'WAIT_IMAGE', images: '[]' })
      .where('id', '=', gone?.unit_id ?? 0)
      .returning('candidate_id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('candidate_subject')
      .set({ attendance: 1 })
      .where('candidate_id', '=', unit.candidate_id)
      .where('subject_id', '=', SUBJECT)
      .execute()
    const later = await director.send(supervisedSchools, { query: { exam_id: on.exam_id } })
    expect([later.data.list[0]?.units, await at('unfinished')]).toEqual([9, 8])
    expect(later.data.list[0]).toMatchObject({ expected: (school?.expected ?? 0) - 1 })
  })

  test('are taken back one by one, and from an arbitrator as well', async () => {
    const { leader, first, second, take, hand, papers, on, record } = await open(kind)
    const [task, other] = await take(first, 2)
    const unit_id = task?.unit_id ?? 0
    const recall = async (id: number) =>
      (await leader.send(paperRecall, { body: { ...on, unit_id: id } })).data.recalled
    expect(await recall(unit_id)).toBe(1)
    expect((await papers('claimed')).list.map((paper) => paper.unit_id)).toEqual([other?.unit_id])
    expect(await recall(unit_id)).toBe(0)
    expect((await record(unit_id)).at(-1)).toMatchObject({
      type: 'release',
      actor_name: '数学组长',
    })
    // What is handed in all the same is taken as long as its place is free.
    await hand(first, task?.reading_id ?? 0, { scores: [3000] })
    const again = (await take(second, 8)).find((paper) => paper.unit_id === unit_id)
    await hand(second, again?.reading_id ?? 0, { scores: [9000] })
    await leader.send(leaderNext, { query: { mode: 'arbitration', unit_id } })
    expect((await papers('arbitration')).list[0]?.holders).toMatchObject([{ role: 'ARB' }])
    expect(await recall(unit_id)).toBe(1)
    expect((await papers('arbitration')).list[0]?.holders).toEqual([])
  })
})

const of = (total_milli: number) => ({ total_milli, points: [total_milli] })

test('paper of supervision: the record says who did what, and from which device and session', async () => {
  const { services, take, hand, first, second, leader, on, record, signIn } = await open()
  const [task] = await take(first)
  const unit_id = task?.unit_id ?? 0
  const other = (await take(second, 8)).find((paper) => paper.unit_id === unit_id)
  // Both at the same time: they are stored as one, and each keeps its own client.
  await Promise.all([
    hand(first, task?.reading_id ?? 0, { scores: [3000] }),
    hand(second, other?.reading_id ?? 0, { scores: [9000] }),
  ])
  await leader.send(leaderNext, { query: { mode: 'arbitration', unit_id } })
  await leader.send(leaderDecide, {
    body: {
      mode: 'arbitration',
      unit_id,
      idem_key: 'the-score-of-the-leader',
      scores: [6000],
    },
  })
  const list = await record(unit_id)
  expect(list.map(({ type }) => type)).toEqual([
    'images_ready',
    'claim',
    'claim',
    'submit',
    'submit',
    'claim',
    'arbitrate',
  ])
  expect(list[0]).toMatchObject({ actor_name: null, client: null })
  expect(list.at(-1)).toMatchObject({ actor_name: '数学组长', to: 'FINAL' })
  expect(list.at(-1)).toMatchObject({
    from: 'ARBITRATION',
    final: { before: null, after: of(6000) },
  })
  expect(list.slice(-4).flatMap(({ readings }) => readings)).toMatchObject([
    { role: 'R1', before: null, after: of(3000) },
    { role: 'R2', before: null, after: of(9000) },
    { role: 'ARB', before: null, after: of(6000) },
  ])
  const clients = await services.db.selectFrom('mark_client').selectAll().execute()
  const names = await services.db.selectFrom('user').select(['id', 'name']).execute()
  const tagOf = (name: string | null) => {
    const id = names.find((user) => user.name === name)?.id
    return clients.find(({ user_id }) => user_id === id)?.tag
  }
  for (const { actor_name, client } of list.slice(1))
    expect([actor_name, client?.tag]).toEqual([actor_name, tagOf(actor_name)])
  expect(new Set(list.map(({ client }) => client?.tag)).size).toBe(4)
  // A second session of the same person is another client; its row is written once.
  const before = clients.length
  const later = await signIn('marker1')
  await take(later, 3)
  await take(later, 4)
  const after = await services.db.selectFrom('mark_client').selectAll().execute()
  expect(after).toHaveLength(before + 1)
  const [next] = (await later.send(markNext, { query: { block_id: on.block_id, n: 4 } })).data.tasks
  expect((await record(next?.unit_id ?? 0)).at(-1)?.client?.tag).toBe(after.at(-1)?.tag)
})

test('paper of supervision: whoever only marks sees neither lists nor records, and takes nothing back', async () => {
  const { first, take, on } = await open()
  const [task] = await take(first)
  const unit = { ...on, unit_id: task?.unit_id ?? 0 }
  for (const answer of [
    await first.send(supervisedPapers, { query: { ...on, waits_for: 'claimed' } }),
    await first.send(paperRecord, { query: unit }),
    await first.send(paperRecall, { body: unit }),
  ])
    expect([answer.status, answer.error.error]).toEqual([403, 'MARKING_LEADERS_ONLY'])
  const { data } = await first.send(supervisedPapers, {
    query: { exam_id: on.exam_id, waits_for: 'claimed' },
  })
  expect(data.list).toEqual([])
})
