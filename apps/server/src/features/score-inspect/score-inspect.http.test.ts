import {
  markNext,
  markSubmit,
  scoreInspectDetail,
  scoreInspectExport,
  scoreInspectList,
  scoreInspectRecord,
  scoreInspectUpdate,
} from '@hengjuan/contracts'
import { type DatabaseKind, everyDatabase } from '@hengjuan/db/testing'
import { describe, expect, test } from 'vitest'
import { readXlsx } from '../../testing/read-xlsx.ts'
import { openTestApp, type TestClient } from '../../testing/index.ts'
import { lockUnits } from '../marking-core/engine/lock-units.ts'
import { hold, untilWaiting } from '../marking/testing/at-once.ts'
import { seedMarking } from '../marking/testing/seed-marking.ts'
import { SUBJECT } from '../marking/testing/seed-sheet.ts'

/** The mean of two readings, rounded up, stands as this while its points add up to 12.25. */
const ROUNDED_UP = 13_000

/** Two candidates; marker1 has given the first one 12 of 20 points, in two points of 10. */
async function open(kind?: DatabaseKind) {
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, {
    candidates: 2,
    markers: 1,
    points: [
      { fullMilli: 10_000, stepMilli: 500 },
      { fullMilli: 10_000, stepMilli: 500 },
    ],
  })
  const marker = await app.signIn('marker1')
  const { data } = await marker.send(markNext, { query: { block_id: marked.blockId, n: 1 } })
  const [task] = data.tasks
  await marker.send(markSubmit, {
    body: {
      block_id: marked.blockId,
      reading_id: task?.reading_id ?? 0,
      idem_key: 'the-first-reading',
      scores: [8000, 4000],
    },
  })
  const unit = await app.services.db
    .selectFrom('unit')
    .selectAll()
    .where('final_milli', 'is not', null)
    .executeTakeFirstOrThrow()
  const on = {
    exam_id: marked.examId,
    subject_id: SUBJECT,
    candidate_id: unit.candidate_id,
  }
  const admin = await app.signIn('admin')
  const director = await app.signIn('director')
  const look = async (who: TestClient = admin) =>
    (await who.send(scoreInspectDetail, { query: on })).data
  const say = async (change: object, who: TestClient = admin) => {
    const { blocks } = await look()
    const { unit_id, version } = blocks.find((block) => block.unit_id === unit.id)!
    return who.send(scoreInspectUpdate, {
      body: { ...on, unit_id, version, reason: '漏加一步', ...change },
    })
  }
  const mark = async () => {
    const { blocks, total_milli } = await look()
    const block = blocks.find(({ unit_id }) => unit_id === unit.id)!
    return [block.final_points, block.final_source, total_milli] as const
  }
  return { ...app, ...marked, unit, on, admin, director, look, say, mark }
}

