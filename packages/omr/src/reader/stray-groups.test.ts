import type { FieldReading, TemplatePage } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import type { InkView } from '../align/ink-view.ts'
import type { FieldsResult } from '../bubbles/read-fields.ts'
import { makeWhiteMap } from '../kernels/white-map.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { doubtStray } from './stray-groups.ts'

const page: TemplatePage = sampleTemplate().pages[0]!
const perMm = 4
const gray = { data: new Uint8Array(592 * 840).fill(250), width: 592, height: 840 }
const toPx = [perMm, 0, 0, 0, perMm, 0, 0, 0, 1]
const view: InkView = { gray, white: makeWhiteMap(gray), toPx, inkShare: 0.1 }

/** The fields as read with every group moved down by so many millimetres. */
function readWith(shiftOf: (group: string) => number): FieldsResult {
  const groups = [...new Set(page.fields.map((f) => f.group))].map((group) => ({
    group,
    outlined: true,
    quality: 1,
    shiftMm: Math.abs(shiftOf(group)),
    bubbles: [],
    shifts: [],
    seen: [],
  }))
  const fields = page.fields.map((field): FieldReading => ({
    id: field.id,
    kind: field.kind,
    state: 'blank',
    values: [],
    confidence: 1,
    doubtful: false,
    reason: '',
    bubbles: field.bubbles.map((b) => ({
      value: b.value,
      column: b.column,
      darkness: 0,
      coverage: 0,
      filled: 0,
      xPx: b.xMm * perMm,
      yPx: (b.yMm + shiftOf(field.group)) * perMm,
    })),
  }))
  return { groups, fields, explain: () => [] }
}

test.for<[string, (group: string) => number, string[]]>([
  ['everything in its place', () => 0, []],
  ['everything moved together', () => 1.2, []],
  ['a lone box elsewhere', (g) => (g === 'absent' ? 1.5 : 0), ['absent']],
  [
    'small groups left behind',
    (g) => (/absent|optional/.test(g) ? 0 : -1.5),
    ['absent', 'optional:A'],
  ],
  ['a lone box a little off', (g) => (g === 'absent' ? 0.4 : 0), []],
])('with %s', ([, shiftOf, strays]) => {
  const doubted = doubtStray(readWith(shiftOf), page, view).filter((f) => f.doubtful)
  expect(doubted.map((f) => f.id)).toEqual(strays)
  expect(doubted.every((f) => f.state === 'box_error' && f.reason !== '')).toBe(true)
})
