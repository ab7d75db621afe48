import { expect, test } from 'vitest'
import { TtlCache } from './ttl-cache.ts'

const at = (nowMs: number, more: { stamp?: string; among?: number; readings?: number } = {}) => ({
  stamp: '',
  readings: 100_000,
  nowMs,
  ...more,
})

test.for([
  [5000, 1, 1, 2, 2, 'few readings: taken anew at once'],
  [5000, 1, 45, 2, 2, 'also among others'],
  [15_000, 14_999, 1, 1, 1, 'many: stands for fifteen seconds'],
  [15_000, 15_000, 1, 1, 2, 'then it is given while the next one is taken'],
  [15_000, 134_999, 1, 1, 2, 'for two minutes'],
  [15_000, 135_000, 1, 2, 2, 'and no longer'],
  [15_000, 59_999, 2, 1, 1, 'among others for a minute'],
  [15_000, 60_000, 2, 1, 2, 'and no longer'],
  [100_000, 224_999, 45, 1, 1, 'among many of a large exam for longer'],
  [100_000, 225_000, 45, 1, 2, 'and no longer'],
  [500_000, 59_999, 1, 1, 1, 'however many: a minute'],
  [500_000, 60_000, 1, 1, 2, 'and no longer'],
] as const)(
  'TTL cache: of %i readings, asked again after %i ms, one of %i: the result of time %i, taken %i times (%s)',
  async ([readings, later, among, given, times]) => {
    const cache = new TtlCache<number>()
    let taken = 0
    const take = async () => ++taken
    await cache.get(1, at(0, { readings }), take)
    expect(await cache.get(1, at(later, { readings, among }), take)).toBe(given)
    expect(taken).toBe(times)
  },
)

test('TTL cache: each block has its own result, and a failure is not kept', async () => {
  const cache = new TtlCache<string>()
  const many = (result: string) => async () => result
  await expect(cache.get(1, at(0), () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await cache.get(1, at(0), many('first'))).toBe('first')
  expect(await cache.get(2, at(0), many('second'))).toBe('second')
  expect(await cache.get(1, at(1), many('other'))).toBe('first')
})

test('TTL cache: what it depends on besides the readings is seen at once', async () => {
  const cache = new TtlCache<string>()
  const many = (result: string) => async () => result
  await cache.get(1, at(0, { stamp: 'limits' }), many('before'))
  expect(await cache.get(1, at(1, { stamp: 'other limits' }), many('after'))).toBe('after')
})

test('TTL cache: of many it is taken once for all who ask meanwhile, of few for each', async () => {
  const cache = new TtlCache<number>()
  let taken = 0
  const take = async () => ++taken
  const thrice = (readings: number) =>
    Promise.all([1, 2, 3].map(() => cache.get(1, at(0, { readings }), take)))
  expect(await thrice(15_000)).toEqual([1, 1, 1])
  expect(await thrice(10)).toEqual([2, 3, 4])
})
