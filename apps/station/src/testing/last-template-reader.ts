/** A TEST DOUBLE of the process that reads pages: every page is one of the last template that it is held against. */
import type { PageReply, PageRequest } from '../core/recognition/page-answer.ts'

process.on('disconnect', () => process.exit())
process.on('message', ({ templates }: PageRequest) => {
  const reading = {
    page: 1,
    widthPx: 10,
    heightPx: 10,
    status: 'ok',
    quality: { sharpness: 1, contrast: 1, inkRatio: 0, blank: false },
    regions: [],
    fields: [],
    issues: [],
  }
  const answer = {
    at: templates.length - 1,
    reading,
    crops: [],
    thumbnail: null,
    picture: { mime: 'image/jpeg', converted: null },
    look: '',
  }
  process.send?.({ kind: 'done', answer } satisfies { kind: PageReply['kind']; answer: object })
})
