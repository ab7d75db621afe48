import { type BodyKind, fileFieldOf, type Route } from '@hengjuan/contracts'
import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import { AppError } from '@hengjuan/domain'
import type { FastifyRequest } from 'fastify'
import { isStorable } from './unstorable-text.ts'

/** Bytes of one field: a comment, not a document. */
const FIELD_BYTES = 16 * 2 ** 10

const FILE_MB = 32
/** As people are told of it. */
export const UPLOAD_LIMIT = `${FILE_MB} MB`

/** Of bodies of parts: one file at most, and some fields beside it or in its place. */
export const PART_LIMITS = {
  limits: { files: 1, fileSize: FILE_MB * 2 ** 20, fields: 40, fieldSize: FIELD_BYTES, parts: 40 },
}

/** What a call takes, within a sentence that asks for it. */
export const BODY_KINDS: Record<BodyKind, string> = {
  json: ' JSON（application/json）',
  form: '表单（application/x-www-form-urlencoded 或 multipart/form-data）或 JSON',
  multipart: '表单（multipart/form-data）上传文件',
  bytes: '二进制内容（application/octet-stream）',
}

/**
 * The fields of a form that came in parts, as the body: all of them text, as those of a urlencoded form.
 *
 * @throws AppError INPUT_INVALID for files, for more or longer fields than a form has, and for parts that cannot be read
 */
export async function takeFormParts(request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) return
  const body = new Map<string, unknown>()
  for await (const part of partsOf(request)) {
    if (part.type === 'file') {
      part.file.resume()
      throw refusedPart(part.fieldname, '这里只收表单字段，不收文件')
    }
    if (part.valueTruncated) throw refusedPart(part.fieldname, '内容过长')
    const before = body.get(part.fieldname)
    // As with a urlencoded form: what stands twice is a list.
    body.set(part.fieldname, before === undefined ? part.value : [before, part.value].flat())
  }
  request.body = Object.fromEntries(body)
}

async function* partsOf(request: FastifyRequest) {
  try {
    yield* request.parts()
  } catch (error) {
    throw readable(error)
  }
}

/**
 * The file of a body of parts, under the name that the call gives it. It is read to its end, and so is the body: what
 * was cut off on the way, or is larger than it may be, is refused as a whole, and no part of it is looked at.
 *
 * @throws AppError INPUT_INVALID where there is none, or the body ends early; an error of the parser where it is too large
 */
export async function uploadedFile(request: FastifyRequest, route: Route): Promise<MultipartFile> {
  const field = fileFieldOf(route)
  const { limits } = PART_LIMITS
  if (Number(request.headers['content-length'] ?? 0) > limits.fileSize + BESIDE_BYTES)
    throw tooLarge(request)
  let file: MultipartFile | undefined
  if (request.isMultipart())
    for await (const part of partsOf(request)) {
      if (part.type !== 'file') continue
      if (part.fieldname !== field) {
        part.file.resume()
        throw refusedPart(
          field,
          `请把文件放在名为 ${field} 的字段里，收到的字段名为 ${part.fieldname}`,
        )
      }
      file = await wholeFile(part)
    }
  if (!file) throw refusedPart(field, '请选择文件')
  if (!isStorable(file.filename)) throw refusedPart(field, '文件名含有非法字符，请改名后重新选择')
  return file
}

/** What a body of one file may hold beside it. */
const BESIDE_BYTES = 2 ** 20

async function wholeFile(part: MultipartFile): Promise<MultipartFile> {
  const bytes = await part.toBuffer().catch((error: unknown) => {
    throw readable(error)
  })
  const file = Object.assign(Readable.from([bytes], { objectMode: false }), {
    truncated: false,
    bytesRead: bytes.length,
  })
  return { ...part, file, toBuffer: async () => bytes }
}

/** Read to its end all the same, so that the sender sees the answer. */
function tooLarge(request: FastifyRequest): AppError {
  request.raw.resume()
  return new AppError('PAYLOAD_TOO_LARGE', { limit: UPLOAD_LIMIT })
}

const refusedPart = (path: string, message: string): AppError =>
  new AppError('INPUT_INVALID').withDetails([{ path, message }])

/** Codes of a parser that has counted too many parts. */
const TOO_MANY = ['FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT', 'FST_FILES_LIMIT']

/** What the parser of parts says, as somebody who sent them can read it. */
function readable(error: unknown): unknown {
  if (error instanceof AppError) return error
  const { code } = error as { code?: unknown }
  // Told by the handler of errors, with the limit.
  if (code === 'FST_REQ_FILE_TOO_LARGE') return error
  return refusedPart(
    'body',
    TOO_MANY.includes(String(code))
      ? '字段或文件过多'
      : '上传的内容不完整（可能在途中断开），请重新提交',
  ).withCause(error)
}
