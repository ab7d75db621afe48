import {
  examCreate,
  examPaper,
  examPaperSave,
  examPaperUpload,
  examProgress,
  sheetSave,
  sheetSettings,
  studentPapers,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestClient } from '../../testing/index.ts'

const MATHS = 2

async function openExam(app: TestApp) {
  const admin = await app.signIn('admin')
  const { data } = await admin.send(examCreate, {
    params: { schoolId: app.school.schoolId },
    body: {
      name: '带原卷的月考',
      type: 2,
      mode: 6,
      grade_id: 10,
      start_date: '2026-11-20',
      class_ids: app.school.classIds.slice(0, 2),
      subject_ids: [MATHS],
    },
  })
  const exam_id = data.exam_id
  const settings = await admin.send(sheetSettings, { query: { exam_id } })
  const sample = settings.data.samples.find(({ code }) => code === 'mathematics')
  if (!sample) throw new Error('the mathematics sample is gone')
  const { design, keys, rules } = sample
  await admin.send(sheetSave, { body: { exam_id, subject_id: MATHS, design, keys, rules } })
  return { admin, at: { exam_id, subject_id: MATHS } }
}

const page = (shade: number) =>
  sharp({
    create: { width: 600, height: 800, channels: 3, background: { r: shade, g: 200, b: 90 } },
  })
    .png()
    .toBuffer()

async function upload(
  client: TestClient,
  query: { exam_id: number; subject_id: number },
  bytes: Buffer,
) {
  return client.send(examPaperUpload, { query }, { file: bytes, fileName: '原卷.png' })
}

const region = (no: string, page: number) => ({ no, page, x: 0.1, y: 0.1, width: 0.8, height: 0.1 })

describe('the original of a subject', () => {
  everyDatabase('on %s', (kind) => {
    test('is attached, framed question by question, and nobody writes over another', async () => {
      const app = await openTestApp(kind)
      const { admin, at } = await openExam(app)
      const gates = async () => {
        const { data } = await admin.send(examProgress, {
          params: { schoolId: app.school.schoolId, examId: at.exam_id },
        })
        return data.subjects[0]?.gates.map(({ code }) => code)
      }
      const empty = await admin.send(examPaper, { query: at })
      expect(empty.data).toMatchObject({ version: 0, visible_to: 'staff', pages: [], regions: [] })
      expect(await gates()).toContain('paper')

      await upload(admin, at, await page(10))
      const { data: attached } = await upload(admin, at, await page(20))
      expect(attached.pages).toHaveLength(2)
      expect(await gates()).not.toContain('paper')
      const refused = await upload(admin, at, Buffer.from('no picture'))
      expect(refused.error.error).toBe('SHEET_FILE_INVALID')

      const [first = '', second = ''] = attached.questions.map(({ no }) => no)
      const hashes = attached.pages.map(({ hash }) => hash)
      const save = (change: object) =>
        admin.send(examPaperSave, {
          body: {
            ...at,
            version: attached.version,
            visible_to: 'after_release',
            pages: hashes,
            regions: [region(first, 1), region(second, 2)],
            ...change,
          },
        })
      expect((await save({ regions: [region('999', 1)] })).error.error).toBe('PAPER_INVALID')
      expect((await save({ regions: [region(first, 3)] })).error.error).toBe('PAPER_INVALID')
      expect((await save({ pages: ['0'.repeat(64)] })).error.error).toBe('PAPER_INVALID')
      expect((await save({})).data.regions).toEqual([region(first, 1), region(second, 2)])
      expect((await save({})).error.error).toBe('VERSION_CONFLICT')

      const turned = await save({
        version: attached.version + 1,
        pages: hashes.toReversed(),
        regions: [region(first, 2)],
      })
      expect(turned.data.pages.map(({ hash }) => hash)).toEqual(hashes.toReversed())
    })

    test('is a secret until the scan, then of who marks, and of students where they may after the release', async () => {
      const app = await openTestApp(kind)
      const { admin, at } = await openExam(app)
      const { data } = await upload(admin, at, await page(30))
      const marker = await app.signIn('marker1')
      const student = await app.signIn('student')
      const seen = async () => [
        (await marker.send(examPaper, { query: at })).error?.error ?? 'open',
        (await student.send(studentPapers, { query: { exam_id: at.exam_id } })).data.length,
      ]
      expect(await seen()).toEqual(['PAPER_NOT_OPEN', 0])
      const { db } = app.services
      await db
        .updateTable('exam_subject')
        .set({ status: 3 })
        .where('exam_id', '=', at.exam_id)
        .execute()
      expect(await seen()).toEqual(['open', 0])

      const [studentId = 0] = app.school.studentIds
      await db
        .insertInto('candidate')
        .values({
          exam_id: at.exam_id,
          student_id: studentId,
          school_id: app.school.schoolId,
          class_id: app.school.classIds[0] ?? 0,
          exam_no: '26100101',
          name: '王小明1',
          name_pinyin: 'wxm',
          room_no: null,
          seat_no: null,
        })
        .execute()
      const { id } = await db
        .insertInto('snapshot')
        .values({
          exam_id: at.exam_id,
          version: 1,
          rule_version: '1',
          input_hash: '',
          override_reason: null,
          manifest: '{}',
          created_by: app.school.userIds['admin'] ?? 0,
          created_at: '2026-11-20T00:00:00.000Z',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const allow = (visible_to: 'staff' | 'after_release', version: number) =>
        admin.send(examPaperSave, {
          body: {
            ...at,
            version,
            visible_to,
            pages: data.pages.map(({ hash }) => hash),
            regions: [],
          },
        })
      await allow('after_release', data.version)
      expect(await seen()).toEqual(['open', 0])
      await db
        .updateTable('exam')
        .set({ student_snapshot_id: id })
        .where('id', '=', at.exam_id)
        .execute()
      expect(await seen()).toEqual(['open', 1])
      await allow('staff', data.version + 1)
      expect(await seen()).toEqual(['open', 0])
    })
  })

  test('is changed by who designs sheets, in an exam of theirs', async () => {
    const app = await openTestApp()
    const { at } = await openExam(app)
    const body = { ...at, version: 0, visible_to: 'staff' as const, pages: [], regions: [] }
    for (const [account, status] of [
      ['director', 200],
      ['marker1', 403],
      ['student', 403],
      ['other-admin', 404],
    ] as const)
      expect((await (await app.signIn(account)).send(examPaperSave, { body })).status).toBe(status)
  })
})
