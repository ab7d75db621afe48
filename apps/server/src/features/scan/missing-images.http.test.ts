import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { missingImages } from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp } from '../../testing/index.ts'
import { seedMarking } from '../marking/testing/seed-marking.ts'

everyDatabase('images that the store has not on %s', (kind) => {
  test('are listed by sheet; those that it has are not', async () => {
    const app = await openTestApp(kind)
    const { db, images } = app.services
    // Three sheets; all name one crop, which no row places anywhere yet.
    const { examId } = await seedMarking(app.services, app.school, { candidates: 3 })
    const operator = await app.signIn('scanner')
    const look = async () =>
      (await operator.send(missingImages, { query: { exam_id: examId } })).data
    expect(await look()).toMatchObject({
      image_count: 3,
      sheet_count: 3,
      missing_count: 3,
      list: [
        { exam_no: '10000', candidate_name: '考生0', pages: 0, crops: 1, reason: 'record' },
        { exam_no: '10001' },
        { exam_no: '10002' },
      ],
    })

    const bytes = Buffer.from('a container')
    const object = createHash('sha256').update(bytes).digest('hex')
    await db
      .insertInto('image')
      .values({
        hash: 'a'.repeat(64),
        object_hash: object,
        byte_offset: 0,
        byte_length: bytes.length,
        mime: 'image/png',
        width_px: 800,
        height_px: 300,
        created_at: '2026-11-20T00:00:00.000Z',
      })
      .execute()
    expect((await look()).list.map(({ reason }) => reason)).toEqual(['object', 'object', 'object'])
    await images.put(Readable.from([bytes]), object, 1000)
    expect(await look()).toMatchObject({ image_count: 3, missing_count: 0, list: [] })

    const statuses: Record<string, number> = {}
    for (const who of ['admin', 'director', 'marker1', 'principal', 'student', 'other-admin'])
      statuses[who] = (
        await (await app.signIn(who)).send(missingImages, { query: { exam_id: examId } })
      ).status
    expect(statuses).toEqual({
      admin: 200,
      director: 200,
      marker1: 403,
      principal: 403,
      student: 403,
      'other-admin': 404,
    })
  })
})
