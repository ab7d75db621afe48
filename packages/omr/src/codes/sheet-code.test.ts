import type { TemplatePage } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { sampleTemplate } from '../testing/sample-template.ts'
import { sheetCodeIssues } from './sheet-code.ts'

const page = (text?: string): TemplatePage => ({
  ...sampleTemplate().pages[0]!,
  barcodes: [
    {
      id: 'sheet',
      purpose: 'sheet',
      symbology: 'QRCode',
      ...(text === undefined ? {} : { text }),
      xMm: 100,
      yMm: 5,
      widthMm: 15,
      heightMm: 15,
    },
  ],
})

test.for([
  ['S12-1', 'S12-1', false, 'this page'],
  ['S12-1', 'S13-1', true, 'another sheet'],
  ['S12-1', 'S12-2', true, 'another page'],
  ['S12-1', null, false, 'illegible: the page code decides'],
  [undefined, 'S13-1', false, 'the template does not say what it should be'],
] as const)(
  'a sheet code meant to be %s and read %s is another sheet: %s (%s)',
  ([meant, read, isOther]) => {
    const said = [{ id: 'sheet', purpose: 'sheet', text: read } as const]
    const issues = sheetCodeIssues(page(meant), said, { toPx: [4, 0, 0, 0, 4, 0, 0, 0, 1] })
    const place = { xPx: 396, yPx: 16, widthPx: 68, heightPx: 68 }
    expect(issues.map(({ code, blocking, evidence }) => [code, blocking, evidence])).toEqual(
      isOther ? [['PAGE_OF_OTHER_SHEET', true, [place]]] : [],
    )
  },
)
