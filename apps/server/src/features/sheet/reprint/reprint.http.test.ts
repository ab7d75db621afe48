import {
  examCreate,
  type InputOf,
  sheetBindQuestions,
  sheetBlockCheck,
  sheetBlockInfo,
  sheetInfo,
  sheetOmrTemplate,
  sheetSave,
  sheetSettings,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../testing/index.ts'

const MATHS = 2
const AT = '2026-11-20T01:00:00.000Z'
type Draft = InputOf<typeof sheetSave>['body']['design']

everyDatabase('a layout changed after scanning has begun, on %s', (kind) => {
  test('is a version beside the earlier print; what is scanned and marked stays', async () => {
    const { app, admin, design, sheet_id, exam_id } = await openScanned(kind)
    const { db } = app.services
    const next: Draft = { ...design, title: '改过的标题' }
    const check = (draft: Draft) =>
      admin.send(sheetBlockCheck, { body: { sheet_id, design: draft } })
    expect((await check(next)).data.reprint).toMatchObject({
      scanned_sheets: 1,
      prints: 2,
      changes: [{ what: '标题', after: '改过的标题' }],
      refusals: [],
    })
    const texts = structuredClone(next)
    texts.sections[0]!.questions[0]!.stem = '题'
    expect((await check(texts)).data.reprint?.changes).toContainEqual(
      expect.objectContaining({ what: '第 1 题 题干', before: '无', after: '题' }),
    )
    const unasked = await admin.send(sheetSave, { body: { sheet_id, design: next } })
    expect(unasked.error.error).toBe('SHEET_IN_USE')

    const rowsOf = async () => ({
      questions: await db.selectFrom('question').selectAll().orderBy('id').execute(),
      blocks: await db.selectFrom('block').selectAll().orderBy('id').execute(),
      points: await db.selectFrom('score_point').selectAll().orderBy('id').execute(),
    })
    const before = await rowsOf()
    const old = await admin.send(sheetOmrTemplate, { query: { sheet_id } })
    const saved = await admin.send(sheetSave, {
      body: { sheet_id, version: 1, design: next, keep_scanned: true },
    })
    expect(saved.data).toMatchObject({ version: 2, kept_scanned: 1 })
    expect(await rowsOf()).toEqual(before)
    const { data: template } = await admin.send(sheetOmrTemplate, { query: { sheet_id } })
    expect(template.id).toBe(`sheet-${sheet_id}-v2`)
    expect(template.pages.map(({ earlier }) => earlier)).toEqual(
      old.data.pages.map((page) => [page]),
    )
    expect(template.pages[0]?.pageCode?.bits).not.toBe(old.data.pages[0]?.pageCode?.bits)
    const { data: info } = await admin.send(sheetInfo, { query: { sheet_id } })
    expect(info.versions[0]?.note).toBe('已扫描 1 张后改版：修改标题')
    const audit = await db
      .selectFrom('audit')
      .where('action', '=', 'sheet-reprint')
      .select('object')
      .execute()
    expect(audit).toEqual([{ object: `sheet:${sheet_id}` }])

    const { data: drawn } = await admin.send(sheetBlockInfo, { query: { sheet_id } })
    const plan = drawn.blocks.map(({ block_key, name, question_nos, regions }, at) => ({
      block_key,
      name: at === 0 ? '改了名' : name,
      question_nos,
      regions,
    }))
    const bind = { sheet_id, preview: true }
    const renamed = await admin.send(sheetBindQuestions, { body: { ...bind, blocks: plan } })
    expect(renamed.data.problems).toEqual([])
    const [first, ...rest] = plan
    if (!first) throw new Error('the sheet has no block')
    const moved = first.regions.map((area) => ({ ...area, height_mm: area.height_mm - 5 }))
    const { data: cut } = await admin.send(sheetBindQuestions, {
      body: { ...bind, blocks: [{ ...first, regions: moved }, ...rest] },
    })
    expect(cut.problems).toMatchObject([{ code: 'EARLIER_PRINTS', blocking: true }])

    await db.deleteFrom('scan_sheet').where('exam_id', '=', exam_id).execute()
    const fresh = await admin.send(sheetSave, { body: { sheet_id, design } })
    expect(fresh.data).toMatchObject({ version: 3, kept_scanned: 0 })
    const clean = await admin.send(sheetOmrTemplate, { query: { sheet_id } })
    expect(clean.data.pages.some(({ earlier }) => earlier !== undefined)).toBe(false)
  })
})

test('is refused where it changes what is asked, with every reason', async () => {
  const { admin, design, sheet_id } = await openScanned('sqlite')
  const refused = async (change: (draft: Draft) => void) => {
    const draft = structuredClone(design)
    change(draft)
    const body = { sheet_id, design: draft }
    const { data } = await admin.send(sheetBlockCheck, { body })
    const saved = await admin.send(sheetSave, { body: { ...body, keep_scanned: true } })
    expect(saved.error).toMatchObject({ error: 'SHEET_REPRINT_UNSAFE' })
    expect(saved.error.msg).toContain(`已有 1 张扫描件：${data.reprint?.refusals[0]}`)
    return data.reprint?.refusals
  }
  const questionsOf = (draft: Draft) => draft.sections.flatMap(({ questions }) => questions)
  expect(
    await refused((draft) => {
      draft.sections[0]?.questions.splice(0, 1)
      for (const one of questionsOf(draft)) if (one.no === '2') one.optionCount = 5
    }),
  ).toEqual(['第 1 题没有了', '第 2 题的选项数改变了'])
  const boxed = await refused((draft) => (draft.misconduct = true))
  expect(boxed).toContain('第 1 面的填涂项变了（违纪）')
  const versions = await admin.send(sheetInfo, { query: { sheet_id } })
  expect(versions.data.versions).toHaveLength(1)
  const reader = { body: { sheet_id, design, keep_scanned: true } }
  expect((await (await admin.app.signIn('scanner')).send(sheetSave, reader)).status).toBe(403)
  expect((await (await admin.app.signIn('other-admin')).send(sheetSave, reader)).status).toBe(404)
})

async function openScanned(kind: Parameters<typeof openTestApp>[0]) {
  const app = await openTestApp(kind)
  const admin = await app.signIn('admin')
  const { data } = await admin.send(examCreate, {
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
  const on = { exam_id: data.exam_id, subject_id: MATHS }
  const settings = await admin.send(sheetSettings, { query: on })
  const sample = settings.data.samples.find(({ code }) => code === 'mathematics')
  if (!sample) throw new Error('the mathematics sample is gone')
  const { design } = sample
  const saved = await admin.send(sheetSave, { body: { ...on, design } })
  const { db } = app.services
  await db
    .insertInto('scan_batch')
    .values({ id: 'b', ...on, station: 's', operator_id: 1, label: '1', opened_at: AT })
    .execute()
  await db
    .insertInto('scan_sheet')
    .values({
      id: 's',
      ...on,
      batch_id: 'b',
      seq: 1,
      content_hash: 'x',
      state: 'active',
      received_at: AT,
      version: 1,
    })
    .execute()
  return {
    app,
    admin: Object.assign(admin, { app }),
    design,
    sheet_id: saved.data.sheet_id,
    exam_id: data.exam_id,
  }
}
