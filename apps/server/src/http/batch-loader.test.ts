import type { Db } from '@hengjuan/db'
import { expect, test } from 'vitest'
import { batchLoader } from './batch-loader.ts'

const db = {} as Db

test('those who ask at the same time share one statement, whoever comes while it runs gets the next', async () => {
  const loads: string[][] = []
  const gates: (() => void)[] = []
  const find = batchLoader<string, string>(async (_, keys) => {
    loads.push([...keys])
    await new Promise<void>((open) => void gates.push(open))
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, `row ${key}`]))
  })
  const first = Promise.all([find(db, 'a'), find(db, 'b'), find(db, 'a'), find(db, 'none')])
  await expect.poll(() => gates.length).toBe(1)
  const second = Promise.all([find(db, 'a'), find(db, 'c')])
  gates[0]?.()
  expect(await first).toEqual(['row a', 'row b', 'row a', undefined])
  await expect.poll(() => gates.length).toBe(2)
  gates[1]?.()
  expect(await second).toEqual(['row a', 'row c'])
  expect(loads).toEqual([
    ['a', 'b', 'none'],
    ['a', 'c'],
  ])
})

test('a failure is told to all who asked, and the next statement is tried again', async () => {
  let tries = 0
  const find = batchLoader<number, number>(async (_, keys) => {
    if (++tries === 1) throw new Error('connection lost')
    return new Map(keys.map((key) => [key, key]))
  })
  const outcomes = await Promise.allSettled([find(db, 1), find(db, 2)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await find(db, 3)).toBe(3)
})
