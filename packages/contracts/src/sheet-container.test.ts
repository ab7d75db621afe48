import { AppError, type PageReading } from '@hengjuan/domain'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  batchHashOf,
  decodeSheetContainer,
  encodeSheetContainer,
  parseSheetManifest,
  SHEET_CONTAINER,
  sha256Hex,
  type SheetContent,
} from './sheet-container.ts'

const jpeg = (...rest: number[]) => Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, ...rest])
const webp = Uint8Array.from([0x52, 0x49, 0x46, 0x46, 4, 0, 0, 0, 0x57, 0x45, 0x42, 0x50, 1, 2])

const reading: PageReading = {
  engine: 'hengjuan-omr 1',
  templateId: 'sheet-1-v1',
  page: 1,
  widthPx: 1654,
  heightPx: 2339,
  status: 'doubtful',
  registration: {
    rotation: 0,
    homography: [7.9, 0, 1, 0, 7.9, 2, 0, 0, 1],
    residualMm: 0.05,
    skewDeg: -0.4,
    scale: 1.001,
    anchors: [{ id: 'tl', found: true, xPx: 80, yPx: 80, errorMm: 0.03 }],
  },
  pageCode: { bits: '0101', page: 1, confidence: 0.99 },
  barcodes: [{ id: 'b', purpose: 'examNo', text: '20260101' }],
  fields: [
    {
      id: 'choice:1',
      kind: 'choice',
      state: 'multi',
      values: ['A', 'C'],
      confidence: 0.6,
      doubtful: true,
      reason: '单选题填涂了两个选项',
      bubbles: [
        { value: 'A', column: 0, darkness: 0.8, coverage: 0.7, filled: 0.99, xPx: 1, yPx: 2 },
      ],
    },
  ],
  regions: [
    {
      id: 'block:17:0',
      blockKey: '17',
      part: 0,
      inkRatio: 0.02,
      quadPx: [
        [1, 1],
        [9, 1],
        [9, 9],
        [1, 9],
      ],
    },
  ],
  quality: { sharpness: 0.9, contrast: 180, inkRatio: 0.03, blank: false },
  issues: [{ code: 'BLURRED', message: '图像偏糊', blocking: false }],
}

const content = (): SheetContent => ({
  sheet_id: '01JZ00000000000000000000AA',
  exam_id: 3,
  subject_id: 2,
  batch_id: '01JZ00000000000000000000BB',
  batch_label: '高一数学 第1批',
  station: '扫描站一',
  seq: 1,
  template_id: 'sheet-1-v1',
  scanned_at: '2026-11-20T08:00:00.000Z',
  pages: [
    {
      seq: 1,
      image: { bytes: jpeg(1, 2, 3), mime: 'image/jpeg', width_px: 1654, height_px: 2339 },
      reading,
    },
    {
      seq: 2,
      image: { bytes: jpeg(9), mime: 'image/jpeg', width_px: 1654, height_px: 2339 },
      reading,
    },
  ],
  crops: [
    {
      page_seq: 1,
      region_id: 'block:17:0',
      block_key: '17',
      part: 0,
      ink_ratio: 0.02,
      image: { bytes: webp, mime: 'image/webp', width_px: 800, height_px: 300 },
    },
  ],
})

let encoded: Uint8Array<ArrayBuffer>
/** The same with room in the manifest, so that a changed manifest leaves the images where they are. */
let packed: Uint8Array
beforeAll(async () => {
  encoded = (await encodeSheetContainer(content())).bytes
  packed = roomy(encoded)
})

const ROOM = 16_384

function roomy(bytes: Uint8Array): Uint8Array {
  const end = manifestEnd(bytes)
  const shift = ROOM - (end - SHEET_CONTAINER.headBytes)
  const text = new TextDecoder()
    .decode(bytes.subarray(SHEET_CONTAINER.headBytes, end))
    .replace(/"offset":(\d+)/g, (_, offset: string) => `"offset":${Number(offset) + shift}`)
  const wide = new Uint8Array(bytes.length + shift).fill(0x20)
  wide.set(bytes.subarray(0, 6))
  new DataView(wide.buffer).setUint32(6, ROOM, true)
  wide.set(new TextEncoder().encode(text), SHEET_CONTAINER.headBytes)
  wide.set(bytes.subarray(end), SHEET_CONTAINER.headBytes + ROOM)
  return wide
}

