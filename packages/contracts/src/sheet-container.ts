import { AppError } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import { PageReadingSchema, plainText } from './page-reading.ts'
import { Id } from './route.ts'

/**
 * One scanned sheet as the station sends it: `HJSC1\n`, the manifest's length (uint32, little endian),
 * the manifest (JSON, UTF-8), then the images back to back in the order of their offsets.
 */
export const SHEET_CONTAINER = {
  magic: 'HJSC1\n',
  /** Magic and length. */
  headBytes: 10,
  maxManifestBytes: 8 * 2 ** 20,
  maxBytes: 48 * 2 ** 20,
  mime: 'application/octet-stream',
  hashHeader: 'x-content-sha256',
} as const

export const ULID_PATTERN = '^[0-9A-HJKMNP-TV-Z]{26}$'
export const Ulid = Type.String({ pattern: ULID_PATTERN, description: 'ULID，26 位' })
export const Sha256 = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'SHA-256，小写十六进制',
})

const IMAGE_MIMES = ['image/jpeg', 'image/png', 'image/webp'] as const
export type ContainerImageMime = (typeof IMAGE_MIMES)[number]

const Side = Type.Integer({ minimum: 1, maximum: 40_000 })

/** Where an image lies in the container, from the first byte of the file. */
export const ContainerImage = Type.Object({
  offset: Type.Integer({ minimum: 0, maximum: SHEET_CONTAINER.maxBytes }),
  length: Type.Integer({ minimum: 1, maximum: SHEET_CONTAINER.maxBytes }),
  sha256: Sha256,
  mime: Type.Union(IMAGE_MIMES.map((mime) => Type.Literal(mime))) as unknown as ReturnType<
    typeof Type.Unsafe<ContainerImageMime>
  >,
  width_px: Side,
  height_px: Side,
})

export const SheetManifest = Type.Object({
  format: Type.Literal(1),
  sheet_id: Ulid,
  exam_id: Id,
  subject_id: Id,
  batch_id: Ulid,
  batch_label: plainText(100),
  station: plainText(100),
  /** Position in the stack, 1 for the first. */
  seq: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  /** Template that the sheet was read with. */
  template_id: plainText(100),
  scanned_at: Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z$',
  }),
  /** Images in the order they came out of the scanner; `seq` counts from 1 without a gap. */
  pages: Type.Array(
    Type.Object({
      seq: Type.Integer({ minimum: 1, maximum: 32 }),
      image: ContainerImage,
      reading: PageReadingSchema,
    }),
    { minItems: 1, maxItems: 32 },
  ),
  /** Answer areas cut out of the pages. */
  crops: Type.Array(
    Type.Object({
      page_seq: Type.Integer({ minimum: 1, maximum: 32 }),
      region_id: plainText(100),
      block_key: Type.Union([plainText(64), Type.Null()]),
      part: Type.Integer({ minimum: 0, maximum: 64 }),
      ink_ratio: Type.Number({ minimum: 0, maximum: 1 }),
      image: ContainerImage,
    }),
    { maxItems: 400 },
  ),
})

export type ContainerImage = Static<typeof ContainerImage>
export type SheetManifest = Static<typeof SheetManifest>
type ManifestPage = SheetManifest['pages'][number]
type ManifestCrop = SheetManifest['crops'][number]

/** An image to be packed. */
export interface ImageContent {
  bytes: Uint8Array
  mime: ContainerImageMime
  width_px: number
  height_px: number
}

/** A sheet before packing: the manifest with images in place of their offsets. */
export type SheetContent = Omit<SheetManifest, 'format' | 'pages' | 'crops'> & {
  pages: (Omit<ManifestPage, 'image'> & { image: ImageContent })[]
  crops: (Omit<ManifestCrop, 'image'> & { image: ImageContent })[]
}

