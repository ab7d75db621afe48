import {
  examCreate,
  fixOption,
  sheetBindQuestions,
  sheetBlockCheck,
  sheetBlockInfo,
  sheetDelete,
  sheetGet,
  sheetInfo,
  sheetInfoSave,
  sheetList,
  sheetLock,
  sheetQuestionAdd,
  sheetQuestionDelete,
  sheetQuestionTable,
  sheetReuse,
  sheetSave,
  sheetSettings,
  sheetShare,
  sheetTemplate,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { describe, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestClient } from '../../testing/index.ts'

const MATHS = 2
const CSV = `大题,题号,题型,分值,选项数,答案,漏选得分,题块,给分点,知识点
一、选择题,1-3,单选题,5,4,ACD,,,,集合
,4,多选题,6,4,AC,2,,,函数、导数
二、解答题,5,解答题,12,,,,大题五,(1)4、(2)8,数列
`

async function newExam(admin: TestClient, app: TestApp, name: string): Promise<number> {
  const { data } = await admin.send(examCreate, {
    params: { schoolId: app.school.schoolId },
    body: {
      name,
      type: 3,
      mode: 1,
      grade_id: 10,
      start_date: '2026-11-20',
      class_ids: app.school.classIds.slice(0, 1),
      subject_ids: [1, MATHS],
    },
  })
  return data.exam_id
}

/** An exam with the sample sheet of mathematics and its keys. */
async function withSheet(app: TestApp, name: string) {
  const admin = await app.signIn('admin')
  const examId = await newExam(admin, app, name)
  const { data } = await admin.send(sheetSettings, { query: { exam_id: examId } })
  const sample = data.samples.find(({ code }) => code === 'mathematics')
  if (!sample) throw new Error('the sample is gone')
  const on = { exam_id: examId, subject_id: MATHS }
  const { design, keys, rules } = sample
  const saved = await admin.send(sheetSave, { body: { ...on, design, keys, rules } })
  return { admin, examId, on, design, sheetId: saved.data.sheet_id }
}

const table = (client: TestClient, sheetId: number, text: string, preview: 0 | 1) =>
  client.send(
    sheetQuestionTable,
    { query: { sheet_id: sheetId, preview } },
    { file: Buffer.from(text), fileName: '题目.csv' },
  )

describe('on both databases', () => {
  everyDatabase('on %s', (kind) => {
    test('a sheet is reused, changed, deleted and brought back with keys and settings', async () => {
      const app = await openTestApp(kind)
      const { admin, sheetId } = await withSheet(app, '期中考试')
      const second = await newExam(admin, app, '期末考试')
      const into = { sheet_id: sheetId, exam_id: second, subject_id: MATHS, with_keys: true }
      const preview = await admin.send(sheetReuse, { body: { ...into, preview: true } })
      expect(preview.data).toMatchObject({ sheet_id: null, replaces: null, keys: 12 })
      expect(preview.data.changes.map(({ what }) => what)).toEqual(['标题'])
      const reused = await admin.send(sheetReuse, { body: into })
      const copy = reused.data.sheet_id ?? 0
      const info = await admin.send(sheetInfo, { query: { sheet_id: copy } })
      expect(info.data.sheet).toMatchObject({
        exam_id: second,
        source: { sheet_id: sheetId, version: 1, behind: 0 },
      })
      expect(info.data.questions.filter(({ key }) => key.length > 0)).toHaveLength(12)
      expect(info.data.versions).toMatchObject([{ version: 1, changes: [] }])

      const removed = await admin.send(sheetQuestionDelete, {
        body: { sheet_id: copy, question_no: '22' },
      })
      expect(removed.data.changes).toMatchObject([{ kind: 'removed', what: '第 22 题' }])
      const { db } = app.services
      await db.updateTable('block').set({ mark_mode: 1 }).where('block_key', '=', '17').execute()
      const before = await admin.send(sheetDelete, { body: { sheet_id: copy, preview: true } })
      expect(before.data.depends).toContain('12 道题的答案')
      await admin.send(sheetDelete, { body: { sheet_id: copy } })
      expect((await admin.send(sheetGet, { query: { sheet_id: copy } })).status).toBe(404)
      expect((await admin.send(sheetList, { query: {} })).data.total).toBe(1)
      await admin.send(sheetDelete, { body: { undo_sheet_id: copy } })
      const back = await admin.send(sheetInfo, { query: { sheet_id: copy } })
      expect(back.data.sheet).toMatchObject({ exam_id: second, version: 2 })
      expect(back.data.questions.filter(({ key }) => key.length > 0)).toHaveLength(12)
      const modes = await db
        .selectFrom('block')
        .where('exam_id', '=', second)
        .where('block_key', '=', '17')
        .select('mark_mode')
        .executeTakeFirst()
      expect(modes?.mark_mode).toBe(1)
    })

    test('blocks are divided anew, named, bound and go back to the layout', async () => {
      const app = await openTestApp(kind)
      const { admin, sheetId } = await withSheet(app, '期中考试')
      const query = { sheet_id: sheetId }
      const { blocks } = (await admin.send(sheetBlockInfo, { query })).data
      const [first, second, ...others] = blocks
      if (!first || !second) throw new Error('the sample has blocks')
      const area = second.regions[0]
      if (!area) throw new Error('a block has an area')
      const half = { ...area, height_mm: area.height_mm / 2 }
      const drafts = [first, ...others].map(({ block_key, name, question_nos, regions }) => ({
        block_key,
        name,
        question_nos,
        regions,
      }))
      // The first takes over the question of the second, with two frames, one of them in another block too.
      const merged = drafts.map((block) =>
        block.block_key === first.block_key
          ? {
              ...block,
              name: '合并',
              question_nos: [...block.question_nos, ...second.question_nos],
              regions: [...block.regions, half, { ...half, y_mm: half.y_mm + half.height_mm }],
            }
          : { ...block, regions: [...block.regions, half] },
      )
      const knowledge = { [second.question_nos[0] ?? '']: ['数列'] }
      const saved = await admin.send(sheetBindQuestions, {
        body: { ...query, version: 1, blocks: merged, knowledge },
      })
      expect(saved.data).toMatchObject({ version: 2, lost: 0, recut_sheets: 0 })
      const now = await admin.send(sheetBlockInfo, { query })
      expect(now.data.blocks[0]).toMatchObject({
        name: '合并',
        full_milli: first.full_milli + second.full_milli,
      })
      expect(now.data.full_milli).toBe(150_000)
      const info = await admin.send(sheetInfo, { query })
      const moved = info.data.questions.find(({ no }) => no === second.question_nos[0])
      expect(moved).toMatchObject({ block_key: first.block_key, knowledge: ['数列'] })
      const stale = await admin.send(sheetBindQuestions, {
        body: { ...query, version: 1, blocks: merged },
      })
      expect(stale.error.error).toBe('VERSION_CONFLICT')
      const reset = await admin.send(sheetBindQuestions, { body: { ...query, blocks: null } })
      expect(reset.data.version).toBe(3)
      expect((await admin.send(sheetBlockInfo, { query })).data.blocks).toEqual(blocks)
    })
  })
})

describe('in one school', () => {
  const open = async () => {
    const app = await openTestApp()
    return { app, ...(await withSheet(app, '月考')) }
  }

  test('the check names questions without a block, and blocks without questions or frames', async () => {
    const { admin, sheetId } = await open()
    const blocks = [{ block_key: 'x', name: '空', question_nos: [], regions: [] }]
    const { data } = await admin.send(sheetBlockCheck, { body: { sheet_id: sheetId, blocks } })
    const codes = Map.groupBy(data.problems, ({ code }) => code)
    expect(codes.get('QUESTION_WITHOUT_BLOCK')).toHaveLength(10)
    expect(codes.get('BLOCK_WITHOUT_QUESTION')).toMatchObject([{ block_key: 'x' }])
    expect(codes.get('BLOCK_WITHOUT_REGION')).toHaveLength(1)
    const refused = await admin.send(sheetBindQuestions, { body: { sheet_id: sheetId, blocks } })
    expect(refused.error.error).toBe('SHEET_BLOCKS_INVALID')
    expect(refused.error.fields).toHaveLength(12)
  })

  test('a question table is shown row by row, and taken over as the next version', async () => {
    const { admin, sheetId, on } = await open()
    const wrong = await table(admin, sheetId, CSV.replace('ACD', 'AXD').replace('(1)4', '(1)5'), 1)
    expect(wrong.data.rows.map(({ problems }) => problems.length)).toEqual([1, 0, 1])
    const refused = await table(admin, sheetId, CSV.replace('ACD', 'AXD'), 0)
    expect(refused.error.error).toBe('IMPORT_HAS_ERRORS')
    expect(refused.error.fields[0]?.path).toBe('F2')
    expect((await table(admin, sheetId, '你好', 1)).error.error).toBe('IMPORT_FILE_INVALID')
    const done = await table(admin, sheetId, CSV, 0)
    expect(done.data).toMatchObject({ version: 2, full_milli: 33_000 })
    const { data } = await admin.send(sheetInfo, { query: { sheet_id: sheetId } })
    expect(data.questions.map(({ no, key, knowledge }) => [no, key.join(''), knowledge])).toEqual([
      ['1', 'A', ['集合']],
      ['2', 'C', ['集合']],
      ['3', 'D', ['集合']],
      ['4', 'AC', ['函数', '导数']],
      ['5', '', ['数列']],
    ])
    expect(data.versions[0]?.changes.length).toBeGreaterThan(10)
    const added = await admin.send(sheetQuestionAdd, {
      body: {
        sheet_id: sheetId,
        section: 0,
        after: '1',
        question: { no: '1a', type: 1, fullMilli: 5000, optionCount: 4 },
      },
    })
    expect(added.data).toMatchObject({ version: 3, full_milli: 38_000 })
    const gone = { sheet_id: sheetId, question_no: '99' }
    expect((await admin.send(sheetQuestionDelete, { body: gone })).error.error).toBe('NOT_FOUND')
    const undone = await admin.send(fixOption, {
      body: { ...on, question_no: '4', answer: [], reason: '', undo: 1, preview: 1 },
    })
    expect(undone.error.msg).toContain('第 4 题更早的答案')
  })

  test('a custom choice keeps its rule and warns when the options do not add up', async () => {
    const { admin, sheetId, on, design } = await open()
    const changed = structuredClone(design)
    const [first] = changed.sections[0]?.questions ?? []
    if (first) first.type = 99
    await admin.send(sheetSave, { body: { sheet_id: sheetId, design: changed } })
    const change = (A: number) =>
      admin.send(fixOption, {
        body: {
          ...on,
          question_no: first?.no ?? '',
          answer: ['A', 'B'],
          reason: '改',
          rule: { custom_option_scores: { A, B: 2000, C: -1000 }, exceed_option_milli: 0 },
        },
      })
    expect((await change(1000)).data.warning).toContain('不一致')
    expect((await change(3000)).data).toMatchObject({ version: 2, warning: null })
    const { data } = await admin.send(sheetInfo, { query: { sheet_id: sheetId } })
    expect(
      data.questions[0]?.key_history.map(({ rule }) => rule.custom_option_scores?.['A']),
    ).toEqual([3000, 1000])
    const back = { ...on, question_no: first?.no ?? '', answer: [], reason: '', undo: 1 as const }
    await admin.send(fixOption, { body: back })
    const after = await admin.send(sheetInfo, { query: { sheet_id: sheetId } })
    expect(after.data.questions[0]?.key_history[0]).toMatchObject({
      version: 3,
      rule: { custom_option_scores: { A: 1000 } },
      reason: '撤销，恢复第 1 版的答案',
    })
  })

  test('a private sheet is its author’s until it is shared; then others may look and reuse', async () => {
    const { app, design } = await open()
    const leader = await app.signIn('leader')
    const mine = await leader.send(sheetSave, {
      body: { subject_id: MATHS, design, name: '组长的模板' },
    })
    const body = { sheet_id: mine.data.sheet_id }
    const scanner = await app.signIn('scanner')
    expect((await scanner.send(sheetGet, { query: body })).status).toBe(404)
    await leader.send(sheetTemplate, { body: { ...body, is_template: true } })
    await leader.send(sheetShare, { body: { ...body, is_shared: true } })
    const seen = await scanner.send(sheetList, { query: { is_template: true, is_shared: true } })
    expect(seen.data.list).toMatchObject([
      { name: '组长的模板', readonly_reason: expect.any(String) },
    ])
    const found = (query: object) =>
      leader.send(sheetList, { query }).then(({ data }) => data.list.map(({ name }) => name))
    expect(await found({ keyword: '组长' })).toContain('组长的模板')
    expect(await found({ keyword: '组长', type: 2 })).toEqual([])
    expect(await found({ keyword: '组长', grade_id: 10 })).toEqual([])
    await leader.send(sheetInfoSave, { body: { ...body, name: '新名', grade_id: 10 } })
    expect(await found({ grade_id: 10 })).toContain('新名')
  })

  test('a lock says who and why, and closes blocks, questions and deletion', async () => {
    const { admin, sheetId } = await open()
    const body = { sheet_id: sheetId }
    await admin.send(sheetLock, { body: { ...body, locked: true, reason: '已交印刷厂' } })
    const { data } = await admin.send(sheetInfo, { query: body })
    expect(data.sheet).toMatchObject({ locked_by: '管理员', lock_reason: '已交印刷厂' })
    for (const answer of [
      await admin.send(sheetBindQuestions, { body: { ...body, knowledge: {} } }),
      await admin.send(sheetQuestionDelete, { body: { ...body, question_no: '22' } }),
      await admin.send(sheetDelete, { body }),
    ])
      expect(answer.error.error).toBe('SHEET_LOCKED')
  })

  test('every call is for those who design sheets of the school, and for nobody else', async () => {
    const { app, sheetId } = await open()
    const body = { sheet_id: sheetId }
    const question = { no: '23', type: 4, fullMilli: 1000 }
    const calls = (client: TestClient) => [
      client.send(sheetReuse, { body: { ...body, preview: true } }),
      client.send(sheetInfoSave, { body: { ...body, name: '月考 数学' } }),
      client.send(sheetTemplate, { body: { ...body, is_template: false } }),
      client.send(sheetShare, { body: { ...body, is_shared: false } }),
      client.send(sheetLock, { body: { ...body, locked: false } }),
      client.send(sheetDelete, { body: { ...body, preview: true } }),
      client.send(sheetBlockCheck, { body }),
      client.send(sheetBindQuestions, { body: { ...body, preview: true } }),
      table(client, sheetId, CSV, 1),
      client.send(sheetQuestionAdd, { body: { ...body, version: 999, section: 0, question } }),
      client.send(sheetQuestionDelete, { body: { ...body, version: 999, question_no: '22' } }),
    ]
    const statuses = async (account: string) => {
      const client = await app.signIn(account)
      const answers = []
      for (const call of calls(client)) answers.push((await call).status)
      return new Set(answers)
    }
    // The last two are refused for their version, after the right was found.
    for (const account of ['admin', 'director', 'leader'])
      expect(await statuses(account), account).toEqual(new Set([200, 409]))
    for (const account of ['principal', 'head', 'scanner', 'student'])
      expect(await statuses(account), account).toEqual(new Set([403]))
    expect(await statuses('other-admin')).toEqual(new Set([404]))
  })
})
