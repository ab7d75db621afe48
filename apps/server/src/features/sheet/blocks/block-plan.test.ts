import { layoutSheet, sampleDesigns, templateOf } from '@hengjuan/sheet'
import { expect, test } from 'vitest'
import { automaticPlan, markingBlocks, type PlannedBlock, withPlan } from './block-plan.ts'
import { checkPlan } from './check-plan.ts'

const design = sampleDesigns.mathematics
const printed = templateOf(layoutSheet(design))
const plan = automaticPlan(design, printed)
const regionIds = (template: typeof printed) =>
  template.pages.flatMap(({ regions }) => regions.map(({ id }) => id))
const first = plan[0] as PlannedBlock
const second = plan[1] as PlannedBlock

test('the plan that follows from the design changes nothing and has no problems', () => {
  expect(checkPlan(design, printed, plan)).toEqual([])
  expect(regionIds(withPlan(printed, plan)).toSorted()).toEqual(regionIds(printed).toSorted())
  expect(markingBlocks(design, plan)).toEqual(markingBlocks(design, null))
})

test('only an area that moved gets another id, so that pictures of the others stay in use', () => {
  const [area, ...rest] = first.regions
  const moved = plan.map((block) =>
    block === first && area
      ? { ...block, regions: [{ ...area, y_mm: area.y_mm + 1 }, ...rest] }
      : block,
  )
  const before = new Set(regionIds(printed))
  const strange = regionIds(withPlan(printed, moved)).filter((id) => !before.has(id))
  expect(strange).toHaveLength(1)
  expect(strange[0]).toMatch(new RegExp(`^block:${first.block_key}:0:1-`))
})

test('one area may serve two blocks, and a block may have areas of two pages', () => {
  const shared = plan.map((block) =>
    block === first ? { ...block, regions: [...block.regions, ...second.regions] } : block,
  )
  const template = withPlan(printed, shared)
  const areas = template.pages.flatMap(({ regions }) => regions)
  expect(areas.filter(({ blockKey }) => blockKey === first.block_key)).toHaveLength(
    first.regions.length + second.regions.length,
  )
  expect(new Set(areas.map(({ id }) => id)).size).toBe(areas.length)
  expect(checkPlan(design, printed, shared)).toEqual([])
})

const change = (of: PlannedBlock, by: Partial<PlannedBlock>) =>
  plan.map((block) => (block === of ? { ...block, ...by } : block))

test.for([
  [
    'a question nowhere',
    change(second, { question_nos: [] }),
    ['QUESTION_WITHOUT_BLOCK', 'BLOCK_WITHOUT_QUESTION'],
  ],
  ['no frame', change(second, { regions: [] }), ['BLOCK_WITHOUT_REGION']],
  [
    'a question twice',
    change(first, { question_nos: [...first.question_nos, ...second.question_nos] }),
    ['QUESTION_TWICE', 'QUESTION_OUTSIDE_FRAMES'],
  ],
  [
    'an objective question',
    change(first, { question_nos: [...first.question_nos, '1'] }),
    ['QUESTION_UNKNOWN'],
  ],
  ['a name twice', change(second, { name: first.name }), ['BLOCK_NAME_TAKEN']],
  ['no name', change(second, { name: ' ' }), ['BLOCK_WITHOUT_NAME']],
  [
    'a page that is not there',
    change(second, { regions: second.regions.map((one) => ({ ...one, page: 9 })) }),
    ['REGION_OFF_PAGE', 'QUESTION_OUTSIDE_FRAMES'],
  ],
] as const)('%s is found', ([, wrong, codes]) => {
  expect(
    [...new Set(checkPlan(design, printed, wrong).map(({ code }) => code))].toSorted(),
  ).toEqual([...codes].toSorted())
})
