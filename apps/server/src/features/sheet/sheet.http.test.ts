import {
  candidateAdd,
  examCreate,
  examGet,
  type InputOf,
  sheetBlockCheck,
  sheetBlockInfo,
  sheetDelete,
  sheetDetail,
  sheetGet,
  sheetInfo,
  sheetList,
  sheetLock,
  sheetOmrTemplate,
  sheetPdf,
  sheetSave,
  sheetSettings,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { describe, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestClient } from '../../testing/index.ts'

const MATHS = 2
const AT = '2026-11-20T01:00:00.000Z'
type Save = InputOf<typeof sheetSave>['body']

async function openExam(app: TestApp) {
  const admin = await app.signIn('admin')
  const { data } = await admin.send(examCreate, {
    params: { schoolId: app.school.schoolId },
    body: {
      name: '高一期中考试',
      type: 3,
      mode: 1,
      grade_id: 10,
      start_date: '2026-11-20',
      class_ids: app.school.classIds.slice(0, 2),
      subject_ids: [1, MATHS],
    },
  })
  const sample = await mathsSample(admin, data.exam_id)
  return { admin, examId: data.exam_id, sample }
}

async function mathsSample(client: TestClient, examId?: number) {
  const { data } = await client.send(sheetSettings, {
    query: examId === undefined ? {} : { exam_id: examId },
  })
  const sample = data.samples.find(({ code }) => code === 'mathematics')
  if (!sample) throw new Error('the mathematics sample is gone')
  return sample
}

const save = (client: TestClient, body: Save) => client.send(sheetSave, { body })

async function scan(app: TestApp, examId: number): Promise<void> {
  const common = { exam_id: examId, subject_id: MATHS }
  await app.services.db
    .insertInto('scan_batch')
    .values({ id: 'b', ...common, station: 's', operator_id: 1, label: '1', opened_at: AT })
    .execute()
  await app.services.db
    .insertInto('scan_sheet')
    .values({
      id: 's',
      ...common,
      batch_id: 'b',
      seq: 1,
      content_hash: 'x',
      state: 'active',
      received_at: AT,
      version: 1,
    })
    .execute()
}

describe('saving a sheet', () => {
  everyDatabase('on %s', (kind) => {
    test('binds it to the exam with questions, blocks, score points and keys', async () => {
      const app = await openTestApp(kind)
      const { admin, examId, sample } = await openExam(app)
      const body = {
        exam_id: examId,
        subject_id: MATHS,
        design: sample.design,
        keys: sample.keys,
        rules: sample.rules,
      }
      const saved = await save(admin, body)
      expect(saved.data).toMatchObject({
        version: 1,
        full_milli: 150_000,
        page_count: 2,
        keys_created: 12,
      })
      const { sheet_id, sheet_code, template_id } = saved.data
      expect(template_id).toBe(`sheet-${sheet_id}-v1`)
      const query = { sheet_id }
      const template = await admin.send(sheetOmrTemplate, { query })
      expect(template.data).toMatchObject({ format: 'hengjuan-omr-template', id: template_id })
      expect(template.data.pages[0]?.anchors.length).toBeGreaterThan(3)
      expect(template.data.pages[0]?.fields.map(({ id }) => id)).toContain('choice:12')
      const info = await admin.send(sheetInfo, { query })
      expect(info.data.questions).toHaveLength(22)
      expect(info.data.questions.find(({ no }) => no === '9')).toMatchObject({
        type: 2,
        key: ['A', 'C'],
        key_version: 1,
        missing_milli: 2000,
        field_id: 'choice:9',
        item_status: 'normal',
      })
      const points = await app.services.db.selectFrom('score_point').selectAll().execute()
      expect(points.reduce((sum, { full_milli }) => sum + full_milli, 0)).toBe(90_000)
      const params = { schoolId: app.school.schoolId, examId }
      expect((await admin.send(examGet, { params })).data.subjects[1]).toMatchObject({
        full_milli: 150_000,
        sheet_id,
      })
      const list = await admin.send(sheetList, { query: { exam_id: examId } })
      expect(list.data.list).toMatchObject([
        { sheet_id, sheet_code, exam_name: '高一期中考试', subject_name: '数学', page_count: 2 },
      ])
    })

    test('says of a block how its optional questions count', async () => {
      const app = await openTestApp(kind)
      const { admin, examId, sample } = await openExam(app)
      const withPolicy = (policy?: 'mark_all_take_best') => {
        const design = structuredClone(sample.design)
        for (const no of ['18', '19']) {
          const question = design.sections[3]?.questions.find((one) => one.no === no)
          if (!question) throw new Error(`question ${no} is gone`)
          question.blockKey = '18-19'
          question.optionalGroup = { id: 'A', choose: 1, ...(policy && { policy }) }
        }
        return design
      }
      const stored = async () =>
        (
          await app.services.db
            .selectFrom('block')
            .select(['block_key', 'optional_policy'])
            .orderBy('sort')
            .execute()
        ).map(({ block_key, optional_policy }) => `${block_key} ${optional_policy}`)
      const binding = { exam_id: examId, subject_id: MATHS }
      const first = await save(admin, { ...binding, design: withPolicy('mark_all_take_best') })
      expect(first.status).toBe(200)
      expect(await stored()).toContain('18-19 mark_all_take_best')
      expect(await stored()).toContain('17 by_mark')
      const { sheet_id } = first.data
      await save(admin, { sheet_id, version: 1, design: withPolicy() })
      expect(await stored()).toContain('18-19 by_mark')
    })

    test('again is a new version with a new printed code; keys and settings stay', async () => {
      const app = await openTestApp(kind)
      const { admin, examId, sample } = await openExam(app)
      const binding = { exam_id: examId, subject_id: MATHS }
      const first = await save(admin, { ...binding, design: sample.design, keys: sample.keys })
      const { sheet_id } = first.data
      const { db } = app.services
      await db.updateTable('block').set({ mark_mode: 1 }).where('block_key', '=', '17').execute()

      const same = await save(admin, { sheet_id, design: sample.design, name: '改了名字' })
      expect(same.data).toMatchObject({ version: 1, sheet_code: first.data.sheet_code })

      const design = structuredClone(sample.design)
      design.sections[3]?.questions.splice(5, 1)
      design.sections[0]?.questions.splice(0, 1)
      const second = await save(admin, { sheet_id, version: 1, design })
      expect(second.data).toMatchObject({ sheet_id, version: 2, full_milli: 133_000 })
      expect(second.data.sheet_code).not.toBe(first.data.sheet_code)
      const blocks = await db.selectFrom('block').selectAll().execute()
      expect(blocks.map(({ block_key }) => block_key).sort()).toEqual([
        '13-16',
        '17',
        '18',
        '19',
        '20',
        '21',
      ])
      expect(blocks.find(({ block_key }) => block_key === '17')?.mark_mode).toBe(1)
      const keys = await db.selectFrom('answer_key').selectAll().execute()
      expect(keys).toHaveLength(11)
      const stale = await save(admin, { sheet_id, version: 1, design: sample.design })
      expect(stale.error.error).toBe('VERSION_CONFLICT')
    })
  })

  test('is refused with the question that is wrong, and nothing is kept', async () => {
    const app = await openTestApp()
    const { admin, examId, sample } = await openExam(app)
    const design = structuredClone(sample.design)
    const [first, second] = design.sections[0]?.questions ?? []
    if (first && second) second.no = first.no
    const answer = await save(admin, { exam_id: examId, subject_id: MATHS, design })
    expect(answer.status).toBe(422)
    expect(answer.error.msg).toBe('答题卡设计有误：题号 1 重复，请改成不同的题号，请修改后再保存')
    expect(answer.error.fields[0]?.path).toBe('design.1')
    expect(await app.services.db.selectFrom('answer_sheet').select('id').execute()).toEqual([])
  })

  test('keeps the texts of its questions, and refuses one that is too long', async () => {
    const app = await openTestApp()
    const { admin, examId, sample } = await openExam(app)
    const design = structuredClone(sample.design)
    const question = design.sections[0]!.questions[0]!
    question.stem = '下列说法正确的是\nA. 甲\nB. 乙'
    const binding = { exam_id: examId, subject_id: MATHS }
    const { data } = await save(admin, { ...binding, design })
    const kept = await admin.send(sheetGet, { query: { sheet_id: data.sheet_id } })
    expect(kept.data.design.sections[0]?.questions[0]?.stem).toBe(question.stem)
    question.stem = '题'.repeat(2001)
    const refused = await save(admin, { ...binding, design })
    expect(refused.status).toBe(422)
    expect(refused.error.msg).toContain('第 1 题：题干最多 2000 字，现在 2001 字')
  })

  test.for([
    ['a letter beyond the options', { keys: { 1: ['E'] } }, 'ANSWER_KEY_INVALID'],
    ['two letters for a single choice', { keys: { 1: ['A', 'B'] } }, 'ANSWER_KEY_INVALID'],
    ['no letter', { keys: { 1: [] } }, 'ANSWER_KEY_INVALID'],
    ['a key of a question that is not there', { keys: { 99: ['A'] } }, 'ANSWER_KEY_INVALID'],
    ['a key of an essay', { keys: { 17: ['A'] } }, 'ANSWER_KEY_INVALID'],
    [
      'a partial score above the full mark',
      { keys: { 9: ['A', 'C'] }, rules: { 9: { missing_milli: 6000 } } },
      'PARTIAL_SCORE_INVALID',
    ],
  ] as const)('is refused with %s', async ([, change, code]) => {
    const app = await openTestApp()
    const { admin, examId, sample } = await openExam(app)
    const body = { exam_id: examId, subject_id: MATHS, design: sample.design, ...change }
    expect((await save(admin, body as never)).error.error).toBe(code)
  })

  test('with another key makes the next version of the key', async () => {
    const app = await openTestApp()
    const { admin, examId, sample } = await openExam(app)
    const binding = { exam_id: examId, subject_id: MATHS, design: sample.design }
    const { data } = await save(admin, {
      ...binding,
      keys: { 1: ['A'], 9: ['A', 'C'] },
      rules: { 9: { missing_milli: 2000 } },
    })
    const again = await save(admin, {
      sheet_id: data.sheet_id,
      design: sample.design,
      keys: { 1: ['B'], 9: ['C', 'A'] },
    })
    expect(again.data.keys_created).toBe(1)
    const info = await admin.send(sheetInfo, { query: { sheet_id: data.sheet_id } })
    expect(info.data.questions[0]).toMatchObject({ key: ['B'], key_version: 2 })
    expect(info.data.questions[8]).toMatchObject({ key_version: 1, missing_milli: 2000 })
  })

  test('is closed by a lock and by the first scan', async () => {
    const app = await openTestApp()
    const { admin, examId, sample } = await openExam(app)
    const binding = { exam_id: examId, subject_id: MATHS }
    const { data } = await save(admin, { ...binding, design: sample.design })
    const { sheet_id } = data
    const design = { ...sample.design, title: '另一个标题' }
    await admin.send(sheetLock, { body: { sheet_id, locked: true } })
    expect((await save(admin, { sheet_id, design })).error.msg).toBe(
      '答题卡已由 管理员 锁定，不能修改；请先解锁，或另存为新版本',
    )
    expect((await admin.send(sheetDelete, { body: { sheet_id } })).error.error).toBe('SHEET_LOCKED')
    await admin.send(sheetLock, { body: { sheet_id, locked: false } })
    await scan(app, examId)
    expect((await save(admin, { sheet_id, design })).error.error).toBe('SHEET_IN_USE')
    expect((await save(admin, { ...binding, design })).error.error).toBe('SHEET_IN_USE')
    expect((await admin.send(sheetDelete, { body: { sheet_id } })).error.error).toBe('SHEET_IN_USE')
    const keys = await save(admin, { sheet_id, design: sample.design, keys: { 1: ['A'] } })
    expect(keys.data).toMatchObject({ version: 1, keys_created: 1 })
  })

  test('as another sheet replaces the one that was bound; deleting it frees the subject', async () => {
    const app = await openTestApp()
    const { admin, examId, sample } = await openExam(app)
    const binding = { exam_id: examId, subject_id: MATHS }
    const first = await save(admin, { ...binding, design: sample.design })
    const second = await save(admin, { ...binding, design: { ...sample.design, title: '新' } })
    const { sheet_id } = second.data
    expect(sheet_id).not.toBe(first.data.sheet_id)
    const bound = await admin.send(sheetList, { query: { exam_id: examId } })
    expect(bound.data.list.map((sheet) => sheet.sheet_id)).toEqual([sheet_id])
    expect((await admin.send(sheetList, { query: {} })).data.total).toBe(2)
    expect((await admin.send(sheetDelete, { body: { sheet_id } })).status).toBe(200)
    const params = { schoolId: app.school.schoolId, examId }
    const { data } = await admin.send(examGet, { params })
    expect(data.subjects[1]).toMatchObject({ sheet_id: null, full_milli: 0 })
  })
})

describe('looking at a sheet', () => {
  test('gives design, blocks, geometry and pages', async () => {
    const app = await openTestApp()
    const { admin, examId, sample } = await openExam(app)
    const { data } = await save(admin, {
      exam_id: examId,
      subject_id: MATHS,
      design: sample.design,
    })
    const query = { sheet_id: data.sheet_id }
    const got = await admin.send(sheetGet, { query })
    expect(got.data.design).toMatchObject({ ...sample.design, schoolName: '测试中学' })
    const blocks = await admin.send(sheetBlockInfo, { query })
    expect(blocks.data.blocks[0]).toMatchObject({ block_key: '13-16', full_milli: 20_000 })
    expect(blocks.data.objective).toHaveLength(12)
    const detail = await admin.send(sheetDetail, { query })
    expect(detail.data.svg_pages).toHaveLength(2)
    expect(detail.data.svg_pages[0]).toMatch(/^<svg .*<\/svg>$/)
    expect(detail.data.geometry).toMatchObject({ columns: expect.any(Number) })
    const light = await admin.send(sheetDetail, { query: { ...query, geometry: false } })
    expect(light.data.geometry).toBeNull()
  })

  test('gives a PDF, blank or one a candidate', async () => {
    const app = await openTestApp()
    const { admin, examId, sample } = await openExam(app)
    const { data } = await save(admin, {
      exam_id: examId,
      subject_id: MATHS,
      design: sample.design,
    })
    const query = { sheet_id: data.sheet_id }
    const blank = await admin.send(sheetPdf, { query })
    expect(blank.headers['content-type']).toBe('application/pdf')
    expect(decodeURIComponent(String(blank.headers['content-disposition']))).toContain('数学.pdf')
    expect(blank.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const ofClass = { ...query, class_id: app.school.classIds[0] ?? 0 }
    expect((await admin.send(sheetPdf, { query: ofClass })).error.error).toBe('ROSTER_EMPTY')
    await admin.send(candidateAdd, { body: { exam_id: examId } })
    const printed = await admin.send(sheetPdf, { query: ofClass })
    const pages = /\/Type \/Pages[^>]*\/Count (\d+)/s.exec(printed.bytes.toString('latin1'))
    expect(Number(pages?.[1])).toBe(8)
  })

  test('is for staff of the school and subject; designing for managers and subject leaders', async () => {
    const app = await openTestApp()
    const { admin, examId, sample } = await openExam(app)
    const { data } = await save(admin, {
      exam_id: examId,
      subject_id: MATHS,
      design: sample.design,
    })
    const chinese = await save(admin, {
      exam_id: examId,
      subject_id: 1,
      design: { ...sample.design, subjectName: '语文' },
    })
    const query = { sheet_id: data.sheet_id }
    for (const account of ['scanner', 'principal', 'leader'])
      expect((await (await app.signIn(account)).send(sheetGet, { query })).status).toBe(200)
    const leader = await app.signIn('leader')
    expect(
      (await leader.send(sheetGet, { query: { sheet_id: chinese.data.sheet_id } })).status,
    ).toBe(404)
    expect((await leader.send(sheetList, { query: {} })).data.total).toBe(1)
    const lock = { body: { sheet_id: data.sheet_id, locked: true } }
    expect((await leader.send(sheetLock, lock)).status).toBe(200)
    for (const account of ['scanner', 'head', 'principal'])
      expect((await (await app.signIn(account)).send(sheetLock, lock)).status).toBe(403)
    expect((await (await app.signIn('student')).send(sheetGet, { query })).status).toBe(403)
    const other = await app.signIn('other-admin')
    for (const route of [
      sheetGet,
      sheetDetail,
      sheetBlockInfo,
      sheetInfo,
      sheetOmrTemplate,
      sheetPdf,
    ])
      expect((await other.send(route, { query })).status).toBe(404)
    expect((await other.send(sheetLock, lock)).status).toBe(404)
    expect((await other.send(sheetDelete, { body: query })).status).toBe(404)
    expect(
      (await save(other, { exam_id: examId, subject_id: MATHS, design: sample.design })).status,
    ).toBe(404)
    expect((await other.send(sheetList, { query: {} })).data.total).toBe(0)
  })
})

describe('checking a draft', () => {
  test('lays it out without storing anything', async () => {
    const app = await openTestApp()
    const admin = await app.signIn('admin')
    const { design } = await mathsSample(admin)
    const { data } = await admin.send(sheetBlockCheck, { body: { design } })
    expect(data.problems).toEqual([])
    expect(data.blocks).toHaveLength(7)
    expect(data.full_milli).toBe(150_000)
    expect(data.svg_pages).toHaveLength(2)
    expect(await app.services.db.selectFrom('answer_sheet').select('id').execute()).toEqual([])
  })

  test('tells every problem with its question', async () => {
    const app = await openTestApp()
    const leader = await app.signIn('leader')
    const { design } = await mathsSample(leader)
    const essay = design.sections[3]?.questions[1]
    if (essay) Object.assign(essay, { blockKey: '', fullMilli: 0 })
    const { data } = await leader.send(sheetBlockCheck, { body: { design } })
    expect(data.problems.map(({ question_no }) => question_no)).toEqual(['18', '18'])
    expect(data.svg_pages).toEqual([])
    const head = await app.signIn('head')
    expect((await head.send(sheetBlockCheck, { body: { design } })).status).toBe(403)
  })

  test('tells when it does not fit on the paper', async () => {
    const app = await openTestApp()
    const admin = await app.signIn('admin')
    const { design } = await mathsSample(admin)
    const { data } = await admin.send(sheetBlockCheck, {
      body: { design: { ...design, paper: 'A4' } },
    })
    expect(data.problems).toMatchObject([{ code: 'TOO_LONG', question_no: null }])
    expect(data.problems[0]?.message).toContain('A3')
  })
})
