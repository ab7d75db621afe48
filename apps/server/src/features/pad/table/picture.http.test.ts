import {
  examCreate,
  padPictureAdd,
  padPictures,
  sheetGet,
  sheetSave,
  sheetSettings,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestClient } from '../../../testing/index.ts'

const MATHS = 2

const figure = (width: number) =>
  sharp({ create: { width, height: 90, channels: 3, background: { r: 20, g: 120, b: 200 } } })
    .png()
    .toBuffer()

async function openExam(app: TestApp) {
  const admin = await app.signIn('admin')
  const { data } = await admin.send(examCreate, {
    params: { schoolId: app.school.schoolId },
    body: {
      name: '线上月考',
      type: 2,
      mode: 3,
      grade_id: 10,
      start_date: '2026-11-20',
      class_ids: app.school.classIds.slice(0, 1),
      subject_ids: [MATHS],
    },
  })
  return { admin, at: { exam_id: data.exam_id, subject_id: MATHS } }
}

const upload = (client: TestClient, query: { exam_id: number; subject_id: number }, file: Buffer) =>
  client.send(padPictureAdd, { query }, { file, fileName: '图.png' })

everyDatabase('figures of questions on %s', (kind) => {
  test('stand in the table that was saved with them, and those of another school do not', async () => {
    const app = await openTestApp(kind)
    const { admin, at } = await openExam(app)
    const added = await upload(admin, at, await figure(400))
    expect(added.data).toMatchObject({ width_px: 400, height_px: 90 })
    expect((await admin.send(padPictures, { query: at })).data).toEqual([])
    const { data } = await admin.send(sheetSettings, { query: at })
    const { design, keys, rules } = data.samples.find(({ code }) => code === 'mathematics')!
    const foreign = 'f'.repeat(64)
    const drawn = structuredClone(design)
    const [first] = drawn.sections[0]?.questions ?? []
    Object.assign(first ?? {}, { stem: '看图', pictures: [added.data.hash, foreign] })
    const saved = await admin.send(sheetSave, { body: { ...at, design: drawn, keys, rules } })
    const kept = await admin.send(sheetGet, { query: { sheet_id: saved.data.sheet_id } })
    expect(kept.data.design.sections[0]?.questions[0]).toMatchObject({ stem: '看图' })
    const listed = await admin.send(padPictures, { query: at })
    expect(listed.data.map(({ hash }) => hash)).toEqual([added.data.hash])
    const url = listed.data[0]?.url ?? ''
    const picture = await app.app.inject({ url, headers: admin.headers })
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
  })
})

test('a figure is a picture, and comes from who designs the table', async () => {
  const app = await openTestApp()
  const { admin, at } = await openExam(app)
  const refused = await upload(admin, at, Buffer.from('no picture'))
  expect([refused.status, refused.error.error]).toEqual([422, 'PAD_PICTURE_INVALID'])
  for (const [account, status] of [
    ['director', 200],
    ['marker1', 403],
    ['student', 403],
    ['other-admin', 404],
  ] as const) {
    const who = await app.signIn(account)
    expect((await upload(who, at, await figure(300))).status, account).toBe(status)
    expect((await who.send(padPictures, { query: at })).status, account).toBe(status)
  }
})
