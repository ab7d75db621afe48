import {
  allocationMastersSet,
  blockMasterReset,
  identicalExport,
  identicalPairs,
  identicalSet,
  identicalVerdict,
  leaderDecide,
  markNext,
  markSubmit,
  messagesUnread,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { readXlsx } from '../../../testing/read-xlsx.ts'
import { openTestApp, type TestClient } from '../../../testing/index.ts'
import { syncUnits } from '../../marking-core/engine/sync-units.ts'
import { withRetry } from '../../marking-core/engine/with-retry.ts'
import { seedMarking } from '../../marking/testing/seed-marking.ts'
import { seedSheet, SUBJECT } from '../../marking/testing/seed-sheet.ts'
import { imagesOf } from '../../marking/testing/sheet-images.ts'

const textOf = async (bytes: Buffer) => JSON.stringify(await readXlsx(bytes))

/** Marked once: the first paper has a mark, and the second is said to be identical with it. */
async function open(kind?: DatabaseKind) {
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, { candidates: 4, markers: 1 })
  const on = { block_id: marked.blockId }
  const [leader, marker] = [await app.signIn('leader'), await app.signIn('marker1')]
  const { tasks } = (await marker.send(markNext, { query: { ...on, n: 2 } })).data
  const [first, second] = tasks
  if (!first || !second) throw new Error('two papers in hand')
  const hand = (reading_id: number, more: object) =>
    marker.send(markSubmit, {
      body: { ...on, reading_id, idem_key: `key-of-reading-${reading_id}`, ...more },
    })
  await hand(first.reading_id, { scores: [9000] })
  await hand(second.reading_id, {
    problem: { reason: 'identical', note: '第三步错法一样', pair_code: first.secret_code },
  })
  const pair = { unit_id: first.unit_id, other_unit_id: second.unit_id }
  const look = async (who: TestClient = leader) =>
    (await who.send(identicalPairs, { query: on })).data.pairs
  /** Of what stands when it is looked at, unless the look was earlier. */
  const judge = async (
    outcome: 'keep' | 'misconduct' | 'misconduct_one' | 'dismiss',
    reason = '',
    { who = leader, seen_at }: { who?: TestClient; seen_at?: string | null } = {},
  ) => {
    const seen = seen_at === undefined ? ((await look())[0]?.verdict?.at ?? null) : seen_at
    return who.send(identicalVerdict, {
      body: { ...on, ...pair, outcome, reason, seen_at: seen },
    })
  }
  const units = () =>
    app.services.db
      .selectFrom('unit')
      .select(['id', 'state', 'final_milli', 'final_reason', 'candidate_id'])
      .where('id', 'in', [first.unit_id, second.unit_id])
      .orderBy('id')
      .execute()
  return { ...app, ...marked, on, leader, marker, first, second, judge, look, units, hand }
}

