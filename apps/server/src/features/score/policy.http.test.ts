import {
  createSnapshot,
  ownPictures,
  previewAll,
  reportGrade,
  settingSave,
  studentScore,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, seedTinyExam, TINY_EXAM_NAME } from '../../testing/index.ts'

const MATHEMATICS = 2

everyDatabase('what students see by the stage of their grade on %s', (kind) => {
  const open = async (gradeId: number) => {
    const app = await openTestApp(kind)
    const { examId } = await seedTinyExam(app.services, app.school)
    const { db } = app.services
    await db.updateTable('exam').set({ grade_id: gradeId }).where('id', '=', examId).execute()
    const [admin, director, student] = [
      await app.signIn('admin'),
      await app.signIn('director'),
      await app.signIn('student'),
    ]
    const published = await director.send(createSnapshot, {
      body: { exam_id: examId, confirm_name: TINY_EXAM_NAME },
    })
    expect(published.status).toBe(200)
    let version = 0
    const set = (of: typeof admin, value: object) =>
      of.send(settingSave, {
        body: {
          key: 'report.policy',
          scope: 'exam',
          exam_id: examId,
          version: of === admin ? version++ : version,
          value: { profile: 'stage', items: {}, reason: '', ...value },
          reason: '试',
        },
      })
    const own = async () =>
      (await student.send(studentScore, { body: { exam_id: examId, exam_no: '101' } })).data
    return { ...app, examId, admin, director, student, set, own }
  }

  test('grade 8: levels and what was right; not one figure of scores is sent', async () => {
    const { own } = await open(8)
    const told = await own()
    expect(told.form).toBe('levels')
    const sent = JSON.stringify(told)
    for (const hidden of [
      'total_milli',
      'score_milli',
      'mean_milli',
      'rank_',
      'class_percent',
      'sixth',
      'sem_milli',
    ])
      expect(sent, hidden).not.toContain(`"${hidden}`)
    expect(told.subjects[0]?.items[0]?.outcome).toBe('right')
  })

  test('more takes the administrator and a reason, which is printed wherever it shows', async () => {
    const { examId, admin, director, set, own } = await open(8)
    expect((await set(director, { profile: 'senior', reason: '统一要求' })).status).toBe(403)
    const bare = await set(admin, { profile: 'senior' })
    expect(bare.error.error).toBe('STAGE_POLICY_REASON')
    const { status } = await admin.send(settingSave, {
      body: {
        key: 'report.policy',
        scope: 'exam',
        exam_id: examId,
        version: 0,
        value: { profile: 'senior', items: {}, reason: '区里统一要求' },
        reason: '试',
      },
    })
    expect(status).toBe(200)
    const banner = '义务教育阶段：本校按普通高中口径显示，理由：区里统一要求'
    const told = await own()
    expect(told).toMatchObject({ form: 'scores', policy_banner: banner })
    expect(told.total_milli).toBeTypeOf('number')
    const report = await director.send(reportGrade, { query: { exam_id: examId } })
    expect(report.data.footer.policy).toMatchObject({ profile: 'senior', banner })
    expect(report.data.footer.notes).toContain(banner)
    const preview = await director.send(previewAll, { query: { exam_id: examId } })
    expect(preview.data.policy).toMatchObject({ profile: 'senior', banner })
  })

  test('grade 10: what the school hides is not sent, and nothing that it follows from', async () => {
    const { admin, own, set } = await open(10)
    const before = await own()
    expect(before.form).toBe('scores')
    expect(before.rank_class).toBeTypeOf('number')
    // Where the rank is told, a sixth is not.
    expect(before.sixth).toBeUndefined()
    await set(admin, { items: { subject_score: false, key: false } })
    const told = await own()
    const sent = JSON.stringify(told.subjects)
    for (const hidden of ['total_milli', 'score_milli', 'mean_milli', 'class_percent', 'key'])
      expect(sent, hidden).not.toContain(`"${hidden}`)
  })

  test('grade 10 without ranks: a sixth and nothing finer', async () => {
    const { admin, examId, own } = await open(10)
    await admin.send(settingSave, {
      body: {
        key: 'report.ranks',
        scope: 'exam',
        exam_id: examId,
        version: 0,
        value: { teacher: true, student: false, types: ['school', 'class'], policy_reason: '' },
        reason: '试',
      },
    })
    const told = await own()
    expect(told.sixth).toBeGreaterThanOrEqual(1)
    expect(JSON.stringify(told)).not.toContain('"rank_')
  })

  test('own pictures: of the own exam, after the release, where the school shows them', async () => {
    const { admin, director, student, examId, set } = await open(10)
    const ask = (of: typeof student) =>
      of.send(ownPictures, { query: { exam_id: examId, subject_id: MATHEMATICS } })
    const { data, status } = await ask(student)
    expect(status).toBe(200)
    for (const { images } of data)
      for (const { url } of images) expect(url).toContain('/v1/resource/marking?')
    expect((await ask(director)).status).toBe(403)
    await set(admin, { items: { own_pictures: false } })
    expect((await ask(student)).error.error).toBe('OWN_PICTURES_HIDDEN')
  })

  test('marks on own pictures: those of who decided, where the school switches them on', async () => {
    const { admin, student, examId, set, services } = await open(10)
    const { db } = services
    const unit = await db
      .selectFrom('unit')
      .innerJoin('candidate', 'candidate.id', 'unit.candidate_id')
      .where('unit.exam_id', '=', examId)
      .where('unit.subject_id', '=', MATHEMATICS)
      .where('candidate.exam_no', '=', '101')
      .select(['unit.id', 'unit.block_id'])
      .executeTakeFirstOrThrow()
    await db
      .updateTable('unit')
      .set({ images: JSON.stringify(['d'.repeat(64)]) })
      .where('id', '=', unit.id)
      .execute()
    const tick = { kind: 'tick', part: 0, x: 10, y: 20 }
    const stamp = { kind: 'stamp', part: 0, x: 30, y: 20, milli: 2000, point: 0 }
    await db
      .updateTable('reading')
      .set({ traces: JSON.stringify([tick]) })
      .where('unit_id', '=', unit.id)
      .execute()
    const marks = async () => {
      const { data } = await student.send(ownPictures, {
        query: { exam_id: examId, subject_id: MATHEMATICS },
      })
      return data.find(({ block_id }) => block_id === unit.block_id)?.marks
    }
    expect(await marks()).toBeUndefined()
    await set(admin, { items: { picture_marks: true } })
    expect(await marks()).toEqual([tick])
    await db
      .insertInto('reading')
      .values({
        unit_id: unit.id,
        block_id: unit.block_id,
        role: 'ARB',
        marker_id: 1,
        state: 'submitted',
        rev: 1,
        points: '[8000]',
        total_milli: 8000,
        claimed_at: '2026-11-20T00:00:00.000Z',
        submitted_at: '2026-11-20T00:00:00.000Z',
        active_ms: 4000,
        flags: '[]',
        traces: JSON.stringify([stamp, { ...tick, kind: 'cross' }]),
      })
      .execute()
    expect(await marks()).toEqual([stamp, { ...tick, kind: 'cross' }])
    // A stamp says what a question got.
    await set(admin, { items: { picture_marks: true, item_scores: false } })
    expect(await marks()).toEqual([{ ...tick, kind: 'cross' }])
  })
})