/** SHA-256 in lower-case hex. */
export async function sha256Hex(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * SHA-256 over the content hashes of a batch's sheets, sorted, one a line: what station and server
 * compare when a batch is closed.
 */
export const batchHashOf = (sheetHashes: readonly string[]): Promise<string> =>
  sha256Hex(new TextEncoder().encode([...sheetHashes].sort().join('\n')))

/**
 * Packs a sheet. The same content always gives the same bytes, so that a repeated upload is recognised.
 *
 * @returns the file and the hash to send in the `x-content-sha256` header
 * @throws AppError SCAN_CONTAINER_INVALID when the result would not be accepted
 */
export async function encodeSheetContainer(
  sheet: SheetContent,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; sha256: string }> {
  const images = [...sheet.pages, ...sheet.crops].map(({ image }) => image)
  const hashes = await Promise.all(images.map(({ bytes }) => sha256Hex(bytes)))
  // Offsets are part of the manifest whose length decides them: widen until they fit.
  let start: number = SHEET_CONTAINER.headBytes
  let json: Uint8Array
  for (;;) {
    json = new TextEncoder().encode(JSON.stringify(manifestOf(sheet, images, hashes, start)))
    const needed = SHEET_CONTAINER.headBytes + json.length
    if (needed <= start) break
    start = needed
  }
  const total = start + images.reduce((sum, image) => sum + image.bytes.length, 0)
  const bytes = new Uint8Array(total)
  bytes.set(new TextEncoder().encode(SHEET_CONTAINER.magic))
  // Spaces after the JSON fill what the widening left over.
  bytes.fill(0x20, SHEET_CONTAINER.headBytes, start)
  new DataView(bytes.buffer).setUint32(6, start - SHEET_CONTAINER.headBytes, true)
  bytes.set(json, SHEET_CONTAINER.headBytes)
  let at = start
  for (const image of images) {
    bytes.set(image.bytes, at)
    at += image.bytes.length
  }
  parseSheetManifest(bytes.subarray(SHEET_CONTAINER.headBytes, start), total)
  return { bytes, sha256: await sha256Hex(bytes) }
}

function manifestOf(
  { pages, crops, ...head }: SheetContent,
  images: readonly ImageContent[],
  hashes: readonly string[],
  start: number,
): SheetManifest {
  let offset = start
  const members = images.map(({ bytes, mime, width_px, height_px }, at): ContainerImage => {
    const member = {
      offset,
      length: bytes.length,
      sha256: hashes[at] ?? '',
      mime,
      width_px,
      height_px,
    }
    offset += bytes.length
    return member
  })
  const member = (at: number): ContainerImage => members[at] as ContainerImage
  return {
    format: 1,
    ...head,
    pages: pages.map((page, at) => ({ ...page, image: member(at) })),
    crops: crops.map((crop, at) => ({ ...crop, image: member(pages.length + at) })),
  }
}

/**
 * Length of the manifest, from the first ten bytes of a container.
 *
 * @throws AppError SCAN_CONTAINER_INVALID
 */
export function readManifestLength(head: Uint8Array, totalBytes: number): number {
  const { magic, headBytes, maxManifestBytes, maxBytes } = SHEET_CONTAINER
  if (totalBytes > maxBytes) throw refused('文件过大')
  if (head.length < headBytes) throw refused('文件不完整')
  if (new TextDecoder('latin1').decode(head.subarray(0, magic.length)) !== magic)
    throw refused('不是答题卡文件')
  const length = new DataView(head.buffer, head.byteOffset, headBytes).getUint32(6, true)
  if (length === 0 || length > maxManifestBytes || headBytes + length > totalBytes)
    throw refused('清单长度不对')
  return length
}

/**
 * Reads and checks a manifest: its shape, page numbers, and that the images fill the rest of the file
 * without gap or overlap. The images themselves are not looked at.
 *
 * @param json the manifest's bytes
 * @param totalBytes length of the whole container
 * @throws AppError SCAN_CONTAINER_INVALID
 */
export function parseSheetManifest(json: Uint8Array, totalBytes: number): SheetManifest {
  if (nestingOf(json) > MAX_NESTING) throw refused('清单层级过深')
  const manifest = parseJson(json)
  if (!Value.Check(SheetManifest, manifest)) {
    const [problem] = Value.Errors(SheetManifest, manifest)
    throw refused(`清单字段 ${problem?.instancePath.slice(0, 80) || '/'} 不符合要求`)
  }
  if (manifest.pages.some((page, at) => page.seq !== at + 1)) throw refused('页序不连续')
  if (manifest.crops.some((crop) => crop.page_seq > manifest.pages.length))
    throw refused('切图引用了不存在的页')
  const regions = new Set(manifest.crops.map((crop) => `${crop.page_seq} ${crop.region_id}`))
  if (regions.size !== manifest.crops.length) throw refused('切图编号重复')
  let at = SHEET_CONTAINER.headBytes + json.length
  for (const { image } of [...manifest.pages, ...manifest.crops]) {
    if (image.offset !== at) throw refused('图像位置不连续')
    at += image.length
  }
  if (at !== totalBytes) throw refused('文件长度与清单不一致')
  return manifest
}

/**
 * Opens a whole container and checks the hash and the kind of every image in it.
 *
 * @throws AppError SCAN_CONTAINER_INVALID, SCAN_CHECKSUM_MISMATCH, SCAN_IMAGE_INVALID
 */
export async function decodeSheetContainer(bytes: Uint8Array): Promise<{
  manifest: SheetManifest
  imageOf: (member: ContainerImage) => Uint8Array
}> {
  const { headBytes } = SHEET_CONTAINER
  const length = readManifestLength(bytes.subarray(0, headBytes), bytes.length)
  const manifest = parseSheetManifest(bytes.subarray(headBytes, headBytes + length), bytes.length)
  const imageOf = (member: ContainerImage): Uint8Array =>
    bytes.subarray(member.offset, member.offset + member.length)
  for (const { image } of [...manifest.pages, ...manifest.crops]) {
    const content = imageOf(image)
    if ((await sha256Hex(content)) !== image.sha256) throw new AppError('SCAN_CHECKSUM_MISMATCH')
    if (sniffImage(content) !== image.mime) throw new AppError('SCAN_IMAGE_INVALID')
  }
  return { manifest, imageOf }
}

/** What an image's first bytes say that it is; null when it is none that a container may hold. */
export function sniffImage(bytes: Uint8Array): ContainerImageMime | null {
  const starts = (at: number, ...expected: number[]) =>
    expected.every((byte, index) => bytes[at + index] === byte)
  if (starts(0, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (starts(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (starts(0, 0x52, 0x49, 0x46, 0x46) && starts(8, 0x57, 0x45, 0x42, 0x50)) return 'image/webp'
  return null
}

const MAX_NESTING = 32

/** Deepest nesting of JSON text, without parsing it: unknown fields are kept, so they must be harmless. */
function nestingOf(json: Uint8Array): number {
  let depth = 0
  let deepest = 0
  let quoted = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (quoted) {
      if (byte === 0x5c) at++
      else if (byte === 0x22) quoted = false
    } else if (byte === 0x22) quoted = true
    else if (byte === 0x5b || byte === 0x7b) deepest = Math.max(deepest, ++depth)
    else if (byte === 0x5d || byte === 0x7d) depth--
  }
  return deepest
}

function parseJson(json: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json)) as unknown
  } catch (cause) {
    throw refused('清单不是有效的 JSON').withCause(cause)
  }
}

const refused = (reason: string): AppError<'SCAN_CONTAINER_INVALID'> =>
  new AppError('SCAN_CONTAINER_INVALID', { reason })