everyDatabase('two papers said to be identical on %s', (kind) => {
  test('stand side by side with who read them, and both get no mark of misconduct', async () => {
    const { look, judge, units, services, first, second } = await open(kind)
    const [pair] = await look()
    expect(pair).toMatchObject({ group_size: 2, note: '第三步错法一样', verdict: null })
    const papers = pair?.papers ?? []
    expect(papers.map(({ unit_id }) => unit_id).toSorted((a, b) => a - b)).toEqual(
      [first.unit_id, second.unit_id].toSorted((a, b) => a - b),
    )
    const marked = papers.find(({ unit_id }) => unit_id === first.unit_id)
    expect(marked).toMatchObject({ state: 'FINAL', final_milli: 9000 })
    expect(marked?.readings).toMatchObject([{ role: 'R1', total_milli: 9000 }])
    expect(marked?.images).toHaveLength(1)
    expect((await judge('misconduct', ' ')).error.error).toBe('MARKING_REASON_MISSING')
    expect((await judge('misconduct', '整题抄写一致')).data.states).toEqual(['FINAL', 'FINAL'])
    for (const unit of await units()) {
      expect(unit).toMatchObject({ final_milli: 0, final_reason: 'MISCONDUCT' })
      const { special_flag } = await services.db
        .selectFrom('candidate_subject')
        .select('special_flag')
        .where('candidate_id', '=', unit.candidate_id)
        .where('subject_id', '=', SUBJECT)
        .executeTakeFirstOrThrow()
      expect(special_flag).toBe('misconduct')
    }
    expect((await look())[0]?.verdict).toMatchObject({
      outcome: 'misconduct',
      reason: '整题抄写一致',
      by_name: '数学组长',
    })
    // Said again, nothing happens to the papers any more.
    expect((await judge('misconduct', '整题抄写一致')).status).toBe(200)
  })

  test('keep what they got, and the one that waited goes on being marked', async () => {
    const { judge, look, units } = await open(kind)
    expect((await judge('keep')).status).toBe(200)
    const after = await units()
    expect(after.map(({ state }) => state).toSorted()).toEqual(['FINAL', 'READY'])
    expect((await look())[0]?.verdict?.outcome).toBe('keep')
  })

  test('are told apart with a reason, and said to be identical again', async () => {
    const { judge, look, units } = await open(kind)
    expect((await judge('dismiss')).error.error).toBe('MARKING_REASON_MISSING')
    expect((await judge('dismiss', '只是都用了课本例题的写法')).status).toBe(200)
    expect((await look())[0]?.verdict).toMatchObject({ outcome: 'dismiss' })
    expect((await units()).map(({ state }) => state).toSorted()).toEqual(['FINAL', 'READY'])
    expect((await judge('keep')).status).toBe(200)
    expect((await look())[0]?.verdict?.outcome).toBe('keep')
  })

  test('decided by two leaders at once, say what the first one said and not the last', async () => {
    const { judge, look, on, signIn, school } = await open(kind)
    const leader_ids = ['leader', 'marker2'].map((account) => school.userIds[account] ?? 0)
    await (await signIn('director')).send(allocationMastersSet, { body: { ...on, leader_ids } })
    const second = await signIn('marker2')
    expect((await judge('misconduct', '整题抄写一致', { who: second, seen_at: null })).status).toBe(
      200,
    )
    const late = await judge('dismiss', '只是都用了课本例题的写法', { seen_at: null })
    expect([late.status, late.error.error]).toEqual([409, 'MARKING_PAIR_DECIDED'])
    expect(late.error.msg).toContain('雷同，两份都按违纪处理')
    expect((await look())[0]?.verdict?.outcome).toBe('misconduct')
    // Of one mind, or twice the same press.
    expect((await judge('misconduct', '整题抄写一致', { seen_at: null })).status).toBe(200)
  })

  test('keep nothing while both have no mark of misconduct: that is withdrawn first', async () => {
    const { judge, look, units, leader } = await open(kind)
    await judge('misconduct', '整题抄写一致')
    for (const outcome of ['keep', 'dismiss'] as const)
      expect((await judge(outcome, '查证后不是抄袭')).error.error).toBe('MARKING_PAIR_PUNISHED')
    expect((await look())[0]?.verdict?.outcome).toBe('misconduct')
    for (const { id } of await units()) {
      const body = { unit_id: id, reason: '查证后不是抄袭' }
      expect((await leader.send(blockMasterReset, { body })).status).toBe(200)
      // What holds of one only decides nothing about the pair.
      expect((await look())[0]?.verdict).toBeNull()
    }
    expect((await judge('keep')).status).toBe(200)
    expect((await units()).some(({ final_reason }) => final_reason === 'MISCONDUCT')).toBe(false)
  })

  test('wait again when the link that was cut is restored elsewhere', async () => {
    const { judge, look, leader, first, second } = await open(kind)
    const link = { unit_id: second.unit_id, other_unit_id: first.unit_id }
    await judge('dismiss', '只是都用了课本例题的写法')
    await leader.send(identicalSet, { body: { ...link, action: 'restore' } })
    expect((await look())[0]?.verdict).toBeNull()
    await judge('keep')
    await leader.send(identicalSet, { body: { ...link, action: 'cut' } })
    expect((await look())[0]?.verdict).toMatchObject({ outcome: 'dismiss', reason: '' })
  })
})

test('identical papers: whoever has one of them on the desk looks again at once when both get no mark', async () => {
  const { leader, marker, on, examId } = await open()
  const { tasks } = (await marker.send(markNext, { query: { ...on, n: 2 } })).data
  const [held, passed] = tasks
  const problem = { reason: 'identical' as const, pair_code: held?.secret_code ?? '' }
  const raised = { ...on, reading_id: passed?.reading_id ?? 0, idem_key: 'named-beside', problem }
  await marker.send(markSubmit, { body: raised })
  const stamp = async () =>
    (await marker.send(messagesUnread, { query: { exam_id: examId } })).data.list[0]?.stamp
  const before = await stamp()
  const pair = { unit_id: held?.unit_id ?? 0, other_unit_id: passed?.unit_id ?? 0 }
  const judged = await leader.send(identicalVerdict, {
    body: { ...on, ...pair, outcome: 'misconduct', reason: '整题抄写一致', seen_at: null },
  })
  expect(judged.data.states).toEqual(['FINAL', 'FINAL'])
  expect(await stamp()).not.toBe(before)
})

