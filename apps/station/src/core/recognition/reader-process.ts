/**
 * The process that reads pages. What an odd picture does to native code ends with this process and not
 * with the station. Its own thread only listens, so that it hears at once that the station is gone, also
 * while a page is being read.
 */
import { flushCompileCache } from 'node:module'
import { PageFileError } from '@hengjuan/omr/pool'
import type { PageReply, PageRequest } from './page-answer.ts'
import { readPage } from './read-page.ts'

process.on('message', (request: PageRequest) => {
  void answer(request).then((reply) => process.send?.(reply))
})
// Native code that hangs outlives an ordinary exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// The terminal's interrupt goes to all its programs; the station ends this one when it is ready.
process.on('SIGINT', () => undefined)
// It ends by being killed, and what it compiled would be lost with it and be compiled at every start anew.
flushCompileCache()

async function answer(request: PageRequest): Promise<PageReply> {
  try {
    return { kind: 'done', answer: await readPage(request) }
  } catch (error) {
    if (error instanceof PageFileError)
      return { kind: 'bad-file', code: error.code, detail: error.detail }
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
    return { kind: 'failed', message, stack }
  }
}
