import {
  clientTemplete,
  examCreate,
  type InputOf,
  sheetBindQuestions,
  sheetBlockCheck,
  sheetBlockInfo,
  sheetDelete,
  sheetImport,
  sheetInfo,
  sheetList,
  sheetOmrTemplate,
  sheetPdf,
  sheetPoints,
  sheetPointsSave,
  sheetReuse,
  sheetSave,
  sheetSettings,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import type { SheetDesign } from '@hengjuan/domain'
import { layoutSheet, renderPdf } from '@hengjuan/sheet'
import { expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/index.ts'

const CHINESE = 1
const MATHS = 2
const ENGLISH = 3
type Save = InputOf<typeof sheetSave>['body']

/** An exam of which maths is held online, English imported, and Chinese written on paper. */
async function openExam(app: TestApp) {
  const admin = await app.signIn('admin')
  const { data } = await admin.send(examCreate, {
    params: { schoolId: app.school.schoolId },
    body: {
      name: '高一混合考试',
      type: 3,
      mode: 7,
      grade_id: 10,
      start_date: '2026-11-20',
      class_ids: app.school.classIds.slice(0, 1),
      subject_ids: [CHINESE, MATHS, ENGLISH],
      subject_modes: { [CHINESE]: 1, [MATHS]: 3, [ENGLISH]: 4 },
    },
  })
  const settings = await admin.send(sheetSettings, { query: { exam_id: data.exam_id } })
  const sample = settings.data.samples.find(({ code }) => code === 'mathematics')!
  const save = (body: Omit<Save, 'design'> & { design?: Save['design'] }) =>
    admin.send(sheetSave, { body: { design: sample.design, ...body } })
  return { admin, examId: data.exam_id, sample, save }
}

everyDatabase('types of sheets on %s', (kind) => {
  test('an online exam has blocks and keys, and nothing to print or scan', async () => {
    const app = await openTestApp(kind)
    const { admin, examId, sample, save } = await openExam(app)
    const on = { exam_id: examId, subject_id: MATHS }
    const saved = await save({ ...on, keys: sample.keys, rules: sample.rules })
    expect(saved.data).toMatchObject({ page_count: 0, full_milli: 150_000, keys_created: 12 })
    const query = { sheet_id: saved.data.sheet_id }
    const listed = await admin.send(sheetList, { query: { type: 3 } })
    expect(listed.data.list).toMatchObject([{ type: 3, type_name: '线上考试', page_count: 0 }])
    for (const answer of [
      await admin.send(sheetPdf, { query }),
      await admin.send(sheetPdf, { query: { ...query, calibration: true } }),
      await admin.send(sheetOmrTemplate, { query }),
    ])
      expect(answer.error.msg).toContain('是线上考试，没有要打印或扫描的答题卡')
    const scanner = await app.signIn('scanner')
    const station = await scanner.send(clientTemplete, { query: on })
    expect(station.error.error).toBe('SCAN_TEMPLATE_MISSING')

    const { blocks } = (await admin.send(sheetBlockInfo, { query })).data
    expect(blocks).toHaveLength(7)
    expect(blocks.flatMap(({ regions }) => regions)).toEqual([])
    expect((await admin.send(sheetBlockCheck, { body: query })).data.problems).toEqual([])
    const [first, second, ...others] = blocks
    const bound = await admin.send(sheetBindQuestions, {
      body: {
        ...query,
        blocks: [
          { ...first!, question_nos: [...first!.question_nos, ...second!.question_nos] },
          ...others,
        ].map(({ block_key, name, question_nos, regions }) => ({
          block_key,
          name,
          question_nos,
          regions,
        })),
      },
    })
    expect(bound.data.version).toBe(2)

    // A piece of paper is too small for this; a table is not.
    const long = structuredClone(sample.design)
    for (const question of long.sections[3]?.questions ?? []) question.heightMm = 500
    expect((await save({ ...query, version: 2, design: long })).status).toBe(200)
    const entered = await save({ ...query, design: { ...long, scoreEntry: 'bars' } })
    expect(entered.error.msg).toContain('没有答题卡可以先阅后扫')

    await admin.send(sheetDelete, { body: query })
    await admin.send(sheetDelete, { body: { undo_sheet_id: query.sheet_id } })
    const back = await admin.send(sheetInfo, { query })
    expect(back.data.questions.filter(({ key }) => key.length > 0)).toHaveLength(12)
  })

  test('imported scores have questions and full marks, and neither blocks nor keys', async () => {
    const app = await openTestApp(kind)
    const { admin, examId, sample, save } = await openExam(app)
    const on = { exam_id: examId, subject_id: ENGLISH }
    const keyed = await save({ ...on, keys: sample.keys })
    expect(keyed.error.fields).toMatchObject([{ path: 'keys' }])
    const design = structuredClone(sample.design)
    for (const { questions } of design.sections)
      for (const question of questions) delete question.blockKey
    const saved = await save({ ...on, design })
    expect(saved.data).toMatchObject({ page_count: 0, full_milli: 150_000, keys_created: 0 })
    const query = { sheet_id: saved.data.sheet_id }
    expect((await admin.send(sheetBlockInfo, { query })).data.blocks).toEqual([])
    expect(await app.services.db.selectFrom('block').select('id').execute()).toEqual([])
    const rows = await app.services.db.selectFrom('question').select(['no', 'block_id']).execute()
    expect(rows).toHaveLength(22)
    expect(rows.every(({ block_id }) => block_id === null)).toBe(true)
    const blocks = [{ block_key: 'x', name: '题块', question_nos: ['17'], regions: [] }]
    const divided = await admin.send(sheetBindQuestions, { body: { ...query, blocks } })
    expect(divided.error.msg).toContain('成绩导入的科目不在这里评阅')
    const known = await admin.send(sheetBindQuestions, {
      body: { ...query, knowledge: { 17: ['数列'] } },
    })
    expect(known.status).toBe(200)
    expect((await admin.send(sheetPdf, { query })).error.error).toBe('SHEET_NOT_PRINTED')
  })
})

test('a type serves only subjects of its mode; a table that is made here follows the mode', async () => {
  const app = await openTestApp()
  const { admin, examId, save } = await openExam(app)
  const wrong = [
    { subject_id: CHINESE, type: 3 },
    { subject_id: CHINESE, type: 5 },
    { subject_id: MATHS, type: 1 },
    { subject_id: ENGLISH, type: 3 },
  ]
  for (const body of wrong)
    expect((await save({ exam_id: examId, ...body })).error.error).toBe('SHEET_TYPE_MISMATCH')
  const paper = await save({ exam_id: examId, subject_id: CHINESE })
  expect(paper.data.page_count).toBe(2)
  const reused = await admin.send(sheetReuse, {
    body: { sheet_id: paper.data.sheet_id, exam_id: examId, subject_id: MATHS },
  })
  const online = await admin.send(sheetInfo, { query: { sheet_id: reused.data.sheet_id ?? 0 } })
  expect(online.data.sheet).toMatchObject({ type: 3, page_count: 0, question_count: 22 })
})

test('an original paper is printed as it came, for nobody by name, and its table is not redrawn', async () => {
  const app = await openTestApp()
  const { admin, examId, sample, save } = await openExam(app)
  const design = { ...sample.design, id: 'o', sheetCode: 1, schoolName: '' } as SheetDesign
  const file = Buffer.from(await renderPdf(layoutSheet(design)))
  const imported = await admin.send(
    sheetImport,
    { query: { type: 7, name: '数学原卷' } },
    { file, fileName: '原卷.pdf' },
  )
  const query = { sheet_id: imported.data.sheet_id }
  const printed = await admin.send(sheetPdf, { query })
  const text = printed.bytes.toString('latin1')
  expect(Number(/\/Type \/Pages[^>]*\/Count (\d+)/s.exec(text)?.[1])).toBe(2)
  const [, width = '', height = ''] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? []
  // A3 across, in points.
  expect(Number(width)).toBeCloseTo((420 / 25.4) * 72, 0)
  expect(Number(height)).toBeCloseTo((297 / 25.4) * 72, 0)
  const named = await admin.send(sheetPdf, { query: { ...query, candidates: true } })
  expect(named.error.error).toBe('SHEET_NOT_PERSONAL')
  expect((await save(query)).error.error).toBe('SHEET_NOT_DESIGNED')
  // Half of the page, with whatever is printed there.
  const area = { xMm: 20, yMm: 20, widthMm: 160, heightMm: 250 }
  const points = await admin.send(sheetPointsSave, {
    body: { ...query, version: 1, pages: [pageWithArea(area)] },
  })
  expect(points.status).toBe(200)
  const template = (await admin.send(sheetOmrTemplate, { query })).data
  const printedBoxes = template.pages[0]?.regions[0]?.printed ?? []
  expect(printedBoxes.length).toBeGreaterThan(20)
  const [kept] = (await admin.send(sheetPoints, { query })).data.pages
  expect(JSON.stringify(kept)).not.toContain('printed')
  const online = await admin.send(sheetReuse, {
    body: { ...query, exam_id: examId, subject_id: MATHS, preview: true },
  })
  expect(online.data.refusal).toContain('不能用导入的纸质答题卡')
})

/** An A3 page across with one answer area and three anchors. */
const pageWithArea = (area: { xMm: number; yMm: number; widthMm: number; heightMm: number }) => ({
  page: 1,
  widthMm: 420,
  heightMm: 297,
  anchors: [
    [8, 8],
    [412, 8],
    [8, 289],
  ].map(([xMm = 0, yMm = 0], index) => ({
    id: `a${index + 1}`,
    kind: 'square' as const,
    role: 'corner' as const,
    xMm,
    yMm,
    widthMm: 5,
    heightMm: 5,
  })),
  pageCode: null,
  barcodes: [],
  fields: [],
  regions: [
    {
      id: 'block:17:0',
      purpose: 'block' as const,
      blockKey: '17',
      part: 0,
      framed: false,
      ...area,
    },
  ],
})
