import { Worker } from 'node:worker_threads'
import { FileFault } from './open-file.ts'
import type { ImportJob, ImportReply, ImportResults } from './import-worker.ts'

/** Reading the print of a large sheet takes its time. */
const MOST_MS = 120_000
/** A page is opened in a second, and somebody waits for it with the others behind: a file that takes longer was made to. */
export const OPEN_MS = 30_000
/** An A3 page at 600 dpi with its views fits; a bomb does not take the server along. */
const MOST_MB = 1500

let last: Promise<unknown> = Promise.resolve()

/**
 * Does one job in a thread of its own, one after another: serving calls comes first.
 *
 * @throws FileFault when the file is to blame
 */
export function runJob<Kind extends ImportJob['kind']>(
  job: Extract<ImportJob, { kind: Kind }>,
  mostMs: number = MOST_MS,
): Promise<ImportResults[Kind]> {
  const started = last.then(() => inThread(job, mostMs))
  last = started.catch(() => undefined)
  return started as Promise<ImportResults[Kind]>
}

function inThread(job: ImportJob, mostMs: number): Promise<ImportResults[ImportJob['kind']]> {
  const { promise, resolve, reject } = Promise.withResolvers<ImportResults[ImportJob['kind']]>()
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MB },
  })
  const timer = setTimeout(() => {
    reject(new FileFault('文件太复杂，处理超时，请导出为普通的 PDF 或图片后再试'))
    void worker.terminate()
  }, mostMs)
  worker.once('message', (reply: ImportReply) => {
    if (reply.kind === 'done') resolve(reply.result)
    else if (reply.kind === 'fault') reject(new FileFault(reply.message))
    else reject(Object.assign(new Error(reply.message), { stack: reply.stack }))
    void worker.terminate()
  })
  worker.once('error', (cause) => {
    const isMemory = 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
    reject(isMemory ? new FileFault('文件太大，请用 200 至 300 dpi 重新导出') : cause)
  })
  return promise.finally(() => clearTimeout(timer))
}
