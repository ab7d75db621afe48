import {
  examCreate,
  examCreateConfirm,
  examCreatePreview,
  examDelete,
  examDraftDelete,
  examDrafts,
  examDraftSave,
  examGet,
  examList,
  examRestore,
  examUpdate,
  scoreImportAbsent,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/index.ts'

const [CHINESE, MATHS, POLITICS] = [1, 2, 7]
const DAY = 86_400_000

everyDatabase('exams that are managed on %s', (kind) => {
  const open = async () => {
    const app = await openTestApp(kind)
    const admin = await app.signIn('admin')
    const body = {
      name: '期中',
      type: 3,
      mode: 1,
      grade_id: 10,
      start_date: '2026-11-20',
      class_ids: app.school.classIds.slice(0, 2),
      subject_ids: [CHINESE, MATHS],
    }
    const create = (change: object = {}) =>
      admin.send(examCreate, {
        params: { schoolId: app.school.schoolId },
        body: { ...body, ...change },
      })
    const paramsOf = (examId: number) => ({ schoolId: app.school.schoolId, examId })
    return { ...app, admin, create, paramsOf, body }
  }

  test('go into the bin after it was said what goes with them, and come back for thirty days', async () => {
    const { admin, create, paramsOf, signIn, advance } = await open()
    const { exam_id: examId } = (await create()).data
    await admin.send(examCreateConfirm, { body: { exam_id: examId } })
    const params = paramsOf(examId)
    const preview = await admin.send(examDelete, { params, query: { preview: 1 } })
    expect(preview.data).toMatchObject({ subjects: ['语文', '数学'], candidates: 8, scores: 0 })
    expect((await admin.send(examGet, { params })).status).toBe(200)
    await admin.send(examDelete, { params, query: {} })
    expect((await admin.send(examGet, { params })).status).toBe(404)
    const bin = async () => (await admin.send(examList, { query: { deleted: true } })).data.list
    expect(await bin()).toMatchObject([{ exam_id: examId, candidate_count: 8 }])
    const head = await signIn('head')
    expect((await head.send(examList, { query: { deleted: true } })).status).toBe(403)
    const restore = { body: { exam_id: examId } }
    expect((await (await signIn('other-admin')).send(examRestore, restore)).status).toBe(404)

    const { exam_id: other } = (await create()).data
    expect((await admin.send(examRestore, restore)).error).toMatchObject({
      error: 'EXAM_NAME_TAKEN',
    })
    await admin.send(examUpdate, { params: paramsOf(other), body: { name: '期中二' } })
    expect((await admin.send(examRestore, restore)).status).toBe(200)
    expect((await admin.send(examGet, { params })).data).toMatchObject({ candidate_count: 8 })
    expect(await bin()).toEqual([])

    await admin.send(examDelete, { params, query: {} })
    advance(31 * DAY)
    const later = await signIn('admin')
    expect((await later.send(examList, { query: { deleted: true } })).data.list).toEqual([])
    expect((await later.send(examRestore, restore)).status).toBe(404)
  })

  test('keep a subject and its mode while something hangs on them', async () => {
    const { admin, create, paramsOf, services } = await open()
    const { exam_id: examId } = (
      await create({
        mode: 7,
        subject_modes: { 1: 4, 2: 2 },
        subject_fulls: { 1: 120_000, 2: 9000 },
      })
    ).data
    await admin.send(examCreateConfirm, { body: { exam_id: examId } })
    const params = paramsOf(examId)
    const exam = async () => (await admin.send(examGet, { params })).data
    expect(await exam()).toMatchObject({
      mode: 7,
      subjects: [
        { mode: 4, full_milli: 120_000 },
        { mode: 2, full_milli: 0 },
      ],
    })
    const update = (body: object) => admin.send(examUpdate, { params, body })
    await update({ subject_modes: { 2: 4 } })
    expect(await exam()).toMatchObject({ mode: 4 })
    await update({ subject_ids: [CHINESE, MATHS, POLITICS], subject_modes: { 7: 1 } })
    expect(await exam()).toMatchObject({
      mode: 7,
      subjects: [{}, {}, { name: '思想政治', mode: 1 }],
    })
    const candidate = await services.db
      .selectFrom('candidate')
      .where('exam_id', '=', examId)
      .select('id')
      .executeTakeFirstOrThrow()
    await admin.send(scoreImportAbsent, {
      body: { exam_id: examId, subject_id: CHINESE, candidate_ids: [candidate.id], attendance: 1 },
    })
    expect((await update({ subject_modes: { 1: 1 } })).error).toMatchObject({
      error: 'EXAM_MODE_FIXED',
      msg: '语文已有导入的成绩，不能改为网上阅卷，请先清空',
    })
    expect((await update({ subject_ids: [MATHS] })).error).toMatchObject({
      error: 'EXAM_HAS_SCORES',
    })
    expect((await update({ subject_ids: [CHINESE, MATHS] })).status).toBe(200)
    expect((await exam()).subjects).toHaveLength(2)
  })

  test('begin as drafts that two people do not overwrite, with samples of their numbers', async () => {
    const { admin, signIn, body, school } = await open()
    const draft = { ...body, name: '', subject_modes: {}, subject_fulls: {}, rule: '', step: 2 }
    const saved = await admin.send(examDraftSave, { body: { body: draft } })
    const { draft_id } = saved.data
    const director = await signIn('director')
    expect((await director.send(examDrafts, {})).data).toMatchObject([
      { draft_id, body: draft, by_name: '管理员', version: 1 },
    ])
    const again = { draft_id, version: 1, body: { ...draft, name: '期末' } }
    expect((await director.send(examDraftSave, { body: again })).data.version).toBe(2)
    expect((await admin.send(examDraftSave, { body: again })).error).toMatchObject({
      error: 'VERSION_CONFLICT',
    })
    const stranger = await signIn('other-admin')
    expect((await stranger.send(examDrafts, {})).data).toEqual([])
    expect((await stranger.send(examDraftDelete, { body: { draft_id } })).status).toBe(404)
    expect((await (await signIn('head')).send(examDrafts, {})).status).toBe(403)
    await admin.send(examDraftDelete, { body: { draft_id } })
    expect((await admin.send(examDrafts, {})).data).toEqual([])

    const asked = {
      grade_id: 10,
      start_date: '2026-11-20',
      class_ids: school.classIds.slice(0, 2),
    }
    const { data } = await admin.send(examCreatePreview, { body: asked })
    expect(data).toMatchObject({ candidates: 8, digits: 8 })
    expect(data.samples.slice(0, 2).map(({ exam_no }) => exam_no)).toEqual(['26100101', '26100201'])
    const wrong = await admin.send(examCreatePreview, { body: { ...asked, rule: '{year}' } })
    expect(wrong.error).toMatchObject({ error: 'EXAM_NO_RULE_INVALID' })
  })
})
