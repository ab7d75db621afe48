import type { PageIssue, PageReading } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { evidenceRegions } from './issue-evidence.ts'

const box = { xPx: 10, yPx: 20, widthPx: 30, heightPx: 40 }
const issue = (code: PageIssue['code'], blocking: boolean, evidence = [box]): PageIssue => ({
  code,
  message: '',
  blocking,
  evidence,
})

const pageWith = (...issues: PageIssue[]) => ({
  seq: 2,
  imageHash: '',
  reading: { issues } as unknown as PageReading,
})

test('what stops a page is outlined first, in the corners of the picture', () => {
  const page = pageWith(issue('FOLDED_CORNER', false), issue('DOUBLE_FEED', true))
  const regions = evidenceRegions({ category: 'positioning', target: 'page:2' }, [page])
  expect(regions.map(({ label }) => label)).toEqual(['第二张', '缺角'])
  expect(regions[0]).toMatchObject({
    page_seq: 2,
    tone: 'error',
    quad: [
      [10, 20],
      [40, 20],
      [40, 60],
      [10, 60],
    ],
  })
})

test('a line over the whole page is shown, though not zoomed to', () => {
  const strip = { xPx: 400, yPx: 0, widthPx: 7, heightPx: 2300 }
  const page = pageWith(issue('STREAKS', false, [strip]))
  const [region] = evidenceRegions({ category: 'to_verify', target: 'page:2' }, [page])
  expect(region).toMatchObject({ label: '竖线', tone: 'info' })
})

test.for([
  ['objective_box', 'page:2', ['没有对准']],
  ['choice', 'choice:3', []],
  ['positioning', 'page:1', []],
] as const)('of %s on %s only what it is about is shown', ([category, target, labels]) => {
  const page = pageWith(issue('GRID_SHIFTED', false), issue('BLURRED', false))
  expect(evidenceRegions({ category, target }, [page]).map(({ label }) => label)).toEqual(labels)
})
