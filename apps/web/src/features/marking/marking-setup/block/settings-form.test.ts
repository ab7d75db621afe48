import { expect, test } from 'vitest'
import type { Block } from './settings-field.ts'
import { SETTINGS_FIELDS } from './settings-fields.ts'
import {
  changesOf,
  commonOf,
  copiedTo,
  copiedTogether,
  refusalOf,
  shownOf,
  typedOf,
} from './settings-form.ts'

const block = (over: Partial<Block>): Block =>
  ({
    mark_mode: 1,
    double_ratio: 100,
    tolerance_milli: 2000,
    default_tolerance_milli: 2000,
    full_milli: 12_000,
    combine: 'mean',
    compare_scope: 'total',
    round_step_milli: 0,
    score_type: 3,
    add_type: 0,
    submit_type: 2,
    traces: 0,
    avoid_own_class: null,
    auto_top_up: 1,
    reading_count: 0,
    held_count: 0,
    ...over,
  }) as Block

test('blocks have in common what is the same in all of them', () => {
  const common = commonOf([block({}), block({ add_type: 1 }), block({ tolerance_milli: 1000 })])
  expect(common).toMatchObject({ mark_mode: 1, submit_type: 2 })
  expect(common).not.toHaveProperty('add_type')
  expect(common).not.toHaveProperty('tolerance_milli')
  expect(commonOf([])).toEqual({})
})

test.for([
  [12_000, 3000, 'the same full mark keeps the tolerance'],
  [60_000, 6000, 'another full mark gets the usual one'],
] as const)('copied to a block of %i the tolerance is %i (%s)', ([full, tolerance]) => {
  const source = block({ tolerance_milli: 3000, mark_mode: 3 })
  const target = block({ full_milli: full, default_tolerance_milli: 6000 })
  expect(copiedTo(source, target)).toMatchObject({ tolerance_milli: tolerance, mark_mode: 3 })
})

test('what belongs to the question of a block is not taken over with the rest', () => {
  const composition = block({ words_least: 800, seed_point_milli: 3000, add_type: 1 })
  const short = block({ words_least: 0, seed_point_milli: 0 })
  const long = block({ words_least: 0, seed_point_milli: 1000 })
  const wanted = copiedTogether(composition, [short, long])
  expect(wanted).toMatchObject({ words_least: 0, add_type: 1 })
  // Where they differ, each keeps its own.
  expect(wanted.seed_point_milli).toBeUndefined()
  expect(changesOf(long, wanted)).toEqual({ add_type: 1 })
})

test('a block with readings keeps its rules and takes the settings of the page', () => {
  const wanted = { mark_mode: 3, tolerance_milli: 1000, submit_type: 1, traces: 0 }
  expect(changesOf(block({}), wanted)).toEqual({
    mark_mode: 3,
    tolerance_milli: 1000,
    submit_type: 1,
  })
  expect(changesOf(block({ reading_count: 4 }), wanted)).toEqual({ submit_type: 1 })
})

test.for([
  [0, true],
  [800, true],
  [50, true],
  [750, true],
  [3000, true],
  [49, false],
  [3001, false],
  [120.5, false],
  [Number.NaN, false],
] as const)('a composition of at least %d words may be asked for: %s', ([words, may]) => {
  const field = SETTINGS_FIELDS.find(({ key }) => key === 'words_least')
  expect(field && refusalOf(field, words)).toBe(may ? null : '「作文至少」应为 50 到 3000 字的整数')
})

const freeOf = (key: string) => {
  const free = SETTINGS_FIELDS.find((field) => field.key === key)?.free
  if (!free) throw new Error(`${key} takes ready-made values only`)
  return free
}

test.for([
  ['double_ratio', '12.5', 12.5],
  ['double_ratio', ' 33.33 ', 33.33],
  ['double_ratio', '33.333', Number.NaN],
  ['double_ratio', '-1', Number.NaN],
  ['min_ms', '4', 4000],
  ['min_ms', '1.5', 1500],
  ['min_ms', '1.55', Number.NaN],
  ['daily_cap', '650', 650],
  ['daily_cap', '6.5', Number.NaN],
  ['daily_cap', '', Number.NaN],
] as const)('%s: «%s» typed is stored as %f', ([key, text, stored]) => {
  expect(typedOf(freeOf(key), text)).toBe(stored)
  if (!Number.isNaN(stored)) expect(shownOf(freeOf(key), stored)).toBe(text.trim())
})

test.for([
  ['double_ratio', 12.5, null],
  ['double_ratio', 5, null],
  ['double_ratio', 0, '「双评比例」应为 0.01 到 100 %的数，最多 2 位小数'],
  ['double_ratio', 100.5, '「双评比例」应为 0.01 到 100 %的数，最多 2 位小数'],
  ['double_ratio', Number.NaN, '「双评比例」应为 0.01 到 100 %的数，最多 2 位小数'],
  ['min_ms', 1500, null],
  ['min_ms', 0, null],
  ['min_ms', 3_600_000, '「每份至少查看」应为 0.1 到 600 秒的数，最多 1 位小数'],
  ['daily_cap', 1, null],
  ['daily_cap', 100_001, '「每人每天最多」应为 1 到 100000 份的整数'],
] as const)('%s of %f: %s', ([key, value, refusal]) => {
  const field = SETTINGS_FIELDS.find((one) => one.key === key)
  expect(field && refusalOf(field, value)).toBe(refusal)
})
