/**
 * A READER FOR TESTS OF EVERYTHING BUT READING: a page is read by the engine as ever, and the next time
 * that the same picture comes, the answer of before is given. Pictures are the same when they differ in
 * their comment alone, see `pictureBytes`.
 */
import { createHash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { PageReply, PageRequest } from '../core/recognition/page-answer.ts'

const folder = process.env['STATION_TEST_READINGS'] ?? ''
const templates = new Map<number, PageRequest['templates'][number]>()
/** The engine is started when it is needed. */
const engine = () => import('../core/recognition/read-page.ts')

process.on('message', (request: PageRequest) => {
  void answer(request).then((reply) => process.send?.(reply))
})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('SIGINT', () => undefined)

async function answer(request: PageRequest): Promise<PageReply> {
  for (const each of request.templates) if (each.template) templates.set(each.key, each)
  const file = path.join(folder, nameOf(request))
  const known = await readFile(file).catch(() => null)
  if (known) return deserialize(known) as PageReply
  const reply = await read(request)
  if (reply.kind === 'done') {
    await writeFile(`${file}.${process.pid}`, serialize(reply))
    await rename(`${file}.${process.pid}`, file)
  }
  return reply
}

async function read(request: PageRequest): Promise<PageReply> {
  try {
    const full = request.templates.map((each) => templates.get(each.key) ?? each)
    const { readPage } = await engine()
    return { kind: 'done', answer: await readPage({ ...request, templates: full }) }
  } catch (error) {
    const { code, detail, message, stack } = error as Error & { code?: string; detail?: string }
    return error instanceof Error && error.name === 'PageFileError'
      ? ({ kind: 'bad-file', code, detail } as PageReply)
      : { kind: 'failed', message, stack: stack ?? '' }
  }
}

function nameOf({ bytes, templates: given }: PageRequest): string {
  const hash = createHash('sha256').update(withoutComment(Buffer.from(bytes)))
  for (const { key } of given) hash.update(JSON.stringify(templates.get(key)?.template))
  return hash.digest('hex')
}

/** A JPEG without the comment that its numbers are written into. */
function withoutComment(jpeg: Buffer): Buffer {
  const hasComment = jpeg.readUInt32BE(0) === 0xff_d8_ff_fe
  return hasComment ? jpeg.subarray(4 + jpeg.readUInt16BE(4)) : jpeg
}
