import { milli } from '@hengjuan/domain'
import type { SheetDesign, SheetQuestion } from '@hengjuan/domain'
import { describe, expect, it } from 'vitest'
import { SheetDesignError, validateDesign } from './design-problems.ts'
import { layoutSheet } from './layout-sheet.ts'
import { sampleDesigns } from './samples.ts'

const choice = (no: string, more: Partial<SheetQuestion> = {}): SheetQuestion => ({
  no,
  type: 1,
  fullMilli: milli(5),
  ...more,
})
const essay = (no: string, more: Partial<SheetQuestion> = {}): SheetQuestion => ({
  no,
  type: 4,
  fullMilli: milli(10),
  blockKey: `b${no}`,
  ...more,
})
const design = (questions: SheetQuestion[], more: Partial<SheetDesign> = {}): SheetDesign => ({
  ...sampleDesigns.english,
  sections: [{ title: '', questions }],
  ...more,
})
const optional = { optionalGroup: { id: 'A', choose: 1 }, blockKey: 'ab' }

const problemsOf = (faulty: SheetDesign) => {
  try {
    layoutSheet(faulty)
    return []
  } catch (error) {
    if (error instanceof SheetDesignError) return error.problems
    throw error
  }
}

describe('a design is refused', () => {
  it.each([
    ['without questions', design([]), 'NO_QUESTIONS', '还没有题目'],
    ['with a number twice', design([choice('1'), choice('1')]), 'DUPLICATE_NO', '题号 1 重复'],
    ['with one variant', design([choice('1')], { paperVariants: 1 }), 'SHEET_FIELD', '2 到 4 种'],
    ['with five variants', design([choice('1')], { paperVariants: 5 }), 'SHEET_FIELD', '2 到 4 种'],
    [
      'with an unknown entry of marks',
      design([choice('1')], { scoreEntry: 'stamps' as 'bars' }),
      'SHEET_FIELD',
      '登分方式',
    ],
    ['with one option', design([choice('1', { optionCount: 1 })]), 'OPTION_COUNT', '2 到 26'],
    ['with 27 options', design([choice('1', { optionCount: 27 })]), 'OPTION_COUNT', '27'],
    ['with no full mark', design([choice('1', { fullMilli: 0 })]), 'FULL_MARK', '大于 0'],
    ['with no block', design([essay('1', { blockKey: undefined })]), 'BLOCK_KEY', '没有题块'],
    ['with a colon in a block', design([essay('1', { blockKey: 'a:b' })]), 'BLOCK_KEY', '题块名'],
    ['with a tiny area', design([essay('1', { heightMm: 3 })]), 'ANSWER_AREA', '20 到 520'],
    [
      'with score points that do not add up',
      design([
        essay('1', { scorePoints: [{ name: '一', fullMilli: milli(4), stepMilli: milli(1) }] }),
      ]),
      'SCORE_POINTS',
      '合计 4 分，与满分 10 分不一致',
    ],
    [
      'with optional questions apart',
      design([essay('1', optional), essay('2'), essay('3', optional)]),
      'OPTIONAL_GROUP',
      '连续排列',
    ],
    [
      'with optional questions of unequal worth',
      design([essay('1', optional), essay('2', { ...optional, fullMilli: milli(8) })]),
      'OPTIONAL_GROUP',
      '分值须相同',
    ],
    [
      'with optional questions that count differently',
      design([
        essay('1', optional),
        essay('2', {
          ...optional,
          optionalGroup: { ...optional.optionalGroup, policy: 'mark_all_take_best' },
        }),
      ]),
      'OPTIONAL_GROUP',
      '选做计分须相同',
    ],
    [
      'with one optional question',
      design([essay('1', optional), essay('2')]),
      'OPTIONAL_GROUP',
      '至少 2 题',
    ],
    [
      'with a paper that no printer knows',
      design([choice('1')], { paper: 'B5' as 'A4' }),
      'SHEET_FIELD',
      '8K',
    ],
    [
      'with three columns on A4',
      design([choice('1')], { columns: 3 }),
      'SHEET_FIELD',
      '最多分 2 栏',
    ],
    ['with seven pages', design([choice('1')], { maxPages: 7 }), 'SHEET_FIELD', '1 到 6'],
    [
      'with a fold through a column',
      design([choice('1')], { folded: true }),
      'SHEET_FIELD',
      '折叠',
    ],
    [
      'with a crest that is no picture',
      design([choice('1')], { crest: 'data:text/html,x' }),
      'SHEET_FIELD',
      '校徽',
    ],
    [
      'with an area in one part',
      design([essay('1', { partsMm: [60] })]),
      'ANSWER_AREA',
      '2 到 6 个',
    ],
    [
      'with areas merged across blocks',
      design([essay('1'), essay('2', { joinsPrevious: true })]),
      'ANSWER_AREA',
      '同一题块',
    ],
    [
      'with more options than a column holds',
      design([choice('1', { optionCount: 26 })], { columns: 2 }),
      'TOO_NARROW',
      '栏宽',
    ],
    ['with 13 digits', design([choice('1')], { examNoDigits: 13 }), 'SHEET_FIELD', '4 到 12 位'],
    ['with a code too large', design([choice('1')], { sheetCode: 65536 }), 'SHEET_FIELD', '65535'],
  ] as const)('%s', (_title, faulty, code, words) => {
    const problems = problemsOf(faulty)
    expect(problems.find((problem) => problem.code === code)?.message).toContain(words)
  })

  it('when it needs more than two pages, and says how much more and what to do', () => {
    const long = design(Array.from({ length: 20 }, (_, no) => essay(String(no), { heightMm: 90 })))
    expect(() => layoutSheet(long)).toThrow(
      /超出正反两面，约多出 \d+ 厘米。请增加页数上限、改用 A3 纸/,
    )
  })

  it.each(Object.entries(sampleDesigns))('but not the sample %s', (_name, sample) => {
    expect(validateDesign(sample)).toEqual([])
  })
})
