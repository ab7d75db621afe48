import type { OmrTemplate, TemplatePage } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import type { Gray } from '../kernels/gray.ts'
import { bilevel } from '../locate/testing/degrade.ts'
import { loadTemplate } from '../template/load-template.ts'
import { paintSheet, scanSheet } from '../testing/paint-page.ts'
import { randomFrom } from '../testing/random.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { createReader } from './reader.ts'

// Forms that nobody here designed: no page code, four marks, places that were measured on a picture.
const reader = createReader()
const letters = ['A', 'B', 'C', 'D']
const answered = 12
const marks = Array.from({ length: answered }, (_, i) => ({
  field: `choice:${i + 1}`,
  value: letters[(i * 7) % 4]!,
  column: 0,
  kind: 'full' as const,
  ink: 0.85,
}))

const page: TemplatePage = {
  ...sampleTemplate().pages[0]!,
  anchors: sampleTemplate().pages[0]!.anchors.filter((a) => a.role === 'corner'),
  pageCode: null,
  regions: [],
  fields: sampleTemplate().pages[0]!.fields.filter((f) => f.kind === 'choice'),
}
const templateOf = (one: TemplatePage): OmrTemplate =>
  loadTemplate({ ...sampleTemplate(), id: 'foreign', pages: [one] })

/** The same form as a person measures it: each bubble a little off, and every grid a little aside. */
function measured(offMm: number, asideMm: number): TemplatePage {
  const random = randomFrom(7)
  const off = () => (random() - 0.5) * 2 * offMm
  return {
    ...page,
    fields: page.fields.map((field) => ({
      ...field,
      bubbles: field.bubbles.map((b) => ({
        ...b,
        xMm: b.xMm + off() + asideMm,
        yMm: b.yMm + off(),
      })),
    })),
  }
}

const scan = scanSheet(paintSheet(page, { marks }), page, { dpi: 200, skewDeg: 0.6 })

async function read(gray: Gray, template: OmrTemplate) {
  const { reading } = await reader.readPage(gray, template)
  const wrong = reading.fields.filter((f) => {
    const mark = marks.find((m) => m.field === f.id)
    return !f.doubtful && f.values.join() !== (mark?.value ?? '')
  })
  return {
    status: reading.status,
    wrong: wrong.map((f) => f.id),
    doubted: reading.fields.filter((f) => f.doubtful).map((f) => `${f.id} ${f.reason}`),
  }
}

const clean = { status: 'ok', wrong: [], doubted: [] }

test.for([
  [0, 0],
  [0.12, 0],
  [0.12, 0.5],
] as const)(
  'bubbles measured %f mm off, grids %f mm aside: no slip is seen',
  async ([off, aside]) => {
    expect(await read(scan.gray, templateOf(measured(off, aside)))).toEqual(clean)
  },
)

test('marks printed grey and scanned as dots are found, and blanks of a crisp scan are blank', async () => {
  const dotted = dots(scan.gray)
  expect(await read(dotted, templateOf(page))).toEqual(clean)
})

/** Black and white, the marks as a printer's dots, three black pixels of five. */
function dots(gray: Gray): Gray {
  const out = bilevel(gray, 128)
  const perMm = 200 / 25.4
  for (const anchor of page.anchors) {
    const half = (Math.max(anchor.widthMm, anchor.heightMm) / 2 + 1) * perMm
    const [x0, y0] = [anchor.xMm * perMm, anchor.yMm * perMm]
    for (let y = Math.floor(y0 - half); y < y0 + half; y++) {
      for (let x = Math.floor(x0 - half); x < x0 + half; x++) {
        if ((x + 2 * y) % 5 < 2) out.data[y * out.width + x] = 255
      }
    }
  }
  return out
}
