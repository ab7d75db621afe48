import { expect, test } from 'vitest'
import { factsOf } from './marker-facts.ts'
import type { MarkerRow } from './MarkerTable.tsx'

const none = { num: 0, den: 0 }
const row: MarkerRow = {
  block_id: 1,
  block_name: '解答',
  full_milli: 10_000,
  marker_id: 1,
  name: '陈思远',
  duty: 'marker',
  suspended: false,
  disabled: false,
  done: 40,
  third_done: 0,
  target: null,
  claimed: 0,
  n: 40,
  mean_milli: 5000,
  sd_milli: 500,
  severity_milli: 0,
  severity_error_milli: 80,
  median_ms: 3000,
  p10_ms: 2000,
  p90_ms: 5000,
  agreement: none,
  consistency: none,
  third_rate: none,
  arbitration_rate: none,
  exact_agreement: none,
  step_agreement: none,
  exact_target: null,
  bias_milli: null,
  bias_error_milli: null,
  bias_count: 0,
  fast_outliers: none,
  valid_reviews: none,
  rejection: none,
  seeds: none,
  self: none,
  seed_state: null,
  drift_milli: 150,
  drift_error_milli: 90,
  drift_per_hour_milli: 300,
  pair_count: 0,
  qwk: null,
  qwk_band_milli: null,
  smd: null,
  automation: [],
  overrule_count: 0,
  last_active: null,
  hours: [],
  last_hour: 0,
  light: 'green',
  reasons: [],
  notes: [],
}
const hourly = (drift_per_hour_milli: number | null) =>
  factsOf({ ...row, drift_per_hour_milli }).find(({ label }) => label === '每小时变化')

test('a change an hour is told with its sign', () => {
  expect(hourly(300)).toMatchObject({ text: '+0.30', n: 40 })
  expect(hourly(300)).not.toHaveProperty('missing')
})

test('readings that lie too close together tell no change an hour, and why', () => {
  expect(hourly(null)).toMatchObject({
    text: '–',
    missing: '首份与末份评阅相隔不足 1 小时，满 1 小时后显示',
  })
})
