import { expect, test } from 'vitest'

import { groupsOf, parseCheckArguments, STAGES } from './stages.ts'

const names = (args: string[]) => parseCheckArguments(args).stages.map(({ name }) => name)

test('without arguments every stage runs and the first failure stops', () => {
  expect(parseCheckArguments([])).toEqual({ stages: STAGES, keepGoing: false, list: false })
})

test.for([
  [['--only', 'unit'], ['unit']],
  [['--only=unit'], ['unit']],
  [
    ['--only', 'api,format'],
    ['format', 'api'],
  ],
  [['--keep-going', '--only', 'lint,', '--list'], ['lint']],
])('%o runs %o, in the order of the stages', ([args = [], stages]) => {
  expect(names(args)).toEqual(stages)
})

test('flags are read wherever they stand', () => {
  const options = parseCheckArguments(['--keep-going', '--only', 'unit', '--list'])
  expect(options).toMatchObject({ keepGoing: true, list: true })
})

test.for([
  [['--only', 'units'], '没有阶段 units'],
  [['--only'], '--only 后面要写阶段名'],
  [['--only='], '--only 后面要写阶段名'],
  [['--onyl', 'unit'], '不认识的参数 --onyl'],
] as const)('%o is refused: %s', ([args, message]) => {
  expect(() => parseCheckArguments(args)).toThrow(message)
})

test('every stage has its own name', () => {
  expect(new Set(STAGES.map(({ name }) => name)).size).toBe(STAGES.length)
})

test('neighbours that belong together run at once, everything else by itself and in order', () => {
  const groups = groupsOf(STAGES).map((group) => group.map(({ name }) => name))
  expect(groups.flat()).toEqual(STAGES.map(({ name }) => name))
  expect(groups.filter(({ length }) => length > 1)).toEqual([
    ['unit', 'lint', 'boundaries', 'dead-code', 'database'],
    ['api', 'scan', 'browser', 'fault', 'demo'],
  ])
})

test('beside the pages, which go first, run scanners, crashes and the demonstration, one after the other', () => {
  const laneOf = (lane: string) => STAGES.filter((stage) => stage.lane === lane)
  expect(laneOf('pages').map(({ name, niceness = 0 }) => [name, niceness])).toEqual([
    ['api', 0],
    ['browser', 0],
  ])
  expect(laneOf('machines').map(({ name }) => name)).toEqual(['scan', 'fault', 'demo'])
  expect(laneOf('machines').every(({ niceness = 0 }) => niceness > 0)).toBe(true)
})

test('a stage that is asked for alone runs alone', () => {
  const { stages } = parseCheckArguments(['--only', 'lint,demo'])
  expect(groupsOf(stages).map(({ length }) => length)).toEqual([1, 1])
})
