import { expect, test } from 'vitest'
import { shownQuestion } from './pad-question.ts'

test.each([
  [
    { type: 1, stem: '选\nA. 甲\nB. 乙', optionCount: 2 },
    { text: '选', options: ['甲', '乙'], optionCount: 2, blanks: 0 },
  ],
  [
    { type: 2, stem: '选' },
    { text: '选', options: null, optionCount: 4, blanks: 0 },
  ],
  [
    { type: 13, stem: '对吗' },
    { text: '对吗', options: ['正确', '错误'], optionCount: 2, blanks: 0 },
  ],
  [
    { type: 3, stem: '填' },
    { text: '填', options: null, optionCount: 0, blanks: 1 },
  ],
  [
    { type: 3, stem: '填', blanks: 3 },
    { text: '填', options: null, optionCount: 0, blanks: 3 },
  ],
  [
    { type: 12, stem: '配' },
    { text: '配', options: null, optionCount: 0, blanks: 4 },
  ],
  [
    { type: 4, stem: '解 \nA. 第一问' },
    { text: '解 \nA. 第一问', options: null, optionCount: 0, blanks: 0 },
  ],
])('%o is shown as %o', (question, shown) => {
  expect(shownQuestion(question)).toEqual(shown)
})