describe('score inspection', () => {
  everyDatabase('on %s', (kind) => {
    test('raises a mark at once, and keeps who did it and why', async () => {
      const { say, mark, admin, on } = await open(kind)
      const { data } = await say({ scores: [8000, 6000] })
      expect(data).toMatchObject({
        state: 'applied',
        before_milli: 12_000,
        after_milli: 14_000,
        changes: [{ name: '(2)', before_milli: 4000, after_milli: 6000 }],
        reason: '漏加一步',
        asked_by_name: '管理员',
      })
      expect(await mark()).toEqual([[8000, 6000], 'INSPECT', 14_000])
      const { data: list } = await admin.send(scoreInspectList, {
        query: { exam_id: on.exam_id, subject_id: SUBJECT, corrected: 'any' },
      })
      expect(list.list).toMatchObject([
        { candidate_id: on.candidate_id, corrections: 1, pending: 0 },
      ])
    })

    test('asks a second person before a mark is lowered', async () => {
      const { say, mark, look, director } = await open(kind)
      const { data } = await say({ scores: [5000, 4000], reason: '多给了步骤分' })
      expect(data.state).toBe('pending')
      expect(await mark()).toEqual([[8000, 4000], 'SINGLE', 12_000])
      const { correction_id } = data
      const own = await say({ correction_id, decision: 'approve' })
      expect([own.status, own.error.error]).toEqual([403, 'MARKING_SECOND_PERSON_NEEDED'])
      expect((await look()).blocks[0]?.refusal ?? (await look()).blocks[1]?.refusal).toContain(
        '待第二人确认',
      )
      const another = await say({ scores: [9000, 4000] })
      expect(another.error.error).toBe('MARKING_INSPECT_PENDING')

      const agreed = await say({ correction_id, decision: 'approve', reason: '同意' }, director)
      expect(agreed.data).toMatchObject({
        state: 'applied',
        decided_by_name: '教务主任',
        decide_note: '同意',
      })
      expect(await mark()).toEqual([[5000, 4000], 'INSPECT', 9000])
      const again = await say({ correction_id, decision: 'approve' }, director)
      expect(again.error.error).toBe('MARKING_INSPECT_SETTLED')
    })
  })

  test('of two who change a mark at once, the second one is told that it was changed', async () => {
    const { services, say, unit, mark, director, admin } = await open('postgres')
    const letGo = await hold(services, (db) =>
      db.selectFrom('unit').select('id').where('id', '=', unit.id).forUpdate().execute(),
    )
    const both = Promise.all([
      say({ scores: [8000, 6000] }, admin),
      say({ scores: [9000, 4000] }, director),
    ])
    await untilWaiting(services, 2, both)
    await letGo()
    const answers = await both
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const stands = answers.find(({ status }) => status === 200)?.data
    expect((await mark())[2]).toBe(stands?.after_milli)
  })

  test('leaves a mark that the second person does not want lowered', async () => {
    const { say, mark, director } = await open()
    const { data } = await say({ scores: [5000, 4000] })
    const refused = await say(
      { correction_id: data.correction_id, decision: 'refuse', reason: '步骤正确' },
      director,
    )
    expect(refused.data).toMatchObject({ state: 'refused', decide_note: '步骤正确' })
    expect(await mark()).toEqual([[8000, 4000], 'SINGLE', 12_000])
  })

  describe('of a mark that was rounded up', () => {
    const opened = async () => {
      const all = await open()
      await all.services.db
        .updateTable('unit')
        .set({ final_milli: ROUNDED_UP, final_points: '[8000,4250]' })
        .where('id', '=', all.unit.id)
        .execute()
      return all
    }

    test.for([
      [[8000, 4500], 'pending', 12_500],
      [[8000, 5000], 'applied', 13_000],
      [[8000, 5500], 'applied', 13_500],
      [undefined, 'unchanged', ROUNDED_UP],
    ] as const)('compares %o with what stands: %s', async ([scores, state, after]) => {
      const { say } = await opened()
      const { data } = await say(scores ? { scores } : {})
      expect(data).toMatchObject({ state, before_milli: ROUNDED_UP, after_milli: after })
    })
  })

  test('sends who looks at a mark written on paper to where it is corrected', async () => {
    const { look, services, unit } = await open()
    await services.db
      .updateTable('unit')
      .set({ final_points: null, final_source: 'OFFLINE' })
      .where('id', '=', unit.id)
      .execute()
    const refusals = async () => {
      const { blocks } = await look()
      return blocks.map(({ refusal }) => refusal)
    }
    expect(await refusals()).toEqual([expect.stringContaining('只有总分')])
    await services.db
      .updateTable('unit')
      .set({ final_milli: null })
      .where('id', '=', unit.id)
      .execute()
    expect(await refusals()).toEqual([expect.stringContaining('还没有定分')])
  })

  test('shows what each point was given, by name', async () => {
    const { look, unit } = await open()
    const { blocks } = await look()
    const block = blocks.find(({ unit_id }) => unit_id === unit.id)
    expect(block?.readings.map(({ points }) => points)).toEqual([
      [
        { name: '(1)', score_milli: 8000 },
        { name: '(2)', score_milli: 4000 },
      ],
    ])
  })

  test('that changes nothing is recorded too', async () => {
    const { say, mark } = await open()
    expect((await say({ reason: '核对无误' })).data.state).toBe('unchanged')
    expect(await mark()).toEqual([[8000, 4000], 'SINGLE', 12_000])
  })

  test.for([
    ['NR', 'NR', '未作答'],
    ['VOID', 'VOID', '作废'],
    ['ZERO', null, '0'],
  ] as const)('of nothing for %s keeps why it was nothing', async ([stored, shown, cell]) => {
    const { say, services, unit, admin, on } = await open()
    await services.db
      .updateTable('unit')
      .set({ final_milli: 0, final_points: '[0,0]', final_reason: stored })
      .where('id', '=', unit.id)
      .execute()
    const kept = await say({ reason: '确实没有作答' })
    expect(kept.data).toMatchObject({ state: 'unchanged', before_reason: shown })
    const raised = await say({ scores: [2000, 0], reason: '写在答题区外' })
    expect(raised.data).toMatchObject({ before_milli: 0, before_reason: shown, after_milli: 2000 })
    const { bytes } = await admin.send(scoreInspectExport, { query: { exam_id: on.exam_id } })
    const [, head = [], ...rows] = await readXlsx(bytes)
    const [from, to] = [head.indexOf('原分'), head.indexOf('改后')]
    expect(rows.slice(0, 2).map((row) => [row[from], row[to]])).toEqual([
      [cell, '2'],
      [cell, cell],
    ])
  })

  test('of a published mark changes it and leaves it published', async () => {
    const { say, mark, services, examId, look, unit } = await open()
    await lockUnits(services.db, services, examId)
    expect((await say({ scores: [8000, 6000] })).status).toBe(200)
    expect(await mark()).toEqual([[8000, 6000], 'INSPECT', 14_000])
    expect((await look()).blocks.find(({ unit_id }) => unit_id === unit.id)?.state).toBe('LOCKED')
  })

  test('is not for who read the paper', async () => {
    const { say, look, services, school, unit } = await open()
    await services.db
      .updateTable('reading')
      .set({ marker_id: school.userIds['admin'] ?? 0 })
      .where('unit_id', '=', unit.id)
      .execute()
    const { status, error } = await say({ scores: [9000, 4000] })
    expect([status, error.error]).toEqual([403, 'MARKING_INSPECT_OWN'])
    const { blocks } = await look()
    expect(blocks.find(({ unit_id }) => unit_id === unit.id)?.refusal).toBe(error.msg)
  })

  test.for([
    [{ scores: [8000, 6300] }, 400, 'MARKING_OFF_GRID'],
    [{ scores: [8000, 11_000] }, 400, 'MARKING_SCORE_OUT_OF_RANGE'],
    [{ scores: [8000] }, 400, 'MARKING_POINT_COUNT'],
    [{ scores: [8000, 5000], reason: ' ' }, 400, 'INPUT_INVALID'],
    [{ scores: [8000, 5000], version: 0 }, 409, 'VERSION_CONFLICT'],
    [{ scores: [8000, 5000], unit_id: 999_999 }, 404, 'MARKING_UNIT_NOT_FOUND'],
  ] as const)(
    '%o is refused with %i %s, and nothing is recorded',
    async ([change, status, code]) => {
      const { say, mark, admin, on } = await open()
      const answer = await say(change)
      expect([answer.status, answer.error.error]).toEqual([status, code])
      expect(await mark()).toEqual([[8000, 4000], 'SINGLE', 12_000])
      const { data } = await admin.send(scoreInspectRecord, { query: { exam_id: on.exam_id } })
      expect(data.total).toBe(0)
    },
  )

  test('is listed by who and why, and exported', async () => {
    const { say, admin, on } = await open()
    const query = { exam_id: on.exam_id, subject_id: SUBJECT }
    expect((await admin.send(scoreInspectExport, { query })).error.error).toBe('EXPORT_EMPTY')
    await say({ scores: [8000, 6000] })
    await say({ scores: [7000, 6000], reason: '再看一次' })
    const { data } = await admin.send(scoreInspectRecord, { query })
    expect(data.list.map(({ state, reason }) => [state, reason])).toEqual([
      ['pending', '再看一次'],
      ['applied', '漏加一步'],
    ])
    const file = await admin.send(scoreInspectExport, { query: { ...query, state: 'applied' } })
    expect(file.headers['content-type']).toContain('spreadsheetml')
    expect(file.bytes.subarray(0, 2).toString()).toBe('PK')
  })

  test('names the school where candidates of several sit', async () => {
    const { say, admin, on, services, blockId } = await open()
    await say({ scores: [8000, 6000] })
    const query = { exam_id: on.exam_id, subject_id: SUBJECT }
    const told = async () => {
      const { data } = await admin.send(scoreInspectRecord, { query })
      const { bytes } = await admin.send(scoreInspectExport, { query })
      const [, head = [], row = []] = await readXlsx(bytes)
      expect([head.indexOf('班级') > 0, row[head.indexOf('题块')]]).toEqual([
        true,
        data.list[0]?.block_name,
      ])
      const candidates = (await admin.send(scoreInspectList, { query })).data.list
      return [
        candidates[0]?.school_name,
        data.list[0]?.school_name,
        head.includes('学校') && row[head.indexOf('学校')],
      ]
    }
    expect(await told()).toEqual([null, null, false])
    await services.db.updateTable('block').set({ is_joint: 1 }).where('id', '=', blockId).execute()
    expect(await told()).toEqual(['测试中学', '测试中学', '测试中学'])
  })

  test.for([
    ['admin', 200],
    ['director', 200],
    ['principal', 200],
    ['leader', 403],
    ['marker1', 403],
    ['head', 403],
    ['scanner', 403],
    ['student', 403],
    ['other-admin', 404],
  ] as const)('is made by %s with %i', async ([who, status]) => {
    const { say, on, signIn } = await open()
    const client = await signIn(who)
    const query = { exam_id: on.exam_id, subject_id: SUBJECT }
    expect((await client.send(scoreInspectList, { query })).status).toBe(status)
    expect((await client.send(scoreInspectDetail, { query: on })).status).toBe(status)
    expect((await client.send(scoreInspectRecord, { query })).status).toBe(status)
    expect((await say({ scores: [8000, 6000] }, client)).status).toBe(status)
    expect((await client.send(scoreInspectExport, { query })).status).toBe(status)
  })
})

