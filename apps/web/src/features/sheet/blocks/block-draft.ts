import type { ReplyOf, sheetBlockInfo } from '@hengjuan/contracts'

type Info = ReplyOf<typeof sheetBlockInfo>
export type Region = Info['blocks'][number]['regions'][number]
export type Page = Info['pages'][number]
export type Area = Info['areas'][number]

/** A block as it is edited; lengths in millimetres of the paper. */
export interface Block {
  block_key: string
  name: string
  question_nos: string[]
  regions: Region[]
}

export const blocksOf = (info: Info): Block[] =>
  info.blocks.map(({ block_key, name, question_nos, regions }) => ({
    block_key,
    name,
    question_nos,
    regions,
  }))

/** Smallest frame that can be drawn, millimetres. */
const LEAST_MM = 5
/** An edge this close to a printed edge means it. */
const SNAP_MM = 1.5

const round = (mm: number): number => Math.round(mm * 10) / 10

export interface Edges {
  left: number
  top: number
  right: number
  bottom: number
}

export const edgesOf = ({ x_mm, y_mm, width_mm, height_mm }: Omit<Region, 'page'>): Edges => ({
  left: x_mm,
  top: y_mm,
  right: x_mm + width_mm,
  bottom: y_mm + height_mm,
})

/** A frame of two corners in any order, on the paper, never too small to hold. */
export function regionOf(page: Page, edges: Edges): Region {
  const [left, right] = ordered(edges.left, edges.right, page.width_mm)
  const [top, bottom] = ordered(edges.top, edges.bottom, page.height_mm)
  return {
    page: page.page,
    x_mm: round(left),
    y_mm: round(top),
    width_mm: round(right - left),
    height_mm: round(bottom - top),
  }
}

function ordered(a: number, b: number, most: number): [number, number] {
  const low = Math.min(Math.max(0, Math.min(a, b)), most - LEAST_MM)
  return [low, Math.min(most, Math.max(a, b, low + LEAST_MM))]
}

/** The frame moved as a whole; it stops at the edge of the paper. */
export function moved(page: Page, region: Region, dx: number, dy: number): Region {
  const keep = (at: number, size: number, most: number) =>
    round(Math.min(Math.max(0, at), Math.max(0, most - size)))
  return {
    ...region,
    x_mm: keep(region.x_mm + dx, region.width_mm, page.width_mm),
    y_mm: keep(region.y_mm + dy, region.height_mm, page.height_mm),
  }
}

/** Edges drawn to printed edges that are near. */
export function snapped(edges: Edges, areas: readonly Area[], page: number): Edges {
  const printed = areas.filter((area) => area.page === page).map(edgesOf)
  const xs = printed.flatMap(({ left, right }) => [left, right])
  const ys = printed.flatMap(({ top, bottom }) => [top, bottom])
  return {
    left: nearest(edges.left, xs),
    right: nearest(edges.right, xs),
    top: nearest(edges.top, ys),
    bottom: nearest(edges.bottom, ys),
  }
}

function nearest(mm: number, marks: readonly number[]): number {
  const best = marks.reduce(
    (found, mark) => (Math.abs(mark - mm) < Math.abs(found - mm) ? mark : found),
    Infinity,
  )
  return Math.abs(best - mm) <= SNAP_MM ? best : mm
}

export const changeBlock = (
  blocks: readonly Block[],
  key: string,
  change: (block: Block) => Block,
): Block[] => blocks.map((block) => (block.block_key === key ? change(block) : block))

/** The question belongs to this block and no other; to none with `null`. */
export const bindQuestion = (
  blocks: readonly Block[],
  no: string,
  key: string | null,
  order: readonly string[],
): Block[] =>
  blocks.map((block) => {
    const without = block.question_nos.filter((one) => one !== no)
    const nos = block.block_key === key ? [...without, no] : without
    return { ...block, question_nos: nos.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)) }
  })

/** A further block, with a key and a name that no other has. */
export function withNewBlock(blocks: readonly Block[]): { blocks: Block[]; key: string } {
  const taken = new Set(blocks.flatMap(({ block_key, name }) => [block_key, name]))
  let number = blocks.length + 1
  while (taken.has(`b${number}`) || taken.has(`题块 ${number}`)) number++
  const key = `b${number}`
  const block = { block_key: key, name: `题块 ${number}`, question_nos: [], regions: [] }
  return { blocks: [...blocks, block], key }
}
