import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createSnapshot, jobFile, jobGet, reportBook, reportPdf } from '@hengjuan/contracts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openTestApp, pdfText, seedTinyExam, TINY_EXAM_NAME } from '../../../testing/index.ts'

async function open() {
  const app = await openTestApp()
  const { examId } = await seedTinyExam(app.services, app.school)
  const { db, images } = app.services
  const units = await db
    .selectFrom('unit')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', 1)
    .select(['id', 'block_id'])
    .execute()
  for (const { id } of units) {
    const bytes = await sharp({
      create: { width: 300 + id, height: 80, channels: 3, background: '#ddd' },
    })
      .jpeg()
      .toBuffer()
    const hash = createHash('sha256').update(bytes).digest('hex')
    await images.put(Readable.from([bytes]), hash, 1_000_000)
    await db
      .insertInto('image')
      .values({
        hash,
        object_hash: hash,
        byte_offset: 0,
        byte_length: bytes.length,
        mime: 'image/jpeg',
        width_px: 300 + id,
        height_px: 80,
        created_at: '2026-11-01T00:00:00.000Z',
      })
      .execute()
    await db
      .updateTable('unit')
      .set({ images: JSON.stringify([hash]) })
      .where('id', '=', id)
      .execute()
  }
  const director = await app.signIn('director')
  await director.send(createSnapshot, { body: { exam_id: examId, confirm_name: TINY_EXAM_NAME } })
  const book = async () => {
    const filters = { subject_id: 1, pictures: 'on' }
    const begun = await director.send(reportPdf, {
      body: { exam_id: examId, report: 'book', filters },
    })
    expect(begun.status).toBe(200)
    await app.runJobs()
    const { data } = await director.send(jobGet, { query: begun.data })
    expect([data.state, data.message]).toEqual(['done', ''])
    const { bytes } = await director.send(jobFile, { query: begun.data })
    const pictures = bytes.toString('latin1').match(/\/Subtype \/Image\b/g) ?? []
    return { text: await pdfText(bytes), pictures: pictures.length }
  }
  return { ...app, examId, director, book, units }
}

test('book: on paper each wrong answer stands with its picture, score, key and a line for the cause', async () => {
  const { director, examId, book } = await open()
  const { data } = await director.send(reportBook, {
    query: { exam_id: examId, subject_id: 1, pictures: 'on' },
  })
  const written = data.list.filter(({ key }) => key === null)
  expect(written.length).toBeGreaterThan(0)
  const { text, pictures } = await book()
  expect(pictures).toBe(written.length)
  for (const { student_name } of data.list) expect(text).toContain(student_name)
  expect(text.split('错因').length - 1).toBe(data.list.length)
  for (const words of ['答案A', '班级得分率', '不得公开张贴']) expect(text).toContain(words)
})

test('book: of a paper that speaks of danger there is no picture', async () => {
  const { services, book, units } = await open()
  for (const { id, block_id } of units)
    await services.db
      .insertInto('problem_paper')
      .values({
        unit_id: id,
        block_id,
        reason: 'emotional_or_risk',
        text: '',
        raised_by: null,
        raised_at: '2026-11-20T00:00:00.000Z',
        flags: '[]',
      })
      .execute()
  expect((await book()).pictures).toBe(0)
})
