import { expect, test } from 'vitest'
import { latenciesOf } from './pgbench.ts'

test('a log of pgbench tells how long each transaction took since it was due', () => {
  // Client, transaction, microseconds, script, seconds and microseconds of its end, lag: as pgbench 15 writes it.
  const log = '0 1 2437 0 1764303601 120345 187\n3 1 18250 0 1764303601 121002 12001\n'
  expect(latenciesOf(log)).toEqual([2.437, 18.25])
})
