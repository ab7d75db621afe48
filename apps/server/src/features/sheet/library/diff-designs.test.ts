import type { SheetQuestion } from '@hengjuan/domain'
import { sampleDesigns } from '@hengjuan/sheet'
import { expect, test } from 'vitest'
import { diffDesigns } from './diff-designs.ts'

const sheet = sampleDesigns.mathematics

const withQuestion = (no: string, change: Partial<SheetQuestion> | null) => ({
  ...sheet,
  sections: sheet.sections.map((section) => ({
    ...section,
    questions: section.questions.flatMap((question) =>
      question.no !== no ? [question] : change ? [{ ...question, ...change }] : [],
    ),
  })),
})

test.for([
  ['the same sheet', sheet, []],
  ['another printed code only', { ...sheet, id: 'x', sheetCode: 9 }, []],
  ['another title', { ...sheet, title: '新' }, ['标题']],
  ['a question gone', withQuestion('1', null), ['第 1 题']],
  ['another score', withQuestion('17', { fullMilli: 9000 }), ['第 17 题 分值']],
  ['a question with its text', withQuestion('1', { stem: '题' }), ['第 1 题 题干']],
  ['another type', withQuestion('1', { type: 13 }), ['第 1 题 题型']],
  [
    'optional questions that count differently',
    withQuestion('17', { optionalGroup: { id: 'A', choose: 1, policy: 'mark_all_take_best' } }),
    ['第 17 题 选做'],
  ],
  ['a setting that has no name here', { ...sheet, seal: true } as typeof sheet, ['其他版面设置']],
] as const)('%s', ([, after, expected]) => {
  expect(diffDesigns(sheet, after).map(({ what }) => what)).toEqual(expected)
})

test('the other way round an added question is a removed one', () => {
  const less = withQuestion('1', null)
  expect(diffDesigns(less, sheet)).toMatchObject([
    { kind: 'added', what: '第 1 题', before: '', after: '单选题 5 分' },
  ])
  expect(diffDesigns(sheet, less)).toMatchObject([{ kind: 'removed', after: '' }])
})