const manifestEnd = (bytes: Uint8Array) =>
  SHEET_CONTAINER.headBytes + new DataView(bytes.buffer, bytes.byteOffset).getUint32(6, true)

/** The container with its manifest changed and its length put right. */
function withManifest(change: (manifest: Record<string, never>) => unknown): Uint8Array {
  const end = manifestEnd(packed)
  const manifest = JSON.parse(
    new TextDecoder().decode(packed.subarray(SHEET_CONTAINER.headBytes, end)),
  ) as Record<string, never>
  return withJson(JSON.stringify(change(manifest) ?? manifest))
}

function withJson(text: string): Uint8Array {
  const end = manifestEnd(packed)
  const room = end - SHEET_CONTAINER.headBytes
  const json = new TextEncoder().encode(text)
  const length = Math.max(json.length, room)
  const bytes = new Uint8Array(SHEET_CONTAINER.headBytes + length + packed.length - end).fill(0x20)
  bytes.set(packed.subarray(0, 6))
  new DataView(bytes.buffer).setUint32(6, length, true)
  bytes.set(json, SHEET_CONTAINER.headBytes)
  bytes.set(packed.subarray(end), SHEET_CONTAINER.headBytes + length)
  return bytes
}

const codeOf = async (bytes: Uint8Array): Promise<string> =>
  decodeSheetContainer(bytes).then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof AppError)
        return error.code === 'SCAN_CONTAINER_INVALID' ? String(error.facts['reason']) : error.code
      throw error
    },
  )

describe('a sheet container', () => {
  test('gives back what was packed', async () => {
    const { manifest, imageOf } = await decodeSheetContainer(packed)
    expect(manifest.sheet_id).toBe(content().sheet_id)
    expect(manifest.pages.map((page) => page.reading)).toEqual([reading, reading])
    expect(imageOf(manifest.pages[0]!.image)).toEqual(jpeg(1, 2, 3))
    expect(imageOf(manifest.pages[1]!.image)).toEqual(jpeg(9))
    expect(imageOf(manifest.crops[0]!.image)).toEqual(webp)
    expect(manifest.crops[0]!.image.sha256).toBe(await sha256Hex(webp))
  })

  test('is the same bytes for the same sheet', async () => {
    const again = await encodeSheetContainer(content())
    expect(again.bytes).toEqual(encoded)
    expect(again.sha256).toBe(await sha256Hex(encoded))
    expect((await decodeSheetContainer(encoded)).manifest.pages).toHaveLength(2)
  })

  test('keeps what a newer reader says beside the known fields', async () => {
    const bytes = withManifest((manifest) => ({ ...manifest, scanner: { model: 'x' } }))
    expect((await decodeSheetContainer(bytes)).manifest).toMatchObject({ scanner: { model: 'x' } })
  })

  test('is not packed when it would be refused', async () => {
    const bad = { ...content(), sheet_id: 'not-a-ulid' }
    await expect(encodeSheetContainer(bad)).rejects.toMatchObject({
      code: 'SCAN_CONTAINER_INVALID',
    })
  })
})

type Broken = [string, string, (manifest: any) => unknown] // oxlint-disable-line no-explicit-any -- broken on purpose
const broken: Broken[] = [
  ['another format', '/format', (m) => ({ ...m, format: 2 })],
  ['no pages', '/pages', (m) => ({ ...m, pages: [] })],
  ['a gap in the pages', '页序不连续', (m) => ((m.pages[1].seq = 3), m)],
  [
    'an image that begins before the images',
    '图像位置不连续',
    (m) => ((m.pages[0].image.offset = 0), m),
  ],
  ['an overlap', '图像位置不连续', (m) => ((m.pages[1].image.offset -= 1), m)],
  ['a length beyond the file', '文件长度与清单不一致', (m) => ((m.crops[0].image.length = 4e7), m)],
  ['a negative offset', '/pages/0/image/offset', (m) => ((m.pages[0].image.offset = -1), m)],
  ['a fractional length', '/pages/0/image/length', (m) => ((m.pages[0].image.length = 1.5), m)],
  ['a page that is no object', '/pages/0', (m) => ({ ...m, pages: [null, 3] })],
  ['a crop of a page that is not there', '切图引用', (m) => ((m.crops[0].page_seq = 9), m)],
  ['the same region twice', '切图编号重复', (m) => ({ ...m, crops: [m.crops[0], m.crops[0]] })],
  ['a control character in a label', '/batch_label', (m) => ({ ...m, batch_label: 'a\u0000b' })],
  [
    'an unknown kind of field',
    '/pages/0/reading/fields/0/kind',
    (m) => ((m.pages[0].reading.fields[0].kind = 'x'), m),
  ],
  [
    'a confidence above one',
    '/pages/0/reading/fields/0/confidence',
    (m) => ((m.pages[0].reading.fields[0].confidence = 2), m),
  ],
  ['an array for the manifest', '清单字段', () => []],
  [
    'a page 9e9 pixels wide',
    '/pages/0/image/width_px',
    (m) => ((m.pages[0].image.width_px = 9e9), m),
  ],
]

