import { milli } from '@hengjuan/domain'
import { layoutSheet } from '@hengjuan/sheet/layout'
import { describe, expect, it } from 'vitest'
import type { Draft } from '../draft.ts'
import {
  areaName,
  mergeArea,
  mergeRefusal,
  removeArea,
  resizeArea,
  setBreak,
  splitArea,
  withOptionalPolicy,
} from './edit-areas.ts'
import { besideRefusal, toggleBeside, withoutTornRows } from './beside-areas.ts'
import { moveArea, neighbourPlace } from './move-area.ts'

const essay = (no: number) => ({
  no: String(no),
  type: 4,
  fullMilli: milli(10),
  blockKey: String(no),
})
const design: Draft = {
  title: '月考',
  subjectName: '数学',
  paper: 'A4',
  examNoDigits: 8,
  numberStyle: 'bubble',
  notices: [],
  maxPages: 6,
  sections: [
    {
      title: '一、选择题',
      questions: [1, 2].map((no) => ({
        no: String(no),
        type: 1,
        fullMilli: milli(5),
        optionCount: 4,
      })),
    },
    { title: '二、解答题', questions: [essay(3), essay(4)] },
    {
      title: '三、作文',
      questions: [{ no: '5', type: 11, fullMilli: milli(60), blockKey: '5', gridCells: 400 }],
    },
  ],
}

const areasOf = (draft: Draft) =>
  layoutSheet({ ...draft, id: 't', sheetCode: 1, schoolName: '' } as never).pages.flatMap(
    ({ areas }) => areas,
  )
const areaOf = (draft: Draft, no: string, part = 0) =>
  areasOf(draft).find((area) => area.questionNos.includes(no) && area.part === part)!
const nosOf = (draft: Draft) => draft.sections.map(({ questions }) => questions.map(({ no }) => no))

describe('an answer area', () => {
  it('is printed as tall as it was dragged', () => {
    const taller = resizeArea(design, areaOf(design, '3'), 91.3)
    expect(areaOf(taller, '3').heightMm).toBeCloseTo(91.5)
    expect(areaOf(resizeArea(design, areaOf(design, '3'), 4), '3').heightMm).toBe(20)
  })

  it('of a composition changes by whole rows of squares', () => {
    const area = areaOf(design, '5')
    const taller = resizeArea(design, area, area.heightMm + 2 * 9.2)
    const perRow = 23
    expect(taller.sections[2]?.questions[0]?.gridCells).toBe((Math.ceil(400 / perRow) + 2) * perRow)
  })

  it('is split into frames of one block that keep their own heights, and made whole again', () => {
    const two = splitArea(design, areaOf(design, '3'))
    const second = resizeArea(two, areaOf(two, '3', 1), 60)
    expect(areasOf(second).filter(({ questionNos }) => questionNos.includes('3'))).toHaveLength(2)
    expect(areaOf(second, '3', 1).heightMm).toBe(60)
    const whole = mergeArea(second, areaOf(second, '3'))
    expect(areasOf(whole).filter(({ questionNos }) => questionNos.includes('3'))).toHaveLength(1)
  })

  it('is merged with the one before into one frame of one block, and falls apart again', () => {
    const merged = mergeArea(design, areaOf(design, '4'))
    expect(areaOf(merged, '4').questionNos).toEqual(['3', '4'])
    expect(merged.sections[1]?.questions.map(({ blockKey }) => blockKey)).toEqual(['3', '3'])
    const apart = splitArea(merged, areaOf(merged, '4'))
    expect(areaOf(apart, '4').questionNos).toEqual(['4'])
    expect(mergeRefusal(design, areaOf(design, '3'))).toContain('前面没有')
    expect(mergeRefusal(design, areaOf(design, '5'))).toContain('解答类')
  })

  it('is dropped elsewhere, with its section if it is a title', () => {
    const up = moveArea(design, areaOf(design, '4'), { section: 1, beforeNo: '3' })
    expect(nosOf(up)).toEqual([['1', '2'], ['4', '3'], ['5']])
    const away = moveArea(design, areaOf(design, '5'), { section: 0, beforeNo: '1' })
    expect(nosOf(away)).toEqual([
      ['5', '1', '2'],
      ['3', '4'],
    ])
    const title = areasOf(design).find(({ kind, section }) => kind === 'title' && section === 2)!
    expect(nosOf(moveArea(design, title, { section: 0, beforeNo: '1' }))).toEqual([
      ['5'],
      ['1', '2'],
      ['3', '4'],
    ])
  })

  it('moves step by step with the keys, over the border of a section', () => {
    const up = neighbourPlace(design, areaOf(design, '3'), -1)!
    expect(nosOf(moveArea(design, areaOf(design, '3'), up))).toEqual([
      ['1', '2', '3'],
      ['4'],
      ['5'],
    ])
    const down = neighbourPlace(design, areaOf(design, '3'), 1)!
    expect(nosOf(moveArea(design, areaOf(design, '3'), down))).toEqual([
      ['1', '2'],
      ['4', '3'],
      ['5'],
    ])
    expect(neighbourPlace(design, areaOf(design, '1'), -1)).toBeNull()
  })

  it('begins a page when told so, and can be taken away', () => {
    const page = setBreak(design, areaOf(design, '4'), 'page')
    const pages = layoutSheet({ ...page, id: 't', sheetCode: 1, schoolName: '' } as never).pages
    expect(pages[1]?.areas[0]?.questionNos).toEqual(['4'])
    expect(nosOf(removeArea(design, areaOf(design, '5')))).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
    expect(areaName(design, areaOf(design, '1'))).toBe('第1-2题')
  })
})