everyDatabase('answers whose ink speaks against their mark on %s', (kind) => {
  test('are listed in the check of scores, with what is odd about them', async () => {
    const { services, unit, admin, blockId } = await open(kind)
    const asked = { exam_id: unit.exam_id, subject_id: SUBJECT, blank: 1 } as const
    const odd = async () =>
      (await admin.send(scoreInspectList, { query: asked })).data.list.map(
        ({ candidate_id, blank_conflicts }) => [candidate_id, blank_conflicts] as const,
      )
    const { name } = await services.db
      .selectFrom('block')
      .select('name')
      .where('id', '=', blockId)
      .executeTakeFirstOrThrow()
    const inkOf = (ink_ratio: number) =>
      services.db.updateTable('unit').set({ ink_ratio }).where('id', '=', unit.id).execute()
    await inkOf(0.05)
    expect(await odd(), 'written on and scored').toEqual([])
    await inkOf(0.001)
    expect(await odd()).toEqual([
      [unit.candidate_id, [{ block_name: name, kind: 'blank_scored', total_milli: 12_000 }]],
    ])
    await inkOf(0.05)
    await services.db
      .updateTable('unit')
      .set({ final_milli: 0 })
      .where('id', '=', unit.id)
      .execute()
    expect(await odd()).toEqual([
      [unit.candidate_id, [{ block_name: name, kind: 'written_zero', total_milli: 0 }]],
    ])
    await services.db
      .updateTable('unit')
      .set({ final_reason: 'MISCONDUCT' })
      .where('id', '=', unit.id)
      .execute()
    expect(await odd(), 'nothing by decision').toEqual([])
  })
})
