import { expect, test } from 'vitest'
import { changedSettings, changedWay } from './changed-settings.ts'

const SHOWN = {
  settings: { score_type: 3, add_type: 0, submit_type: 2, traces: 0 },
  min_ms: 0,
}

test('a marker is told what is done otherwise from now on, and nothing else', () => {
  expect(changedSettings(SHOWN, { ...SHOWN })).toBeNull()
  const settings = { ...SHOWN.settings, add_type: 1, traces: 1 }
  expect(changedSettings(SHOWN, { ...SHOWN, settings, min_ms: 3000 })).toBe(
    '本题块的阅卷设置已修改：给分方式改为扣减给分，开启阅卷痕迹，每份至少看 3 秒',
  )
  expect(changedSettings({ ...SHOWN, settings, min_ms: 3000 }, SHOWN)).toBe(
    '本题块的阅卷设置已修改：给分方式改为累加给分，不再保留阅卷痕迹，不再要求最短阅卷时间',
  )
})

test.for([
  [false, false, null],
  [true, true, null],
  [false, true, '从这份起改为扣减给分：输入的是扣去的分数'],
  [true, false, '从这份起改为累加给分：输入的是得到的分数'],
] as const)('over a paper: points were taken away %s, are now %s: %s', ([before, now, said]) => {
  expect(changedWay(before, now)).toBe(said)
})
