import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  examCreate,
  sheetAnchorUpdate,
  sheetFoldedUpdate,
  sheetImport,
  sheetInfo,
  sheetOmrTemplate,
  sheetPoints,
  sheetPointsSave,
  sheetReuse,
  sheetTemplateDo,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestClient } from '../../../testing/index.ts'

const scan = (name: string) =>
  readFileSync(
    fileURLToPath(
      new URL(`../../../../../../test-scans/real/sample6/sample_roll_${name}.jpg`, import.meta.url),
    ),
  )

/** Lets the proposal be made. */
async function proposed(app: TestApp, client: TestClient, sheetId: number) {
  await app.runJobs()
  return (await client.send(sheetPoints, { query: { sheet_id: sheetId } })).data
}

/** Recognition shares a busy machine with every other test. */
const PATIENCE = { timeout: 240_000 }

everyDatabase('an imported sheet on %s', (kind) => {
  test('is proposed, corrected, checked with a sample and saved', PATIENCE, async () => {
    const app = await openTestApp(kind)
    const director = await app.signIn('director')
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
        subject_ids: [2],
      },
    })
    const on = { exam_id: exam.data.exam_id, subject_id: 2 }
    const imported = await director.send(
      sheetImport,
      { query: on },
      { file: scan('01'), fileName: '新加坡国立大学.jpg' },
    )
    expect(imported.status).toBe(200)
    const sheetId = imported.data.sheet_id
    expect(imported.data.pages).toHaveLength(1)

    const begun = await director.send(sheetTemplateDo, { body: { sheet_id: sheetId } })
    expect(begun.data.state).toBe('working')
    const points = await proposed(app, director, sheetId)
    expect(points).toMatchObject({
      name: '新加坡国立大学',
      state: 'ready',
      done_pages: 1,
      version: 1,
    })
    const [page] = points.pages
    const number = page!.points.fields.find(({ id }) => id === 'examNo')
    expect(number?.bubbles).toHaveLength(70)
    expect(points.parts.find(({ target }) => target === 'group:examNo')?.reason).toContain(
      '7 位考号',
    )

    const sample = await director.send(
      sheetImport,
      { query: { sheet_id: sheetId } },
      { file: scan('02'), fileName: '样张.jpg' },
    )
    const letters = page!.points.fields.find(({ id }) => id.startsWith('choice:'))
    expect(letters?.bubbles.length).toBeGreaterThan(1)
    const pages = [{ ...page!.points, fields: [number!] }]
    const check = await director.send(sheetTemplateDo, {
      body: { sheet_id: sheetId, sample: sample.data.pages[0]!.hash, pages },
    })
    expect(check.data.reading?.fields[0]?.values.join('')).toMatch(/^\d{7}$/)

    const body = { sheet_id: sheetId, version: 1, pages }
    const saved = await director.send(sheetPointsSave, { body })
    expect(saved.data).toMatchObject({ version: 2, template_id: `sheet-${sheetId}-v2` })
    const { data: template } = await director.send(sheetOmrTemplate, {
      query: { sheet_id: sheetId },
    })
    expect(template.pages[0]?.fields.map(({ id }) => id)).toEqual(['examNo'])
    // Column letters as they are printed, N, R, U and on: the table knows the last of them.
    const named = {
      ...letters!,
      id: 'choice:1',
      bubbles: letters!.bubbles.slice(0, 3).map((bubble, at) => ({ ...bubble, value: 'NRU'[at]! })),
    }
    // A digit of a number that answers the second question.
    const digit = {
      ...named,
      id: 'choice:2-1',
      group: 'digits',
      bubbles: Array.from({ length: 10 }, (_, at) => ({
        ...named.bubbles[0]!,
        value: String(at),
        label: String(at),
        xMm: 40 + 8 * at,
        yMm: page!.points.heightMm - 20,
      })),
    }
    const renamed = await director.send(sheetPointsSave, {
      body: {
        sheet_id: sheetId,
        version: 2,
        pages: [{ ...page!.points, fields: [number!, named, digit] }],
        scores: { 1: 2500 },
      },
    })
    expect(renamed.data.version).toBe(3)
    // The exam that was chosen at the import has its questions by now.
    const info = await director.send(sheetInfo, { query: { sheet_id: sheetId } })
    expect(info.data.sheet).toMatchObject(on)
    expect(info.data.questions).toMatchObject([
      { no: '1', full_milli: 2500 },
      { no: '2-1', full_milli: 3000, option_count: 10 },
    ])
    expect(info.data.questions[0]?.question_id).not.toBeNull()
    // Keys are letters, and so is what is read; the page goes on showing what is printed.
    const numbered = await director.send(sheetOmrTemplate, { query: { sheet_id: sheetId } })
    const readAs = numbered.data.pages[0]?.fields.at(-1)
    expect(readAs?.bubbles.map(({ value }) => value).join('')).toBe('ABCDEFGHIJ')
    expect(readAs?.bubbles.map(({ label }) => label).join('')).toBe('0123456789')
    const shown = await director.send(sheetPoints, { query: { sheet_id: sheetId } })
    const shownDigit = shown.data.pages[0]?.points.fields.at(-1)
    expect(shownDigit?.bubbles.map(({ value }) => value).join('')).toBe('0123456789')
    const copy = await director.send(sheetReuse, {
      body: { sheet_id: sheetId, name: '副本', preview: false },
    })
    const copied = await director.send(sheetPoints, { query: { sheet_id: copy.data.sheet_id! } })
    expect(copied.data.scores).toEqual({ 1: 2500, '2-1': 3000 })
    expect(copied.data.pages[0]?.picture.hash).toBe(page!.picture.hash)
    expect(copied.data.pages[0]?.points.fields[1]?.bubbles.map(({ value }) => value)).toEqual([
      ...'NRU',
    ])
    const { design } = await app.services.db
      .selectFrom('answer_sheet')
      .where('id', '=', copy.data.sheet_id)
      .select('design')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(design).sections[0].questions).toMatchObject([
      { no: '1', type: 1, fullMilli: 2500, optionCount: 21 },
      { no: '2-1', type: 1, fullMilli: 3000, optionCount: 10 },
    ])
    const late = await director.send(sheetPointsSave, { body })
    expect(late.error.error).toBe('VERSION_CONFLICT')

    const [first, ...rest] = page!.points.anchors
    const anchors = [{ ...first!, xMm: first!.xMm + 0.5 }, ...rest]
    const moved = await director.send(sheetAnchorUpdate, {
      body: { sheet_id: sheetId, page: 1, anchors },
    })
    expect(moved.data.anchors[0]?.xMm).toBe(anchors[0]!.xMm)
    const few = await director.send(sheetAnchorUpdate, {
      body: { sheet_id: sheetId, page: 1, anchors: rest.slice(0, 1) },
    })
    expect(few.error.error).toBe('SHEET_TEMPLATE_INVALID')
    const folded = await director.send(sheetFoldedUpdate, {
      body: { sheet_id: sheetId, folded: 1 },
    })
    expect(folded.data.faces).toEqual([4, 1, 2, 3])
  })
})