everyDatabase('two papers of which one changes while they are compared, on %s', (kind) => {
  test('are decided about as they are shown, and not by pictures that were shown before', async () => {
    const { look, leader, on, first, second, units, services } = await open(kind)
    const { version = '' } = (await look())[0] ?? {}
    const body = { ...on, unit_id: first.unit_id, other_unit_id: second.unit_id, seen_at: null }
    const punish = (shown: string) =>
      leader.send(identicalVerdict, {
        body: { ...body, outcome: 'misconduct', reason: '整题抄写一致', version: shown },
      })
    await services.db
      .updateTable('unit')
      .set({ images: JSON.stringify(['c'.repeat(64)]) })
      .where('id', '=', first.unit_id)
      .execute()
    expect((await punish(version)).error.error).toBe('MARKING_PAPER_CHANGED')
    expect((await units()).map(({ final_reason }) => final_reason)).not.toContain('MISCONDUCT')
    expect((await punish((await look())[0]?.version ?? '')).data.states).toEqual(['FINAL', 'FINAL'])
  })

  test('are not both punished once a candidate is absent: the one that is there is, alone', async () => {
    const { look, judge, leader, examId, first, second, units, services, advance } =
      await open(kind)
    const gone = (await units()).find(({ id }) => id === second.unit_id)
    const candidate = { examId, subjectId: SUBJECT, candidateId: gone?.candidate_id ?? 0 }
    const attend = async (attendance: 0 | 1) => {
      await services.db
        .updateTable('candidate_subject')
        .set({ attendance })
        .where('candidate_id', '=', candidate.candidateId)
        .execute()
      await withRetry(services, async (db) =>
        syncUnits(db, services, candidate, await imagesOf(db, candidate)),
      )
    }
    const early = await judge('misconduct_one', '整题抄写一致')
    expect(early.error.msg).toContain('这两份现在都在阅卷中')
    await attend(1)
    const states = (await look())[0]?.papers.map(({ state }) => state)
    expect(states?.toSorted()).toEqual(['FINAL', 'OUT'])
    const { bytes } = await leader.send(identicalExport, { query: { exam_id: examId } })
    expect(await textOf(bytes)).toContain('不阅卷')
    const refused = await judge('misconduct', '整题抄写一致')
    expect([refused.status, refused.error.error]).toEqual([409, 'MARKING_PAIR_OUT'])
    expect(refused.error.msg).toContain(second.secret_code)
    expect((await judge('keep')).status).toBe(200)
    expect((await judge('misconduct_one', '整题抄写一致')).status).toBe(200)
    const reasons = async () =>
      (await units()).map(({ id, final_reason }) => [id === first.unit_id, final_reason])
    expect(await reasons()).toEqual(
      expect.arrayContaining([
        [true, 'MISCONDUCT'],
        [false, null],
      ]),
    )
    expect((await look())[0]?.verdict?.outcome).toBe('misconduct_one')
    const report = await leader.send(identicalExport, { query: { exam_id: examId } })
    expect(await textOf(report.bytes)).toContain('雷同，在阅的一份按违纪处理')
    for (const outcome of ['keep', 'dismiss'] as const)
      expect((await judge(outcome, '查证后不是抄袭')).error.error).toBe('MARKING_PAIR_PUNISHED')
    // The other one was there after all.
    advance(1000)
    await attend(0)
    expect((await look())[0]?.changed).toEqual([second.secret_code])
    expect((await judge('misconduct', '整题抄写一致')).status).toBe(200)
    expect(await reasons()).toEqual(
      expect.arrayContaining([
        [true, 'MISCONDUCT'],
        [false, 'MISCONDUCT'],
      ]),
    )
  })

  test('wait to be decided again once another sheet takes the place of one', async () => {
    const { look, judge, examId, first, units, services, advance } = await open(kind)
    expect((await look())[0]?.changed).toEqual([])
    expect((await judge('keep')).status).toBe(200)
    advance(1000)
    const own = (await units()).find(({ id }) => id === first.unit_id)
    const candidate = { examId, subjectId: SUBJECT, candidateId: own?.candidate_id ?? 0 }
    await services.db
      .updateTable('scan_sheet')
      .set({ state: 'void' })
      .where('candidate_id', '=', candidate.candidateId)
      .execute()
    await seedSheet(services, examId, candidate.candidateId, 'c'.repeat(64))
    await withRetry(services, async (db) =>
      syncUnits(db, services, candidate, await imagesOf(db, candidate)),
    )
    expect((await look())[0]).toMatchObject({ verdict: null, changed: [first.secret_code] })
  })
})

