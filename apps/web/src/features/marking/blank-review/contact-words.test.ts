import { expect, test } from 'vitest'
import { outcomeText, writtenOf } from './contact-words.ts'

test('what is written stays so while the paper has the same pictures, and on no other sheet', () => {
  const papers = [
    { unit_id: 1, version: 'a' },
    { unit_id: 2, version: 'b' },
    { unit_id: 3, version: 'c' },
  ]
  const written = new Map([
    [1, 'a'],
    // Cut anew since.
    [2, 'x'],
    // Gone to the markers.
    [9, 'z'],
  ])
  expect([...writtenOf(papers, written).keys()]).toEqual([1])
})

const none = {
  confirmed: 0,
  checks: 0,
  earlier_checks: 0,
  awaiting_second: 0,
  skipped: 0,
  changed: 0,
}

test.for([
  [{ confirmed: 17, checks: 3 }, '17 份确认为空白，3 份抽检，转入正常阅卷'],
  // One was confirmed now, and one of those before is marked in its place.
  [
    { confirmed: 1, checks: 1, earlier_checks: 1 },
    '1 份确认为空白，1 份抽检（其中 1 份是此前确认的），转入正常阅卷',
  ],
  [{ checks: 1 }, '1 份抽检，转入正常阅卷'],
] as const)('what came of a sheet: %o', ([done, text]) => {
  expect(outcomeText({ ...none, ...done }, 0)).toBe(text)
})
