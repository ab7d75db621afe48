import { parentPort, workerData } from 'node:worker_threads'
import type {
  CropRegion,
  OmrTemplate,
  PageReading,
  PrintedBox,
  TemplatePage,
} from '@hengjuan/domain'
import {
  createReader,
  findPrint,
  PageFileError,
  type ProposedPart,
  proposePage,
  withCodes,
} from '@hengjuan/omr'
import { FileFault, type OpenedPage, openFile } from './open-file.ts'

/** Work that is too long, and files that are too untrustworthy, for the thread that serves calls. */
export type ImportJob =
  | { kind: 'open'; bytes: Uint8Array }
  | {
      kind: 'propose'
      picture: Uint8Array
      page: number
      paper: OpenedPage['paper']
      firstNo: number
    }
  | { kind: 'print'; picture: Uint8Array; pxPerMm: number; regions: CropRegion[] }
  | { kind: 'read'; picture: Uint8Array; template: OmrTemplate }

interface ProposedPage {
  page: TemplatePage
  parts: ProposedPart[]
  straight: { jpeg: Uint8Array; widthPx: number; heightPx: number; pxPerMm: number }
}

export interface ImportResults {
  open: OpenedPage[]
  propose: ProposedPage
  /** Of each region what is printed in it. */
  print: PrintedBox[][]
  read: PageReading
}

export type ImportReply =
  | { kind: 'done'; result: ImportResults[ImportJob['kind']] }
  | { kind: 'fault'; message: string }
  | { kind: 'failed'; message: string; stack: string }

const STRAIGHT_QUALITY = 80

async function run(job: ImportJob): Promise<ImportResults[ImportJob['kind']]> {
  if (job.kind === 'open') return openFile(job.bytes)
  const reader = createReader()
  if (job.kind === 'read') return (await reader.readPage(job.picture, job.template)).reading
  const gray = await reader.codec.decodeGray(job.picture)
  if (job.kind === 'print') return job.regions.map((region) => findPrint(gray, job.pxPerMm, region))
  const proposal = proposePage(gray, {
    page: job.page,
    firstNo: job.firstNo,
    ...(job.paper ? { paper: job.paper } : {}),
  })
  const { page, parts, straight, pxPerMm } = await withCodes(proposal)
  const jpeg = await reader.codec.encodeJpeg(straight, STRAIGHT_QUALITY)
  const { width: widthPx, height: heightPx } = straight
  return { page, parts, straight: { jpeg: Uint8Array.from(jpeg), widthPx, heightPx, pxPerMm } }
}

async function answer(): Promise<ImportReply> {
  try {
    return { kind: 'done', result: await run(workerData as ImportJob) }
  } catch (error) {
    if (error instanceof FileFault || error instanceof PageFileError)
      return { kind: 'fault', message: error.message }
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
    return { kind: 'failed', message, stack }
  }
}

void answer().then((reply) => {
  parentPort?.postMessage(reply, [])
})
