import { expect, test } from 'vitest'
import { type CalibrationRun, printWarning, worstError } from './calibration-runs.ts'

const run = (printer: string, isGood: boolean, paper = 'A3'): CalibrationRun => ({
  printer,
  paper,
  version: 1,
  is_good: isGood,
  graded_by: '郑文博',
  graded_at: '2026-11-20T08:00:00.000Z',
  findings: [
    { what: 'scale', is_good: isGood, error_mm: isGood ? 0.3 : 12.6, seen: '缩放 横 97.0%' },
    { what: 'contrast', is_good: true, error_mm: null, seen: '浅灰与黑色相差 70%' },
  ],
})

test.for([
  ['no run', [], '还没有打印校准过'],
  ['a run on other paper', [run('一号机', true, 'A4')], '还没有打印校准过'],
  ['a run that passed', [run('一号机', true)], null],
  ['a failure after a run that passed', [run('一号机', false), run('一号机', true)], '没有通过'],
  ['a run that passed after a failure', [run('一号机', true), run('一号机', false)], null],
] as const)('after %s mass printing is warned of as it should be', ([, runs, part]) => {
  const warning = printWarning(runs, 'A3')
  if (part === null) expect(warning).toBeNull()
  else expect(warning).toContain(part)
})

test('a warning names the printer and what is wrong with it', () => {
  expect(printWarning([run('文印室', false)], 'A3')).toContain('文印室：缩放 横 97.0%')
  expect(worstError(run('文印室', false))).toBe('偏差最多 12.6 毫米')
})
