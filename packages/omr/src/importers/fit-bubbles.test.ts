import type { TemplatePage } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { loadTemplate } from '../template/load-template.ts'
import { paintSheet, scanSheet } from '../testing/paint-page.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { fitBubbles } from './fit-bubbles.ts'

const sample = sampleTemplate().pages[0]!
/** A form with rings in its corners and nothing else to go by. */
const printed: TemplatePage = {
  ...sample,
  anchors: sample.anchors
    .filter((a) => a.role === 'corner')
    .map((a) => ({ ...a, kind: 'ring' as const, widthMm: 6, heightMm: 6 })),
  pageCode: null,
  regions: [],
  fields: sample.fields.filter((f) => f.kind === 'choice'),
}
const { gray } = scanSheet(paintSheet(printed, { marks: [] }), printed, { dpi: 150 })

/** What an importer knows: places, and guesses of the sizes. */
function imported(ringMm: number, bubbleShare: number): TemplatePage {
  const anchors = printed.anchors.map((a) => ({ ...a, widthMm: ringMm, heightMm: ringMm }))
  const fields = printed.fields.map((field) => ({
    ...field,
    outlined: false,
    bubbles: field.bubbles.map((b) => ({
      ...b,
      widthMm: b.widthMm * bubbleShare,
      heightMm: b.heightMm * bubbleShare,
    })),
  }))
  const pages = [{ ...printed, anchors, fields }]
  return loadTemplate({ ...sampleTemplate(), id: 'imported', pages }).pages[0]!
}

test.for([
  [6, 1],
  [10, 0.7],
] as const)(
  'rings taken for %f mm, bubbles for %f of theirs: both are measured',
  ([ring, share]) => {
    const page = imported(ring, share)
    expect(fitBubbles(gray, page)).not.toBeNull()
    expect(Math.abs(Math.log(page.anchors[0]!.widthMm / 6))).toBeLessThan(0.25)
    const width = printed.fields[0]!.bubbles[0]!.widthMm
    for (const field of page.fields) {
      expect(field.outlined).toBe(true)
      expect(Math.abs(field.bubbles[0]!.widthMm / width - 1)).toBeLessThan(0.15)
    }
  },
)

test('a page placed by its paper keeps asking for outlines where the picture shows none', () => {
  const page = imported(6, 1)
  page.anchors = page.anchors.map((a) => ({ ...a, kind: 'page-corner' }))
  page.fields = page.fields.map((field) => ({ ...field, outlined: true }))
  const bare = { ...gray, data: new Uint8Array(gray.data.length).fill(250) }
  const said = fitBubbles(bare, page)
  expect(said?.join('')).toContain('请换一张')
  expect(page.fields.every((field) => field.outlined)).toBe(true)
})
