import { type Frame, segmentReport } from '@hengjuan/contracts'
import { expect, test } from 'vitest'
import { reportDocument } from './document.ts'
import { reportSheets } from './workbook.ts'

const footer = {
  exam_name: '期中考试',
  subject_name: '语文',
  version: 1,
  is_current: true,
  formulas: [],
  policy: { profile: 'senior', banner: null },
  suppressed: 0,
  notes: [],
}
const reply = {
  footer,
  rank_types: [],
  groups: [],
  overlaid: [],
  width: 10,
  subject_id: 1,
  bands: [{ label: '90–100' }, { label: '80–90' }],
  rows: [
    { count: 6, ratio: { num: 6, den: 24 }, cumulative: 6, by_group: [] },
    { count: 18, ratio: { num: 18, den: 24 }, cumulative: 24, by_group: [] },
  ],
} as unknown as Frame
const said = '语文人数最多的一段是 80–90：18 人，占 24 人的 75%。'

test('sentences of a page stand on paper above its figures, and in 说明 of its workbook', () => {
  const report = segmentReport as never
  const { parts } = reportDocument(report, reply)
  expect(parts[1]).toEqual({ kind: 'text', text: said })
  const note = reportSheets(report, reply, { name: '教务', role: 'academic_director', at: '' }).at(
    -1,
  )
  expect(note?.name).toBe('说明')
  const rows = [...(note?.rows ?? [])].map(({ cells }) => cells)
  expect(rows).toContainEqual(['结论', said, ''])
})
