/**
 * A TEST DOUBLE of the process that reads pages: it dies, hangs or answers as the first letter of the
 * picture says. A file beside the given one remembers what it has done already.
 */
import { existsSync, writeFileSync } from 'node:fs'
import type { PageReply, PageRequest } from '../core/recognition/page-answer.ts'

process.on('disconnect', () => process.exit())
process.on('message', (request: PageRequest) => {
  const [what = '', file = ''] = Buffer.from(request.bytes).toString().split(' ')
  const isFirst = file !== '' && !existsSync(file)
  if (isFirst) writeFileSync(file, '')
  if (what === 'crash' || (what === 'crash-once' && isFirst)) process.abort()
  if (what === 'hang' || (what === 'hang-once' && isFirst)) for (;;);
  const template = request.templates[0]?.template === null ? 'known' : 'sent'
  const reply: PageReply = { kind: 'failed', message: `${what} ${template}`, stack: '' }
  process.send?.(reply)
})
