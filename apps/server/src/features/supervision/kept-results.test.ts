import { expect, test } from 'vitest'
import { KeptResults } from './kept-results.ts'

test.for([
  [20_000, 1, 2, 'few readings: taken anew at once'],
  [200_000, 9999, 1, 'many: stands for ten seconds'],
  [200_000, 10_000, 2, 'and no longer'],
] as const)(
  'of %i readings, asked again after %i ms: taken %i times (%s)',
  async ([readings, later, times]) => {
    const kept = new KeptResults<number>()
    let taken = 0
    const take = async () => ({ result: ++taken, readings })
    await kept.of(1, 0, take)
    expect(await kept.of(1, later, take)).toBe(times)
  },
)

test('each block has its own result, and a failure is not kept', async () => {
  const kept = new KeptResults<string>()
  const many = (result: string) => async () => ({ result, readings: 100_000 })
  await expect(kept.of(1, 0, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await kept.of(1, 0, many('first'))).toBe('first')
  expect(await kept.of(2, 0, many('second'))).toBe('second')
  expect(await kept.of(1, 1, many('other'))).toBe('first')
})