test('identical papers: papers that nobody named together are not decided about, nor those of others', async () => {
  const { leader, marker, on, first, look, signIn, services } = await open()
  const [other] = await services.db
    .selectFrom('unit')
    .select('id')
    .where('id', 'not in', [first.unit_id])
    .where('state', '=', 'READY')
    .execute()
  const body = { ...on, unit_id: first.unit_id, other_unit_id: other?.id ?? 0 }
  for (const pair of [body, { ...body, other_unit_id: first.unit_id }]) {
    const answer = await leader.send(identicalVerdict, {
      body: { ...pair, outcome: 'keep', seen_at: null },
    })
    expect(answer.error.error).toBe('MARKING_PAIR_NOT_LINKED')
  }
  for (const who of [marker, await signIn('director')]) {
    const answer = await who.send(identicalPairs, { query: on })
    expect(answer.status).toBe(403)
  }
  expect(await look()).toHaveLength(1)
})

test('identical papers: a paper that its leader scored before is found to be identical all the same', async () => {
  const { leader, second, judge, units } = await open()
  await leader.send(leaderDecide, {
    body: {
      mode: 'problem',
      unit_id: second.unit_id,
      outcome: 'score',
      idem_key: 'the-score-of-the-leader',
      scores: [4000],
    },
  })
  expect((await judge('misconduct', '整题抄写一致')).status).toBe(200)
  expect((await units()).map(({ final_reason }) => final_reason)).toEqual([
    'MISCONDUCT',
    'MISCONDUCT',
  ])
})

test('identical papers: the report tells a paper without a mark from one that earned nothing', async () => {
  const { leader, judge, examId } = await open()
  await judge('misconduct', '整题抄写一致')
  const { bytes } = await leader.send(identicalExport, { query: { exam_id: examId } })
  const [, head = [], row = []] = await readXlsx(bytes)
  const told = ['甲 状态', '甲 终评分', '乙 状态', '乙 终评分'].map(
    (name) => row[head.indexOf(name)],
  )
  expect(told).toEqual(['违纪', '0', '违纪', '0'])
})

test('identical papers: the report of a joint exam names the schools of both to who manages it', async () => {
  const { leader, signIn, examId, services, blockId } = await open()
  const admin = await signIn('admin')
  const schoolsOf = async (who: TestClient) => {
    const { bytes } = await who.send(identicalExport, { query: { exam_id: examId } })
    const [, head = [], row = []] = await readXlsx(bytes)
    return ['甲 学校', '乙 学校'].map((name) => row[head.indexOf(name)])
  }
  expect(await schoolsOf(admin)).toEqual([undefined, undefined])
  await services.db.updateTable('block').set({ is_joint: 1 }).where('id', '=', blockId).execute()
  expect(await schoolsOf(admin)).toEqual(['测试中学', '测试中学'])
  expect(await schoolsOf(leader)).toEqual([undefined, undefined])
})

test('identical papers: the report names people only to who manages the exam', async () => {
  const { leader, marker, signIn, examId, judge, services, units, first } = await open()
  await judge('keep')
  const [paper] = await units()
  const { exam_no } = await services.db
    .selectFrom('candidate')
    .select('exam_no')
    .where('id', '=', paper?.candidate_id ?? 0)
    .executeTakeFirstOrThrow()
  const ask = (who: TestClient) => who.send(identicalExport, { query: { exam_id: examId } })
  const [own, full] = [await ask(leader), await ask(await signIn('admin'))]
  expect([own.status, full.status]).toEqual([200, 200])
  const [bare, named] = [await textOf(own.bytes), await textOf(full.bytes)]
  for (const text of [bare, named]) {
    expect(text).toContain(first.secret_code)
    expect(text).toContain('雷同，保留给分')
  }
  expect([bare.includes(exam_no), named.includes(exam_no)]).toEqual([false, true])
  const refused = await ask(marker)
  expect([refused.status, refused.error.error]).toEqual([403, 'MARKING_LEADS_NOTHING'])
})
