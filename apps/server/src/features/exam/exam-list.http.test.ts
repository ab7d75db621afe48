import {
  blockSettingsGet,
  examCounts,
  examCreate,
  examDelete,
  examDraftSave,
  examList,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, seedTinyExam } from '../../testing/index.ts'

everyDatabase('the list of exams on %s', (kind) => {
  const open = async () => {
    const app = await openTestApp(kind)
    const { services, school } = app
    const tiny = await seedTinyExam(services, school)
    const admin = await app.signIn('admin')
    const create = async (name: string, copied_from?: number) => {
      const { data } = await admin.send(examCreate, {
        params: { schoolId: school.schoolId },
        body: {
          name,
          type: 2,
          mode: 1,
          grade_id: 10,
          start_date: '2026-11-20',
          class_ids: [school.classIds[0] ?? 0],
          subject_ids: [1, 2],
          ...(copied_from === undefined ? {} : { copied_from }),
        },
      })
      return data.exam_id
    }
    return { app, admin, tiny, create }
  }

  test('counts each chip as the list behind it, under the same filters', async () => {
    const { app, admin, tiny, create } = await open()
    const { db } = app.services
    await db
      .updateTable('exam_subject')
      .set({ status: 6 })
      .where('exam_id', '=', tiny.examId)
      .execute()
    const gone = await create('十一月月考')
    await create('十二月月考')
    await admin.send(examDelete, {
      params: { schoolId: app.school.schoolId, examId: gone },
      query: {},
    })
    await admin.send(examDraftSave, {
      body: {
        body: {
          name: '寒假作业',
          type: 2,
          mode: 1,
          grade_id: 10,
          start_date: '2026-12-20',
          subject_ids: [],
          subject_modes: {},
          subject_fulls: {},
          class_ids: [],
          rule: '',
          step: 0,
        },
      },
    })
    const counts = async (query: object = {}, client = admin) =>
      (await client.send(examCounts, { query })).data
    expect(await counts()).toEqual({
      all: 2,
      running: 1,
      ready: 1,
      published: 0,
      drafts: 1,
      bin: 1,
    })
    for (const state of ['running', 'ready', 'published'] as const) {
      const { data } = await admin.send(examList, { query: { state } })
      expect([state, data.total]).toEqual([state, (await counts())[state]])
    }
    expect(await counts({ keyword: '月考' })).toMatchObject({ all: 1, running: 1, bin: 1 })
    // What is thought up, and what was thrown away, is for who manages exams.
    expect(await counts({}, await app.signIn('head'))).toMatchObject({ drafts: null, bin: null })
  })

  test('an exam that was copied offers the settings of the one before, of the own school only', async () => {
    const { app, admin, tiny, create } = await open()
    const foreign = await seedTinyExam(app.services, app.otherSchool)
    const fromOf = async (exam_id: number) =>
      (await admin.send(blockSettingsGet, { query: { exam_id, subject_id: 1 } })).data.copied_from
    expect(await fromOf(await create('复制的', tiny.examId))).toEqual({
      exam_id: tiny.examId,
      name: '高一期中考试',
    })
    expect(await fromOf(await create('没有复制的'))).toBeNull()
    expect(await fromOf(await create('复制外校的', foreign.examId))).toBeNull()
  })
})
