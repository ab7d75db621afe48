/**
 * A TEST DOUBLE of the process that reads pages: which page a picture shows is the last digit of the number
 * in its comment, see `pictureBytes`. For sheets of more pages than there are scans of.
 */
import type { PageReading } from '@hengjuan/domain'
import type { PageReply, PageRequest } from '../core/recognition/page-answer.ts'

process.on('disconnect', () => process.exit())
process.on('message', ({ bytes }: PageRequest) => {
  const [, page] = /page \d*(\d)/.exec(Buffer.from(bytes.subarray(0, 100)).toString('latin1')) ?? []
  const reading: PageReading = {
    engine: 'paged reader',
    templateId: 'test',
    page: Number(page),
    widthPx: 1654,
    heightPx: 2339,
    status: 'ok',
    registration: null,
    pageCode: { bits: '1', page: Number(page), confidence: 1 },
    barcodes: [],
    fields: [],
    regions: [],
    quality: { sharpness: 1, contrast: 200, inkRatio: 0.1, blank: false },
    issues: [],
  }
  const answer = {
    at: 0,
    reading,
    crops: [],
    thumbnail: null,
    picture: { mime: 'image/jpeg', converted: null },
    look: '',
  }
  process.send?.({ kind: 'done', answer } satisfies { kind: PageReply['kind']; answer: object })
})