describe('an area beside another', () => {
  const row = toggleBeside(design, areaOf(design, '4'))

  it('stands level with the one before, and below it again', () => {
    expect(areaOf(row, '4').yMm).toBe(areaOf(row, '3').yMm)
    expect(areaOf(row, '4').xMm).toBeGreaterThan(areaOf(row, '3').xMm)
    const back = toggleBeside(row, areaOf(row, '4'))
    expect(back).toEqual(design)
  })

  it('is resized with its neighbour, from either of them', () => {
    for (const no of ['3', '4']) {
      const taller = resizeArea(row, areaOf(row, no), 70)
      expect([areaOf(taller, '3').heightMm, areaOf(taller, '4').heightMm]).toEqual([70, 70])
    }
  })

  it('leaves the row when it is split or its neighbour is gone', () => {
    const split = withoutTornRows(splitArea(row, areaOf(row, '4')))
    expect(areaOf(split, '4').yMm).toBeGreaterThan(areaOf(split, '3').yMm)
    const alone = withoutTornRows(removeArea(row, areaOf(row, '3')))
    expect(alone.sections[1]?.questions[0]).not.toHaveProperty('besidePrevious')
  })

  it('is refused beside a title, a composition and where marks are printed', () => {
    expect(besideRefusal(design, areaOf(design, '3'))).toContain('前一个作答区')
    expect(besideRefusal(design, areaOf(design, '5'))).toContain('只有解答类')
    expect(besideRefusal({ ...design, scoreEntry: 'bars' }, areaOf(design, '4'))).toContain(
      '打分框',
    )
  })
})

it('takes how optional questions count for all of the group, and leaves other questions alone', () => {
  const group = { id: 'G3', choose: 1 }
  const draft = {
    ...design,
    sections: [
      { title: '选做题', questions: [3, 4].map((no) => ({ ...essay(no), optionalGroup: group })) },
      { title: '解答题', questions: [essay(5)] },
    ],
  }
  const nos = ['3', '4', '5']
  const best = withOptionalPolicy(draft, nos, 'mark_all_take_best')
  const groups = ({ sections }: Draft) =>
    sections.flatMap(({ questions }) => questions.map(({ optionalGroup }) => optionalGroup))
  const taken = { ...group, policy: 'mark_all_take_best' }
  expect(groups(best)).toEqual([taken, taken, undefined])
  expect(groups(withOptionalPolicy(best, nos, 'by_mark'))).toEqual([group, group, undefined])
})