test('who may: designers import and save, others are refused before anything is read', async () => {
  const app = await openTestApp()
  const director = await app.signIn('director')
  const small = await sharp({
    create: { width: 600, height: 800, channels: 3, background: '#fff' },
  })
    .jpeg()
    .toBuffer()
  const { data } = await director.send(
    sheetImport,
    { query: { name: '空白' } },
    { file: small, fileName: 'a.jpg' },
  )
  const body = { sheet_id: data.sheet_id, version: 1, pages: [] }
  for (const account of ['marker1', 'student']) {
    const client = await app.signIn(account)
    const file = { file: small, fileName: 'a.jpg' }
    expect((await client.send(sheetImport, { query: {} }, file)).status, account).toBe(403)
    for (const [route, input] of [
      [sheetTemplateDo, body],
      [sheetPointsSave, body],
      [sheetAnchorUpdate, { ...body, page: 1, anchors: [] }],
      [sheetFoldedUpdate, { ...body, folded: 1 }],
    ] as const)
      expect(
        (await client.send(route as typeof sheetFoldedUpdate, { body: input as never })).status,
      ).toBe(403)
  }
  const student = await app.signIn('student')
  const seen = await student.send(sheetPoints, { query: { sheet_id: data.sheet_id } })
  expect(seen.status).toBe(403)
})

test('files that are no sheet are refused with a sentence, and nothing is kept', async () => {
  const app = await openTestApp()
  const director = await app.signIn('director')
  const tiny = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const rows = [
    ['空.pdf', Buffer.alloc(0), '文件是空的'],
    ['坏.pdf', Buffer.from('%PDF-1.7\nnothing of the kind'), 'PDF 已损坏'],
    ['表.jpg', Buffer.from('PK\u0003\u0004 no picture'), '不是可以识别的文件'],
    ['断.jpg', scan('01').subarray(0, 60_000), '已损坏或不完整'],
    ['小.png', tiny, '图片太小'],
  ] as const
  for (const [fileName, file, reason] of rows) {
    const refused = await director.send(sheetImport, { query: {} }, { file, fileName })
    expect(refused.error?.error, fileName).toBe('SHEET_FILE_INVALID')
    expect(refused.error.msg).toContain(`无法导入「${fileName}」：`)
    expect(refused.error.msg).toContain(reason)
  }
  expect(await app.services.db.selectFrom('sheet_import').selectAll().execute()).toEqual([])
})
