import { expect, test } from 'vitest'
import { diskWords, sizeText } from './storage-words.ts'

test.for([
  [0, '0 MB'],
  [700 * 2 ** 20, '700 MB'],
  [1.99 * 2 ** 30, '1.9 GB'],
  [465.9 * 2 ** 30, '465 GB'],
  [3 * 2 ** 40, '3 TB'],
] as const)('%d bytes are %s', ([bytes, text]) => {
  expect(sizeText(bytes)).toBe(text)
})

test('a disk says what is left of it, and what to do', () => {
  const disk = { free_bytes: 3 * 2 ** 30, total_bytes: 100 * 2 ** 30 }
  const both = ['data' as const, 'images' as const]
  expect(diskWords({ ...disk, holds: both, level: 'ok' })).toBeNull()
  expect(diskWords({ ...disk, holds: both, level: 'near' })).toEqual({
    title: '服务器磁盘快满了',
    text: expect.stringMatching(/^存放数据和图像的磁盘还剩 3 GB，共 100 GB。.*下次扫描前/),
  })
  expect(diskWords({ ...disk, holds: ['images'], level: 'full' })?.text).toMatch(
    /^存放图像的磁盘.*不必重启。$/,
  )
  expect(diskWords({ ...disk, holds: ['images'], level: 'away' })?.title).toBe(
    '服务器读不到存放图像的磁盘',
  )
  expect(diskWords({ ...disk, holds: ['images'], level: 'silent' })?.title).toBe(
    '存放图像的磁盘没有回应',
  )
})
