import { expect, test } from 'vitest'
import { flagsText, isNoteHere } from './flagged-words.ts'

test('each flag stands once, with how many gave it where several did', () => {
  const flags = [{ flag: 'excellent' }, { flag: 'doubtful' }, { flag: 'excellent' }] as const
  expect(flagsText({ flags })).toBe('优秀卷 ×2、存疑')
})

test('a note stands once, with the first of the flags that its reader gave at once', () => {
  const given = (by_name: string, at: string, note: string | null) => ({ by_name, at, note })
  const flags = [
    given('王芳', '8:00', '有创见'),
    given('王芳', '8:00', '有创见'),
    given('王芳', '9:00', '再看'),
    given('李强', '9:00', null),
  ]
  expect(flags.map((_, index) => isNoteHere(flags, index))).toEqual([true, false, true, false])
})