describe('a container is refused', () => {
  test.for(broken)('with %s (%s)', async ([, reason, change]) => {
    expect(await codeOf(withManifest(change))).toContain(reason)
  })

  test.for([
    ['text that is no JSON', '清单不是有效的 JSON', '{'],
    [
      'a number beyond all numbers',
      '清单字段',
      JSON.stringify({ format: 1 }).replace('1', '1e999'),
    ],
    [
      'nesting that would exhaust the stack',
      '清单层级过深',
      '['.repeat(200_000) + ']'.repeat(200_000),
    ],
    [
      'nesting hidden in an unknown field',
      '清单层级过深',
      `{"format":1,"x":${'['.repeat(64)}${']'.repeat(64)}}`,
    ],
  ] as const)('with %s', async ([, reason, text]) => {
    expect(await codeOf(withJson(text))).toContain(reason)
  })

  test('with an infinite number in a reading', async () => {
    const text = new TextDecoder().decode(packed.subarray(10, manifestEnd(packed)))
    expect(
      await codeOf(withJson(text.replace('"skewDeg":-0.4', '"skewDeg":1e999').trimEnd())),
    ).toContain('skewDeg')
  })

  test('with an image whose bytes changed on the way', async () => {
    const bytes = packed.slice()
    bytes[bytes.length - 1]! ^= 1
    expect(await codeOf(bytes)).toBe('SCAN_CHECKSUM_MISMATCH')
  })

  test('with an image that is no picture', async () => {
    const sheet = content()
    sheet.crops[0]!.image.bytes = new TextEncoder().encode('<svg onload=alert(1)>')
    expect(await codeOf((await encodeSheetContainer(sheet)).bytes)).toBe('SCAN_IMAGE_INVALID')
  })

  test('wherever it is cut off', async () => {
    for (let length = 0; length < encoded.length; length += length < 20 ? 1 : 97)
      expect(await codeOf(encoded.subarray(0, length))).toMatch(
        /文件不完整|清单长度不对|文件长度与清单不一致/,
      )
  })

  test('or accepted unharmed, whatever bytes are turned', async () => {
    let state = 12345
    const next = (below: number) => (state = (state * 1103515245 + 12345) & 0x7fffffff) % below
    const seen = new Set<string>()
    for (let round = 0; round < 1500; round++) {
      const bytes = encoded.slice()
      for (let flips = 1 + next(3); flips > 0; flips--) bytes[next(bytes.length)] = next(256)
      seen.add(await codeOf(bytes))
    }
    // Anything but an AppError would have been thrown out of `codeOf`.
    expect(seen).toContain('SCAN_CHECKSUM_MISMATCH')
    expect(seen.size).toBeGreaterThan(5)
  })
})

test('a manifest of three hundred fields is checked in well under a second', () => {
  const fields = Array.from({ length: 300 }, (_, at) => ({
    ...reading.fields[0]!,
    id: `choice:${at}`,
    bubbles: Array.from({ length: 4 }, () => reading.fields[0]!.bubbles[0]!),
  }))
  const end = manifestEnd(packed)
  const manifest = JSON.parse(new TextDecoder().decode(packed.subarray(10, end)))
  manifest.pages[0].reading.fields = fields
  const bytes = withJson(JSON.stringify(manifest))
  // Lengths no longer fit, which is found after the shape was checked.
  expect(() => parseSheetManifest(bytes.subarray(10, manifestEnd(bytes)), bytes.length)).toThrow(
    AppError,
  )
})

test('the hash of a batch does not depend on the order of its sheets', async () => {
  expect(await batchHashOf(['b', 'a'])).toBe(await batchHashOf(['a', 'b']))
  expect(await batchHashOf(['a'])).not.toBe(await batchHashOf(['a', 'b']))
})
