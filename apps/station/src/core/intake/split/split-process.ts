/**
 * The process that takes a file of several pages apart. What an odd file does to native code, or to the
 * memory, ends with this process and not with the station. One file a process.
 */
import { flushCompileCache } from 'node:module'
import sharp from 'sharp'
import { openPdf } from './pdf-pages.ts'
import { type PageSource, SplitError, type SplitReply, type SplitRequest } from './split-answer.ts'
import { openTiff } from './tiff-pages.ts'

sharp.cache(false)
let source: PageSource | null = null

process.on('message', (request: SplitRequest) => {
  void answer(request).then((reply) => process.send?.(reply))
})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// The terminal's interrupt goes to all its programs; the station ends this one when it is ready.
process.on('SIGINT', () => undefined)
// It ends by being killed, and what it compiled would be lost with it and be compiled for every file anew.
flushCompileCache()

async function answer(request: SplitRequest): Promise<SplitReply> {
  try {
    if (request.kind === 'open') {
      const { file } = request
      source = await (/\.pdf$/i.test(file) ? openPdf(file) : openTiff(file))
      return { kind: 'pages', pages: source.pages }
    }
    if (!source) throw new Error('no file is open')
    return await source.page(request.page)
  } catch (error) {
    if (error instanceof SplitError) return { kind: 'refused', refusal: error.refusal }
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}
