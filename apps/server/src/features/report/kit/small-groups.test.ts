import { testVersion } from '@hengjuan/stats/testing'
import { expect, test } from 'vitest'
import { contextOf, keptBackIn, type ReportViewer } from './context.ts'
import { REPORT_CONFIG as config } from '../testing/report-config.ts'

const bureau: ReportViewer = {
  role: 'regional_admin',
  scope: { classes: 'all', subjects: 'all' } as unknown as ReportViewer['scope'],
  view: { side: 'region', schools: [1], named: [], peers: 'labels' },
}
/** Dealt to three classes in turn: 12, 8 and 3 sat. */
const version = testVersion({
  fulls: [100_000],
  classes: 3,
  rows: Array.from({ length: 36 }, (_, at) =>
    Math.floor(at / 3) < ([12, 8, 3][at % 3] ?? 0) ? [50_000] : ('absent' as const),
  ),
})

test('small groups: a bureau can ask by a filter for no class that the table keeps back', () => {
  const whole = contextOf(version, bureau, config, {})
  expect([...keptBackIn(whole, whole.column).classes]).toEqual([1, 2])
  expect(() => contextOf(version, bureau, config, { class_id: 1 })).not.toThrow()
  for (const classId of [2, 3])
    expect(() => contextOf(version, bureau, config, { class_id: classId })).toThrow(
      expect.objectContaining({ code: 'GROUP_TOO_SMALL' }),
    )
})
