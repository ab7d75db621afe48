import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { imageResource } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import sharp from 'sharp'
import { openTestApp } from '../../testing/index.ts'

const SIZE = { width: 480, height: 320 }

/** As many bytes as the picture takes at a quality. */
const bytesAt = async (picture: Buffer, quality: number): Promise<number> =>
  (await sharp(picture).webp({ quality, effort: 2 }).toBuffer()).length

test('a preview is encoded at half quality, a piece to judge by is not', async () => {
  const app = await openTestApp('sqlite')
  const { db, images, links } = app.services
  // Noise is what a lower quality loses.
  const bytes = await sharp({
    create: {
      ...SIZE,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 200, sigma: 30 },
    },
  })
    .png()
    .toBuffer()
  const hash = createHash('sha256').update(bytes).digest('hex')
  await images.put(Readable.from([bytes]), hash, bytes.length)
  await db
    .insertInto('image')
    .values({
      hash,
      object_hash: hash,
      byte_offset: 0,
      byte_length: bytes.length,
      mime: 'image/png',
      width_px: SIZE.width,
      height_px: SIZE.height,
      created_at: '2026-11-20T00:00:00.000Z',
    })
    .execute()
  const address = Object.fromEntries(
    new URLSearchParams(links.sign(hash, '', app.school.userIds['marker1']).split('?')[1]),
  )
  const viewer = await app.signIn('marker1')
  const see = (extra: Record<string, string>) =>
    viewer.send(imageResource, { query: { ...address, ...extra } as never })

  const preview = await see({ width: String(SIZE.width) })
  const piece = await see({ box: `0,0,${SIZE.width},${SIZE.height}` })
  expect([preview.status, preview.headers['content-type']]).toEqual([200, 'image/webp'])
  expect([preview.bytes.length, piece.bytes.length]).toEqual([
    await bytesAt(bytes, 50),
    await bytesAt(bytes, 82),
  ])
  expect(preview.bytes.length).toBeLessThan(piece.bytes.length * 0.75)
  expect(preview.headers['cache-control']).toBe(piece.headers['cache-control'])
  // Smaller than the picture is, and never larger.
  for (const [asked, width] of [
    [120, 120],
    [4000, SIZE.width],
  ] as const)
    expect((await sharp((await see({ width: String(asked) })).bytes).metadata()).width).toBe(width)
})
