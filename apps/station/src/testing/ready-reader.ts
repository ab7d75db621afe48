/**
 * A READER FOR TESTS OF EVERYTHING BUT READING: two real scans are read once, and every page after that
 * gets a copy of one of the two readings, with an exam number of its own. Which one and which number stand
 * in a comment of the picture, see `dayPicture`.
 */
import { createReaderPool } from '@hengjuan/omr'
import type { OmrTemplate } from '@hengjuan/domain'
import type { PageAnswer, PageReply, PageRequest } from '../core/recognition/page-answer.ts'
import { pictureBytes } from './paper-stack.ts'

const templates = new Map<number, OmrTemplate>()
let ready: Promise<PageAnswer[]> | null = null

process.on('message', (request: PageRequest) => {
  void answer(request).then(
    (reply) => process.send?.(reply),
    (error: unknown) => process.send?.({ kind: 'failed', message: String(error), stack: '' }),
  )
})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

async function answer({ bytes, templates: given }: PageRequest): Promise<PageReply> {
  for (const { key, template } of given) if (template) templates.set(key, template)
  const template = templates.get(given[0]?.key ?? 0)
  if (!template) throw new Error('no template')
  ready ??= readOnce(template)
  const [, side, number = ''] = /day (front|back) (\d+)/.exec(
    Buffer.from(bytes.subarray(0, 100)).toString('latin1'),
  ) ?? [undefined, 'front']
  const found = (await ready)[side === 'front' ? 0 : 1]
  if (!found) throw new Error('no reading')
  const fields = found.reading.fields.map((field) =>
    field.kind === 'examNo' ? { ...field, values: [...number] } : field,
  )
  return { kind: 'done', answer: { ...found, reading: { ...found.reading, fields }, look: number } }
}

async function readOnce(template: OmrTemplate): Promise<PageAnswer[]> {
  const pool = createReaderPool({ size: 1 })
  const pages: PageAnswer[] = []
  for (const side of ['front', 'back'] as const) {
    // The crop of the name alone: what a day asks of the station is the number of sheets.
    const options = { crops: { purposes: ['name' as const] } }
    const result = await pool.read({ bytes: pictureBytes(side, 1), template, options })
    pages.push({
      ...result,
      at: 0,
      look: '',
      picture: { mime: 'image/jpeg', converted: null },
    })
  }
  await pool.close()
  return pages
}
