import {
  examCreate,
  sheetImport,
  sheetPoints,
  sheetPointsSave,
  sheetSave,
  sheetSettings,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import type { BubbleField, TemplatePage } from '@hengjuan/domain'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../testing/index.ts'

const MATHS = 2

const question = (no: number, letters: string, multiple = false): BubbleField => ({
  id: `choice:${no}`,
  kind: 'choice',
  direction: 'horizontal',
  multiple,
  shape: 'rect',
  outlined: true,
  group: 'g1',
  bubbles: [...letters].map((value, at) => ({
    value,
    label: value,
    column: 0,
    xMm: 30 + 8 * at,
    yMm: 60 + 8 * no,
    widthMm: 5,
    heightMm: 3,
  })),
})

const corners = [
  ['TL', 10, 10],
  ['TR', 200, 10],
  ['BR', 200, 287],
  ['BL', 10, 287],
] as const

const pageWith = (fields: BubbleField[]): TemplatePage => ({
  page: 1,
  widthMm: 210,
  heightMm: 297,
  anchors: corners.map(([id, xMm, yMm]) => ({
    id,
    kind: 'square',
    role: 'corner',
    xMm,
    yMm,
    widthMm: 5,
    heightMm: 5,
  })),
  pageCode: null,
  barcodes: [],
  fields,
  regions: [],
})

/** A designed sheet with keys, and an imported one that is to take its place. */
async function replace(app: TestApp) {
  const admin = await app.signIn('admin')
  const exam = await admin.send(examCreate, {
    params: { schoolId: app.school.schoolId },
    body: {
      name: '高一期中考试',
      type: 3,
      mode: 1,
      grade_id: 10,
      start_date: '2026-11-20',
      class_ids: app.school.classIds.slice(0, 1),
      subject_ids: [MATHS],
    },
  })
  const on = { exam_id: exam.data.exam_id, subject_id: MATHS }
  const settings = await admin.send(sheetSettings, { query: { exam_id: on.exam_id } })
  const sample = settings.data.samples.find(({ code }) => code === 'mathematics')!
  const { design } = sample
  const [first] = design.sections
  const questions = first!.questions.slice(0, 3).map((q, at) => ({
    ...q,
    no: String(at + 1),
    type: 1 as const,
    optionCount: 4,
  }))
  const small = { ...design, sections: [{ ...first!, questions }] }
  const saved = await admin.send(sheetSave, {
    body: { ...on, design: small, keys: { 1: ['A'], 2: ['B'], 3: ['D'] } },
  })
  expect(saved.status).toBe(200)
  const file = await sharp({
    create: { width: 600, height: 800, channels: 3, background: '#fff' },
  })
    .jpeg()
    .toBuffer()
  const imported = await admin.send(sheetImport, { query: on }, { file, fileName: '卡.jpg' })
  const sheetId = imported.data.sheet_id
  const save = (keep?: Record<string, boolean>) =>
    admin.send(sheetPointsSave, {
      body: {
        sheet_id: sheetId,
        version: 1,
        pages: [pageWith([question(1, 'ABCD'), question(2, 'ABCDE'), question(3, 'ABCD', true)])],
        ...(keep && { keep_keys: keep }),
      },
    })
  const answers = async () => {
    const rows = await app.services.db
      .selectFrom('answer_key')
      .innerJoin('question', 'question.id', 'answer_key.question_id')
      .where('question.exam_id', '=', on.exam_id)
      .select(['question.no', 'answer_key.answer'])
      .orderBy('question.no')
      .execute()
    return rows.map(({ no, answer }) => `${no}${answer}`)
  }
  const asked = await admin.send(sheetPoints, { query: { sheet_id: sheetId } })
  return { admin, sheetId, save, answers, asked: asked.data.earlier_keys }
}

everyDatabase('an imported sheet that takes the place of another, on %s', (kind) => {
  test('shows the earlier answers and keeps those of questions of the same kind', async () => {
    const { admin, sheetId, save, answers, asked } = await replace(await openTestApp(kind))
    expect(asked).toEqual([
      { no: '1', type: 1, option_count: 4, answer: ['A'] },
      { no: '2', type: 1, option_count: 4, answer: ['B'] },
      { no: '3', type: 1, option_count: 4, answer: ['D'] },
    ])
    expect((await save()).status).toBe(200)
    // The second has five options by now, and several answers may be right in the third.
    expect(await answers()).toEqual(['1["A"]'])
    const { data } = await admin.send(sheetPoints, { query: { sheet_id: sheetId } })
    expect(data.earlier_keys).toEqual([])
  })
})

test('what the person said about an answer counts', async () => {
  const { save, answers } = await replace(await openTestApp())
  expect((await save({ 1: false, 2: true })).status).toBe(200)
  expect(await answers()).toEqual(['2["B"]'])
})
