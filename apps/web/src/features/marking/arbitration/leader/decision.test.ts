import { describe, expect, test } from 'vitest'
import { type Decision, decisionBody } from './decision.ts'

const TASK = { unit_id: 7, reading_id: 70, version: 'v2' }
const TICK = { kind: 'tick', part: 0, x: 1, y: 2 } as const

const BESIDE = {
  questionIds: [],
  flagNote: '第 2 步有创见',
  marks: [TICK],
  rubricVersion: 3,
  pressed: ['a1'],
}
const decided = (is: Partial<Decision>): Decision => ({
  outcome: 'score',
  scores: [],
  flags: [],
  to: {},
  ...is,
})
const BY = { rubric_version: 3, pressed_entries: ['a1'] }

describe('what the server is told of a decision', () => {
  test.for([
    [
      'arbitration',
      { scores: [2000, 500] },
      { scores: [2000, 500], ...BY, flags: [], traces: [TICK] },
    ],
    [
      'arbitration',
      { scores: [2000], flags: ['excellent'] },
      { scores: [2000], ...BY, flags: ['excellent'], flag_note: '第 2 步有创见', traces: [TICK] },
    ],
    [
      'problem',
      { scores: [2000], flags: ['excellent'] },
      { outcome: 'score', scores: [2000], ...BY },
    ],
    [
      'arbitration',
      { outcome: 'return', to: { to_user_id: 4 } },
      { outcome: 'return', to_user_id: 4 },
    ],
    [
      'arbitration',
      { outcome: 'return', to: { to_reading_id: 71, comment: '漏看第 2 步' } },
      { outcome: 'return', to_reading_id: 71, comment: '漏看第 2 步' },
    ],
    [
      'problem',
      { outcome: 'return', to: { exclude_raiser: 1 } },
      { outcome: 'return', exclude_raiser: 1 },
    ],
    ['problem', { outcome: 'to_image' }, { outcome: 'to_image' }],
    ['problem', { outcome: 'void', to: { comment: '空白' } }, { outcome: 'void', comment: '空白' }],
  ] as const)('%s, %o → %o', ([mode, is, told]) => {
    expect(decisionBody(mode, TASK, decided(is), BESIDE)).toEqual({ mode, ...TASK, ...told })
  })

  test('signs go only with a block that keeps them, the rubric once it was read', () => {
    const bare = { ...BESIDE, marks: null, rubricVersion: null, pressed: [] }
    expect(decisionBody('arbitration', TASK, decided({ scores: [0] }), bare)).toEqual({
      mode: 'arbitration',
      ...TASK,
      scores: [0],
      flags: [],
    })
  })

  test('which questions were answered goes with whatever becomes of the paper', () => {
    const chosen = { ...BESIDE, questionIds: [22] }
    for (const outcome of ['score', 'return', 'to_image', 'misconduct'] as const)
      expect(decisionBody('problem', TASK, decided({ outcome }), chosen).question_ids).toEqual([22])
  })
})
