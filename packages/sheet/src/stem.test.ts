import type { SheetDesign } from '@hengjuan/domain'
import { expect, it } from 'vitest'
import { SheetDesignError } from './design-problems.ts'
import type { PageGeometry, Slot } from './geometry.ts'
import { layoutSheet } from './layout-sheet.ts'
import { blocksOf, questionsOf } from './marking-blocks.ts'
import { printedBoxes } from './printed-areas.ts'
import { combinedDesigns } from './testing/combined-designs.ts'

const plain = combinedDesigns[0]!.design

it.for(combinedDesigns)('$name: every text stands right above its own answer', ({ design }) => {
  const { pages, columns } = layoutSheet(design)
  const columnOf = (page: PageGeometry, xMm: number) =>
    page.page * columns + Math.floor((xMm / page.widthMm) * columns)
  const blockOf = (no: string) =>
    blocksOf(design).find(({ questionNos }) => questionNos.includes(no))?.key ?? no
  const asked = questionsOf(design).filter(({ stem }) => stem)
  const numbers = pages.flatMap((page) =>
    page.drawing.flatMap((one) => {
      const no = one.kind === 'text' && asked.find((each) => `${each.no}.` === one.text)?.no
      const isLabel = page.regions.some((box) => one.kind === 'text' && isInside(one, box))
      if (one.kind !== 'text' || !no || isLabel) return []
      return [{ no, column: columnOf(page, one.xMm), yMm: one.yMm }]
    }),
  )
  expect(numbers.map(({ no }) => no).toSorted()).toEqual(asked.map(({ no }) => no).toSorted())
  for (const { no, column, yMm } of numbers) {
    const answers = pages.flatMap((page) => [
      ...page.fields
        .filter(({ id }) => id === `choice:${no}`)
        .flatMap(({ bubbles }) => bubbles.map((each) => ({ page, ...each }))),
      ...page.regions
        .filter(({ blockKey }) => blockKey === blockOf(no))
        .map((each) => ({ page, ...each })),
    ])
    const below = answers
      .filter((each) => columnOf(each.page, each.xMm) === column && each.yMm > yMm)
      .map((each) => each.yMm)
    expect(below.length, `answer below ${no}`).toBeGreaterThan(0)
    // Only texts that share the answer area stand between a text and its answer.
    const between = numbers.filter(
      (other) => other.column === column && other.yMm > yMm && other.yMm < Math.min(...below),
    )
    for (const other of between) expect(blockOf(other.no)).toBe(blockOf(no))
  }
})

const isInside = (at: { xMm: number; yMm: number }, box: Slot) =>
  at.xMm >= box.xMm &&
  at.xMm <= box.xMm + box.widthMm &&
  at.yMm >= box.yMm &&
  at.yMm <= box.yMm + box.heightMm

it('keeps the text out of what is cut and shown to markers', () => {
  for (const { design } of combinedDesigns)
    for (const page of layoutSheet(design).pages)
      for (const primitive of page.drawing) {
        if (primitive.kind !== 'text' || !primitive.text.includes('△ABC')) continue
        const [box] = printedBoxes(primitive)
        for (const region of page.regions)
          expect(
            box!.yMm + box!.heightMm <= region.yMm ||
              box!.yMm >= region.yMm + region.heightMm ||
              box!.xMm >= region.xMm + region.widthMm ||
              box!.xMm + box!.widthMm <= region.xMm,
          ).toBe(true)
      }
})

const withStem = (stem: string): SheetDesign => ({
  ...plain,
  sections: [
    {
      title: '一、解答题',
      questions: [{ no: '1', type: 4, fullMilli: 12_000, blockKey: 'q1', heightMm: 60, stem }],
    },
  ],
})
const problemsOf = (design: SheetDesign) => {
  try {
    layoutSheet(design)
    return []
  } catch (error) {
    if (error instanceof SheetDesignError) return error.problems
    throw error
  }
}

it.for([
  ['题\n'.repeat(60), '题干太长，一栏里放不下'],
  ['题'.repeat(2001), '题干最多 2000 字，现在 2001 字'],
] as const)(
  'refuses a text that no column holds, or that is too long, in words',
  ([stem, words]) => {
    const [problem] = problemsOf(withStem(stem.trimEnd()))
    expect(problem).toMatchObject({ code: 'STEM', questionNo: '1' })
    expect(problem?.message).toContain(words)
  },
)

it('moves a text with its answer to the next column rather than part them', () => {
  const [first] = withStem('题').sections
  const [question] = first!.questions
  // The answer area is fixed and leaves 20 mm of the first page: the text alone would fit there.
  for (let lines = 1; lines < 30; lines += 1) {
    const design = withStem('')
    design.sections[0]!.questions = [
      { ...question!, no: '1', stem: '', heightMm: 150, exactHeight: true },
      { ...question!, no: '2', blockKey: 'q2', stem: '第二题的题干\n'.repeat(lines), heightMm: 60 },
    ]
    const { pages } = layoutSheet(design)
    const pageOf = (found: (page: (typeof pages)[number]) => boolean) => pages.findIndex(found)
    const text = pageOf(({ drawing }) =>
      drawing.some((one) => one.kind === 'text' && one.text.endsWith('第二题的题干')),
    )
    const frame = pageOf(({ regions }) => regions.some(({ blockKey }) => blockKey === 'q2'))
    expect(text).toBe(frame)
  }
})

it('lays a sheet out as if a text of nothing but blanks were not there', () => {
  const without = withStem('')
  expect(layoutSheet(withStem(' \n\t ')).pages).toEqual(layoutSheet(without).pages)
})
