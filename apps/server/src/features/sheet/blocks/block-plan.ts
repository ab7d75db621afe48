import type { BlockDraft } from '@hengjuan/contracts'
import {
  type CropRegion,
  isObjectiveType,
  type OmrTemplate,
  type PrintedBox,
  type SheetDesign,
} from '@hengjuan/domain'
import { blocksOf, type MarkingBlock } from '@hengjuan/sheet'
import type { Static } from 'typebox'

export type PlannedBlock = Static<typeof BlockDraft>
type PlannedRegion = PlannedBlock['regions'][number]
/** Blocks in the order in which they are listed and marked. */
export type BlockPlan = readonly PlannedBlock[]

/** Two lengths that a person could not tell apart on paper. */
const SAME_MM = 0.05

/** The blocks that follow from a design, with the printed areas of the template. */
export function automaticPlan(design: SheetDesign, template: OmrTemplate): PlannedBlock[] {
  const areas = printedAreas(template)
  return blocksOf(design).map((block) => ({
    block_key: block.key,
    name: block.name,
    question_nos: block.questionNos,
    regions: areas
      .filter(({ region }) => region.blockKey === block.key)
      .sort((a, b) => a.region.part - b.region.part)
      .map(({ page, region }) => regionOf(page, region)),
  }))
}

/** The printed answer areas of a template with the page that each is on. */
export const printedAreas = (template: OmrTemplate) =>
  template.pages.flatMap(({ page, regions }) =>
    regions.filter(({ purpose }) => purpose === 'block').map((region) => ({ page, region })),
  )

/** Do two templates print the same answer areas? */
export function sameAreas(a: OmrTemplate, b: OmrTemplate): boolean {
  const listOf = (template: OmrTemplate) =>
    JSON.stringify(printedAreas(template).map(({ page, region }) => regionOf(page, region)))
  return listOf(a) === listOf(b)
}

export const regionOf = (page: number, box: PrintedBox): PlannedRegion => ({
  page,
  x_mm: round(box.xMm),
  y_mm: round(box.yMm),
  width_mm: round(box.widthMm),
  height_mm: round(box.heightMm),
})

const round = (mm: number): number => Math.round(mm * 100) / 100

/** The marking blocks of a plan: names and questions from the plan, score points from the design. */
export function markingBlocks(design: SheetDesign, plan: BlockPlan | null): MarkingBlock[] {
  const automatic = blocksOf(design)
  if (!plan) return automatic
  return plan.map((planned) => {
    const sources = automatic.filter(({ questionNos }) =>
      questionNos.some((no) => planned.question_nos.includes(no)),
    )
    const optional = sources.find((source) => source.optional) ?? null
    const scorePoints = planned.question_nos.flatMap((no) =>
      sources.flatMap((source) => source.scorePoints.filter(({ questionNo }) => questionNo === no)),
    )
    return {
      key: planned.block_key,
      name: planned.name,
      questionNos: [...planned.question_nos],
      fullMilli:
        optional?.fullMilli ?? scorePoints.reduce((sum, { fullMilli }) => sum + fullMilli, 0),
      scorePoints,
      optional: optional?.optional ?? null,
    }
  })
}

/**
 * The template with the areas of a plan in place of the printed ones.
 *
 * The id of a drawn area says where it lies, so that a picture cut elsewhere is never taken for it and one
 * that did not move keeps what was cut and marked.
 */
export function withPlan(template: OmrTemplate, plan: BlockPlan | null): OmrTemplate {
  if (!plan) return template
  return {
    ...template,
    pages: template.pages.map((page) => ({
      ...page,
      regions: [
        ...page.regions.filter(({ purpose }) => purpose !== 'block'),
        ...plan.flatMap((block) =>
          block.regions.flatMap((region, part) =>
            region.page === page.page ? [cropOf(page.regions, block.block_key, part, region)] : [],
          ),
        ),
      ],
    })),
  }
}

function cropOf(
  printed: readonly CropRegion[],
  blockKey: string,
  part: number,
  region: PlannedRegion,
): CropRegion {
  const box = {
    xMm: region.x_mm,
    yMm: region.y_mm,
    widthMm: region.width_mm,
    heightMm: region.height_mm,
  }
  const areas = printed.filter(({ purpose }) => purpose === 'block')
  const same = areas.find((area) => isSameBox(area, box))
  const own = same?.blockKey === blockKey && same.part === part
  const around = same ?? areas.find((area) => contains(area, box))
  return {
    id: own ? same.id : `block:${blockKey}:${part}:${placeOf(region)}`,
    purpose: 'block',
    blockKey,
    part,
    framed: same?.framed ?? false,
    ...(same ? boxOf(same) : box),
    // Within one printed area it is known what is printed; elsewhere straight lines are taken for print.
    ...(around?.printed ? { printed: around.printed.filter((one) => overlaps(one, box)) } : {}),
  }
}

const placeOf = ({ page, x_mm, y_mm, width_mm, height_mm }: PlannedRegion): string =>
  [page, ...[x_mm, y_mm, width_mm, height_mm].map((mm) => Math.round(mm * 10))].join('-')

const boxOf = ({ xMm, yMm, widthMm, heightMm }: PrintedBox): PrintedBox => ({
  xMm,
  yMm,
  widthMm,
  heightMm,
})

const SIDES = ['xMm', 'yMm', 'widthMm', 'heightMm'] as const
const isSameBox = (a: PrintedBox, b: PrintedBox): boolean =>
  SIDES.every((side) => Math.abs(a[side] - b[side]) <= SAME_MM)

const contains = (outer: PrintedBox, inner: PrintedBox): boolean =>
  inner.xMm >= outer.xMm - SAME_MM &&
  inner.yMm >= outer.yMm - SAME_MM &&
  inner.xMm + inner.widthMm <= outer.xMm + outer.widthMm + SAME_MM &&
  inner.yMm + inner.heightMm <= outer.yMm + outer.heightMm + SAME_MM

const overlaps = (a: PrintedBox, b: PrintedBox): boolean => sharedArea(a, b) > 0

/** Square millimetres that two boxes share. */
export function sharedArea(a: PrintedBox, b: PrintedBox): number {
  const width = Math.min(a.xMm + a.widthMm, b.xMm + b.widthMm) - Math.max(a.xMm, b.xMm)
  const height = Math.min(a.yMm + a.heightMm, b.yMm + b.heightMm) - Math.max(a.yMm, b.yMm)
  return Math.max(0, width) * Math.max(0, height)
}

/** Do two plans cut the same areas, in the same order, for a block? */
export const sameRegions = (a: PlannedBlock, b: PlannedBlock): boolean =>
  a.regions.length === b.regions.length &&
  a.regions.every((region, at) => placeOf(region) === placeOf(b.regions[at] as PlannedRegion))

export const subjectiveOf = (design: SheetDesign) =>
  design.sections.flatMap(({ questions }) => questions).filter(({ type }) => !isObjectiveType(type))
