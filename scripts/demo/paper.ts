import { Worker } from 'node:worker_threads'
import type { SheetTruth } from '@hengjuan/scan-simulator'
import type { PaperOrder } from './paper.worker.ts'

/** Fills in and scans a stack in a thread of its own. @returns the truth of every sheet, in stack order */
export async function scanStack(
  order: PaperOrder,
  onSheet: (pages: number) => void,
): Promise<SheetTruth[]> {
  const truths: SheetTruth[] = []
  const worker = new Worker(new URL('./paper.worker.ts', import.meta.url), { workerData: order })
  worker.on('message', ({ truth, pages }: { truth: SheetTruth; pages: number }) => {
    truths.push(truth)
    onSheet(pages)
  })
  await new Promise<void>((finished, failed) => {
    worker.once('error', failed)
    worker.once('exit', (code) =>
      code === 0 ? finished() : failed(new Error(`the paper worker ended with ${code}`)),
    )
  })
  return truths
}
