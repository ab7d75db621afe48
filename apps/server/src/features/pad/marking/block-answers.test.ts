import type { SheetDesign } from '@hengjuan/domain'
import { describe, expect, test } from 'vitest'
import { blockParts, storedChoices } from './block-answers.ts'

const question = (id: number, type: number, block_id: number | null = null) => ({
  id,
  no: String(id),
  type,
  block_id,
})
const answer = (question_id: number, value: string, sub = '') => ({ question_id, sub, value })
const optional = { id: 'A', choose: 1 }
const design = {
  sections: [
    {
      title: '',
      questions: [
        { no: '1', type: 1, fullMilli: 3000 },
        { no: '2', type: 2, fullMilli: 3000 },
        { no: '3', type: 4, fullMilli: 9000, optionalGroup: optional },
        { no: '4', type: 4, fullMilli: 9000, optionalGroup: optional },
      ],
    },
  ],
} as unknown as SheetDesign
const questions = [question(1, 1), question(2, 2), question(3, 4, 7), question(4, 4, 7)]

describe('choices', () => {
  test('stand by their letters, and as blank where none was chosen', () => {
    expect(storedChoices(design, questions, [answer(2, 'AC')])).toEqual({
      1: { answer: [], source: 'online', resolved_as: 'blank' },
      2: { answer: ['A', 'C'], source: 'online', resolved_as: 'answer' },
      'optional:A': { answer: [], source: 'online', resolved_as: 'blank' },
    })
  })

  test.each([
    [[answer(4, '解')], ['4']],
    [[answer(3, '  '), answer(4, 'f'.repeat(64), 'photos')], ['4']],
    [
      [answer(3, '解'), answer(4, '解')],
      ['3', '4'],
    ],
  ])('of an optional group are what something is written for: %j', (answers, nos) => {
    expect(storedChoices(design, questions, answers)['optional:A']?.answer).toEqual(nos)
  })
})

describe('a block', () => {
  const hash = 'a'.repeat(64)
  const sizes = new Map([[hash, { width_px: 800, height_px: 600 }]])
  test('has texts, blanks in their order and photos, question by question', () => {
    const given = [
      answer(3, '二', '2'),
      answer(3, '一', '1'),
      answer(4, '见照片'),
      answer(4, hash, 'photos'),
    ]
    const { parts, photos, isBlank } = blockParts(questions.slice(2), given, sizes)
    expect(parts).toEqual([
      { kind: 'heading', text: '第 3 题' },
      { kind: 'text', text: '（1）一' },
      { kind: 'text', text: '（2）二' },
      { kind: 'heading', text: '第 4 题' },
      { kind: 'text', text: '见照片' },
      { kind: 'photo', widthPx: 800, heightPx: 600 },
    ])
    expect([photos, isBlank]).toEqual([[hash], false])
  })

  test('without a word is blank, and says so', () => {
    const { parts, isBlank } = blockParts(questions.slice(3), [answer(4, ' ')], sizes)
    expect(isBlank).toBe(true)
    expect(parts.at(-1)).toEqual({ kind: 'note', text: '（未作答）' })
  })
})
