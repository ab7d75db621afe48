import { afterAll, expect, test } from 'vitest'
import { createPageCodec } from '../codec/page-codec.ts'
import { paintSheet, scanSheet } from '../testing/paint-page.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { createReaderPool } from './reader-pool.ts'

const template = sampleTemplate()
const page = template.pages[0]!
const codec = createPageCodec()
const pool = createReaderPool({ size: 2 })
afterAll(() => pool.close())

const jpegOf = async (value: string) => {
  const painted = paintSheet(page, {
    marks: [{ field: 'choice:1', value, kind: 'full' }],
    writing: 2,
  })
  return codec.encodeJpeg(scanSheet(painted, page, { dpi: 150 }).gray, 85)
}

test('pages come back with the right readings, crops and thumbnail, from several threads', async () => {
  const letters = ['A', 'B', 'C', 'D', 'A', 'B']
  const results = await Promise.all(
    letters.map(async (letter) => pool.read({ bytes: await jpegOf(letter), template })),
  )
  for (const [i, { reading, crops, thumbnail }] of results.entries()) {
    expect(reading.fields.find((f) => f.id === 'choice:1')!.values).toEqual([letters[i]])
    expect(crops.map((c) => c.id)).toEqual(['block:1:0'])
    const crop = await codec.decodeGray(crops[0]!.jpeg)
    expect([crop.width, crop.height]).toEqual([crops[0]!.widthPx, crops[0]!.heightPx])
    expect(Math.max(thumbnail!.widthPx, thumbnail!.heightPx)).toBe(360)
  }
  expect(pool.pending).toBe(0)
})

test('a bad file fails alone', async () => {
  const good = pool.read({
    bytes: await jpegOf('C'),
    template,
    options: { crops: false, thumbnailPx: 0 },
  })
  const bad = pool.read({ bytes: Buffer.from('no picture'), template })
  const gone = pool.read({ bytes: () => Promise.reject(new Error('gone')), template })
  // Both at once: the second may fail while the first is still waited for.
  await Promise.all([
    expect(bad).rejects.toMatchObject({ name: 'PageFileError', code: 'UNKNOWN_FORMAT' }),
    expect(gone).rejects.toThrow('gone'),
  ])
  expect(await good).toMatchObject({ crops: [], thumbnail: null, reading: { page: 1 } })
})

test('a file is loaded only when a thread is free for it', async () => {
  let loaded = 0
  const bytes = await jpegOf('B')
  const jobs = Array.from({ length: 8 }, () =>
    pool.read({
      bytes: async () => {
        loaded++
        return bytes
      },
      template,
    }),
  )
  expect(loaded).toBeLessThanOrEqual(2)
  await pool.hasRoom()
  expect(loaded).toBeLessThan(8)
  await Promise.all(jobs)
  expect(loaded).toBe(8)
})

test('a closed pool refuses work', async () => {
  const closed = createReaderPool({ size: 1 })
  await closed.close()
  await expect(closed.read({ bytes: Buffer.from(''), template })).rejects.toThrow('closed')
})
