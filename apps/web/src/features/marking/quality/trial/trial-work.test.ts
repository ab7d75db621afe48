import { beforeEach, expect, test, vi } from 'vitest'
import { typeKey } from '../../marking-core/entry/score-entry.ts'
import { dropEntry, keepEntry, type OwnTrial, workAfter, workOn } from './trial-work.ts'

beforeEach(() => {
  const kept = new Map([['examination_userId', '7']])
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', storage)
})

const viewOf = (is_deductive: boolean): OwnTrial =>
  ({
    step: 'qualify',
    task: {
      script_id: 1,
      is_deductive,
      points: [{ id: 1, question_no: '17', name: '(1)', full_milli: 12_000, step_milli: 1000 }],
    },
  }) as unknown as OwnTrial

test.for([
  [false, false, null],
  [false, true, '从这份起改为扣减给分：输入的是扣去的分数'],
  [true, false, '从这份起改为累加给分：输入的是得到的分数'],
] as const)('a trial paper scored by taking away %o, then the next %o, tells %s', (ways) => {
  const [before, now, told] = ways
  const first = workOn(viewOf(before))
  if (!first) throw new Error('there is a paper')
  const { work, hint } = workAfter(first, viewOf(now))
  expect([work?.rules.isDeductive, hint]).toEqual([now, told])
})

test('after the last trial paper nothing is told', () => {
  const first = workOn(viewOf(false))
  if (!first) throw new Error('there is a paper')
  const done = { step: 'done', task: null } as unknown as OwnTrial
  expect(workAfter(first, done)).toEqual({ work: null, hint: null })
})

test('what was given to a trial paper is there again after a reload, until it is handed in', () => {
  const first = workOn(viewOf(false))
  if (!first) throw new Error('there is a paper')
  const { rules } = first
  // 1 may become 10, 11 or 12; 7 is a score.
  for (const [key, scores, buffer] of [
    ['1', [null], '1'],
    ['7', [7000], ''],
  ] as const) {
    keepEntry({ ...first, entry: typeKey(first.entry, key, rules) })
    expect(workOn(viewOf(false))?.entry).toMatchObject({ scores, buffer })
  }
  // The same digits take points away by now.
  expect(workOn(viewOf(true))?.entry).toMatchObject({ scores: [12_000], buffer: '' })
  dropEntry(first)
  expect(workOn(viewOf(false))?.entry).toEqual(first.entry)
})
