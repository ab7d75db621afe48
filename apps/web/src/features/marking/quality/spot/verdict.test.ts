import { describe, expect, test } from 'vitest'
import {
  agree,
  correctionOf,
  isChange,
  type Said,
  sendBack,
  type Verdict,
  verdictBody,
  type VerdictDraft,
  withPoints,
} from './verdict.ts'

type Checked = Parameters<typeof agree>[0]

const point = (id: number, question_no: string) => ({
  id,
  question_no,
  name: question_no,
  full_milli: 5000,
  step_milli: 500,
})
/** 3 and 4 of 5 each, by a marker to whom it can go back. */
const TASK = {
  points: [point(1, '21'), point(2, '22')],
  scores: [3000, 4000],
  best_of: null,
  total_milli: 7000,
  reject_reason: null,
} as unknown as Checked
const FULL: Checked = { ...TASK, reject_reason: '已打回 2 次，不能再打回' }

const draftOf = (is: Partial<VerdictDraft> = {}): VerdictDraft => ({
  score: '',
  scores: null,
  comment: '',
  isShown: true,
  ...is,
})
const verdict = (is: Partial<Verdict> = {}): Said => ({
  kind: 'verdict',
  verdict: { isRejected: false, scoreMilli: null, scores: null, comment: '', ...is },
})
const refused = (problem: string, needsComment = false): Said => ({
  kind: 'refused',
  problem,
  needsComment,
})
const BLIND = { isShown: false }
const NONE_YET = refused('盲查：请先给出您的分数')
const OUT_OF_RANGE = refused('请填 0 到 10 之间的分数')

describe('Enter', () => {
  test.for([
    [{}, verdict(), 'nothing typed agrees'],
    [{ score: ' 7 ' }, verdict(), 'so does the score that the marker gave'],
    [{ score: '6.5' }, verdict({ scoreMilli: 6500 }), 'another corrects'],
    [
      { score: '7', scores: [4000, 3000] },
      verdict({ scoreMilli: 7000, scores: [4000, 3000] }),
      'the same total of other points corrects',
    ],
    [{ score: '10' }, verdict({ scoreMilli: 10_000 }), 'all that there is'],
    [{ score: '10.5' }, OUT_OF_RANGE, 'more than there is'],
    [{ score: '.' }, OUT_OF_RANGE, 'no number'],
    [{ comment: '给分偏紧' }, verdict({ comment: '给分偏紧' }), 'words go with it'],
    [BLIND, NONE_YET, 'blind, one has to be given first'],
    [{ ...BLIND, score: '7' }, { kind: 'shown', isSame: true }, 'blind, the same'],
    [{ ...BLIND, score: '6' }, { kind: 'shown', isSame: false }, 'blind, another'],
  ] as [Partial<VerdictDraft>, Said, string][])('%o → %o (%s)', ([is, said]) => {
    expect(agree(TASK, draftOf(is))).toEqual(said)
  })
})

describe('Ctrl+Backspace', () => {
  const comment = '漏看第 2 步'
  test.for([
    [TASK, { comment }, verdict({ isRejected: true, comment }), 'goes back'],
    [TASK, { comment: ' ' }, refused('打回重评请写明原因，阅卷教师会看到', true), 'for no reason'],
    [TASK, { comment, score: '7' }, verdict({ isRejected: true, comment }), 'no correction'],
    [
      TASK,
      { comment, score: '5' },
      verdict({ isRejected: true, scoreMilli: 5000, comment }),
      'corrected, and counts as sent back',
    ],
    [
      TASK,
      { score: '5' },
      refused('打回并改分请写明原因，会留在抽查记录中', true),
      'corrected for no reason',
    ],
    [FULL, { comment }, refused('已打回 2 次，不能再打回'), 'can not go back once more'],
    [
      FULL,
      { comment, score: '5' },
      verdict({ isRejected: true, scoreMilli: 5000, comment }),
      'corrected, it does not go back',
    ],
    [TASK, { comment, score: '11' }, OUT_OF_RANGE, 'more than there is'],
    [TASK, { ...BLIND, comment, score: '5' }, NONE_YET, 'blind, not before it is shown'],
  ] as [Checked, Partial<VerdictDraft>, Said, string][])(
    '%#: %o, %o → %o (%s)',
    ([task, is, said]) => {
      expect(sendBack(task, draftOf(is))).toEqual(said)
    },
  )
})

test.for([
  [{}, false, null],
  [{ score: '7' }, false, null],
  [{ score: '6' }, true, [3000, 3000]],
  // What is typed may not be a number yet.
  [{ score: '6.' }, true, null],
  [{ scores: [4000, 3000], score: '7' }, true, [4000, 3000]],
  // Before it is shown, the buttons do not tell that the marker gave the same.
  [{ score: '7', isShown: false }, true, [3000, 4000]],
] as [Partial<VerdictDraft>, boolean, number[] | null][])(
  '%o is a change: %s, of the points %o',
  ([is, changes, points]) => {
    expect(isChange(TASK, draftOf(is))).toBe(changes)
    expect(correctionOf(TASK, draftOf(is))).toEqual(points)
  },
)

test.for([
  [[3000, 4000], { score: '', scores: null }],
  [[4000, 3000], { score: '7', scores: [4000, 3000] }],
  [[3000, 4500], { score: '7.5', scores: [3000, 4500] }],
] as [number[], ReturnType<typeof withPoints>][])('points %o make %o', ([next, after]) => {
  expect(withPoints(TASK, next)).toEqual(after)
})

test('where only the best question counts, its score is the total, and what can be given', () => {
  const best: Checked = { ...TASK, best_of: 1, total_milli: 4000 }
  expect(withPoints(best, [4500, 4000]).score).toBe('4.5')
  expect(agree(best, draftOf({ score: '6' }))).toEqual(refused('请填 0 到 5 之间的分数'))
})

test.for([
  [{}, { is_rejected: 0, is_marked: 0 }],
  [{ scoreMilli: 5000 }, { is_rejected: 0, is_marked: 1, reject_score: 5000 }],
  [
    { scoreMilli: 5000, scores: [1000, 4000] },
    { is_rejected: 0, is_marked: 1, reject_score: 5000, reject_scores: [1000, 4000] },
  ],
  [{ isRejected: true }, { is_rejected: 1, is_marked: 0 }],
  [
    { isRejected: true, scoreMilli: 0 },
    { is_rejected: 1, is_marked: 1, reject_score: 0 },
  ],
] as [Partial<Verdict>, object][])('%o is told as %o', ([is, told]) => {
  const of = { marker_id: 3, task_detail_id: 8, version: 2 }
  const said: Verdict = { isRejected: false, scoreMilli: null, scores: null, comment: '', ...is }
  expect(verdictBody(of, said)).toEqual({ ...of, comment: '', ...told })
})
