import { parentPort } from 'node:worker_threads'
import type { OmrTemplate } from '@hengjuan/domain'
import { PageFileError } from '../codec/page-file-error.ts'
import type { PageFileErrorCode } from '../codec/page-file-error.ts'
import type { JobOptions, PageResult } from './page-job.ts'
import { runPageJob } from './page-job.ts'
import { createReader } from './reader.ts'

/** To a worker: one page. The template's text follows only when the worker has not seen it. */
export interface WorkerRequest {
  bytes: Uint8Array
  templateKey: number
  template: OmrTemplate | null
  options: JobOptions
}

/** From a worker: the result, the file's fault, or a bug. */
export type WorkerReply =
  | { kind: 'done'; result: PageResult }
  | { kind: 'bad-file'; code: PageFileErrorCode; detail: string | null }
  | { kind: 'failed'; message: string; stack: string }

const reader = createReader()
const templates = new Map<number, OmrTemplate>()

parentPort?.on('message', (request: WorkerRequest) => {
  void answer(request).then((reply) => {
    const pictures =
      reply.kind === 'done'
        ? [...reply.result.crops, reply.result.thumbnail].flatMap((p) => p ?? [])
        : []
    parentPort?.postMessage(
      reply,
      pictures.map((p) => p.jpeg.buffer as ArrayBuffer),
    )
  })
})

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  try {
    if (request.template) templates.set(request.templateKey, request.template)
    const template = templates.get(request.templateKey)
    if (!template) throw new Error(`template ${request.templateKey} was never sent`)
    const result = await runPageJob(reader, request.bytes, template, request.options)
    giveBack(request.bytes)
    return { kind: 'done', result: detach(result) }
  } catch (error) {
    if (error instanceof PageFileError) {
      return { kind: 'bad-file', code: error.code, detail: error.detail }
    }
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
    return { kind: 'failed', message, stack }
  }
}

/** Frees a file's bytes at once: left to the collector, dozens of megabytes of them would wait for it. */
function giveBack({ buffer }: Uint8Array): void {
  // Node 20 does not know how.
  if (buffer instanceof ArrayBuffer && 'transfer' in buffer) buffer.transfer(0)
}

/** An encoder may answer a view of a larger or shared buffer; only a buffer of its own may be handed over. */
function detach(result: PageResult): PageResult {
  const own = <T extends { jpeg: Uint8Array }>(picture: T): T => {
    const { buffer, byteLength } = picture.jpeg
    const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    return isOwn ? picture : { ...picture, jpeg: new Uint8Array(picture.jpeg) }
  }
  return {
    ...result,
    crops: result.crops.map(own),
    thumbnail: result.thumbnail && own(result.thumbnail),
  }
}
