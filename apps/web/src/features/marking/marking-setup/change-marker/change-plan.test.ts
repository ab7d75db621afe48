import type { MarkerChange } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { type Allocation, standingChanges } from './change-plan.ts'

const row = (marker_id: number, suspended: 0 | 1 = 0, duty = 'marker') =>
  ({ marker_id, duty, suspended }) as Allocation['list'][number]

test('a change is gone where its marker stopped or left meanwhile, or who was to take over is there already', () => {
  const changes = new Map<number, MarkerChange>([
    [1, { kind: 'stop' }],
    [2, { kind: 'stop' }],
    [3, { kind: 'replace', byId: 8, byName: '李慧敏' }],
    [4, { kind: 'replace', byId: 9, byName: '张凯' }],
    [5, { kind: 'stop' }],
  ])
  const list = [row(1), row(2, 1), row(3), row(4), row(8), row(5, 0, 'leader')]
  expect([...standingChanges(changes, { list }).keys()]).toEqual([1, 4])
})
