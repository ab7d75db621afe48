import type { TemplateAnchor } from '@hengjuan/domain'
import type { Corner } from '../damage.ts'
import { foldCornerBehind, foldCornerOver, tearCorner } from '../damage.ts'
import type { Random } from '../random.ts'
import { fillBox, paintArea } from '../raster.ts'
import type { PaperWork, Recipe } from './recipe.ts'

const CORNERS = ['tl', 'tr', 'bl', 'br'] as const
/** Corners of the back that lie behind those of the front. */
const BEHIND: Record<Corner, Corner> = { tl: 'tr', tr: 'tl', bl: 'br', br: 'bl' }
const PAPER = 254

/** What happens to the paper between the classroom and the scanner. */
export const damageRecipes = {
  markMissing: {
    family: 'damage',
    label: '缺定位点',
    measure: '缺的四角定位点个数',
    amounts: [0, 1, 2, 3],
    paper(work, count, random) {
      const corners = work.geometry.anchors.filter(({ role }) => role === 'corner')
      for (let left = Math.round(count); left > 0 && corners.length > 0; left--) {
        const [anchor] = corners.splice(random.integer(0, corners.length - 1), 1)
        if (!anchor) break
        fillBox(work.page, around(anchor, 0.8), PAPER)
        work.loseAnchor(anchor.id)
      }
    },
  },
  foldedOver: {
    family: 'damage',
    label: '折角压住定位点',
    measure: '折角边长（毫米）',
    amounts: [0, 27, 34, 42],
    paper(work, leg, random) {
      const corner = random.pick(CORNERS)
      const flap = work.back() ?? {
        ...work.print,
        grey: new Uint8Array(work.print.grey.length).fill(PAPER),
      }
      foldCornerOver(work.page, corner, leg, flap, BEHIND[corner])
      work.loseAnchor(`corner:${corner}`)
      const { inward } = cornerOf(work, corner)
      work.hide((x, y) => inward(x, y).every((side) => side < leg + 0.5))
    },
  },
  foldedBehind: {
    family: 'damage',
    label: '折角折到背面',
    measure: '折角边长（毫米）',
    amounts: [0, 27, 34, 42],
    paper(work, leg, random) {
      const corner = random.pick(CORNERS)
      foldCornerBehind(work.page, corner, leg)
      loseCorner(work, corner, leg)
    },
  },
  tornCorner: {
    family: 'damage',
    label: '撕角',
    measure: '撕掉的边长（毫米）',
    amounts: [0, 27, 34, 42],
    paper(work, leg, random) {
      const corner = random.pick(CORNERS)
      tearCorner(work.page, corner, leg, random)
      loseCorner(work, corner, leg)
    },
  },
  punchedHole: {
    family: 'damage',
    label: '定位点旁打孔',
    measure: '孔边到定位点（毫米，负数为打掉一部分）',
    amounts: [10, 2, 0.5, -2.5],
    paper(work, gapMm, random) {
      const radius = 3
      const level = random.chance(0.5) ? 25 : 252
      const [x, y] = beside(work, radius + gapMm, random)
      disc(work, x, y, radius, level)
      work.hide((px, py) => Math.hypot(px - x, py - y) < radius)
    },
  },
  staple: {
    family: 'damage',
    label: '定位点旁订书钉',
    measure: '钉到定位点（毫米，负数为压住一部分）',
    amounts: [10, 2, 0.5, -1],
    paper(work, gapMm, random) {
      const [x, y] = beside(work, 0.5 + gapMm, random)
      const angle = random.between(0, Math.PI)
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
      const box = { xMm: x - 7, yMm: y - 7, widthMm: 14, heightMm: 14 }
      paintArea(work.page, box, (px, py, grey) => {
        const along = Math.abs((px - x) * cos + (py - y) * sin)
        const across = (py - y) * cos - (px - x) * sin
        if (along > 6) return null
        if (Math.abs(across) < 0.35) return 70 + 90 * Math.max(0, 1 - Math.abs(across) / 0.12)
        return across > 0 && across < 0.8 ? Math.min(grey, 200) : null
      })
    },
  },
  blob: {
    family: 'damage',
    label: '定位点旁墨团',
    measure: '直径（毫米）',
    amounts: [0, 3, 6, 9],
    paper(work, diameterMm, random) {
      const [x, y] = beside(work, diameterMm / 2 + 1, random)
      disc(work, x, y, diameterMm / 2, 12)
      work.hide((px, py) => Math.hypot(px - x, py - y) < diameterMm / 2)
    },
  },
  crease: {
    family: 'damage',
    label: '折痕',
    measure: '折痕深度（0 纸白，1 全黑）',
    amounts: [0, 0.2, 0.4, 0.7],
    paper({ page }, darkness, random) {
      const isAcross = random.chance(0.6)
      const { widthMm, heightMm } = sizeOf(page)
      const at = (isAcross ? heightMm : widthMm) * random.between(0.2, 0.8)
      const lean = random.normal() * 0.01
      const reach = 4
      const box = isAcross
        ? { xMm: 0, yMm: at - reach, widthMm, heightMm: 2 * reach }
        : { xMm: at - reach, yMm: 0, widthMm: 2 * reach, heightMm }
      paintArea(page, box, (x, y, grey) => {
        const [along, across] = isAcross ? [x, y - at] : [y, x - at]
        const off = Math.abs(across - lean * (along - 100) - 0.15 * Math.sin(along * 0.35))
        return off < 0.25 ? grey * (1 - darkness * (1 - off / 0.35)) : null
      })
    },
  },
  dirt: {
    family: 'damage',
    label: '纸面污点',
    measure: '每页个数',
    amounts: [0, 40, 150, 500],
    paper(work, count, random) {
      const { widthMm, heightMm } = sizeOf(work.page)
      for (let speck = 0; speck < count; speck++) {
        const x = random.between(0, widthMm)
        const y = random.between(0, heightMm)
        disc(work, x, y, random.between(0.06, 0.35), random.between(60, 170))
      }
    },
  },
  doubleFeed: {
    family: 'damage',
    label: '重张（两张叠在一起）',
    measure: '被盖住的页高占比',
    amounts: [0, 0.15, 0.3, 0.5],
    paper(work, share, random) {
      const { page } = work
      const other = work.another()
      const top = Math.round(page.heightPx * (1 - share))
      const aside = Math.round(random.normal() * 1.5 * page.pixelsPerMm)
      for (let y = top; y < page.heightPx; y++)
        for (let x = 0; x < page.widthPx; x++) {
          const from = x - aside
          const isOver = from >= 0 && from < page.widthPx
          const level = isOver ? other.grey[(y - top) * page.widthPx + from]! : 255
          // The upper sheet's edge throws a thin shadow.
          page.grey[y * page.widthPx + x] = y - top < 2 ? Math.min(level, 170) : level
        }
      work.hide((_x, y) => y > top / page.pixelsPerMm)
      const { anchors } = work.geometry
      for (const { id, yMm } of anchors) if (yMm > top / page.pixelsPerMm) work.loseAnchor(id)
    },
  },
  streak: {
    family: 'damage',
    label: '扫描条纹（玻璃上的脏点）',
    measure: '宽度（像素）',
    amounts: [0, 1, 3, 6],
    picture({ grey, red, widthPx, heightPx }, widthOf, random) {
      const left = Math.round(widthPx * random.between(0.08, 0.92))
      const level = random.integer(20, 110)
      const right = Math.min(widthPx, left + Math.max(1, Math.round(widthOf)))
      for (const channel of red ? [grey, red] : [grey])
        for (let y = 0; y < heightPx; y++)
          for (let at = y * widthPx + left; at < y * widthPx + right; at++)
            channel[at] = Math.min(channel[at]!, level)
    },
  },
  rollerStreaks: {
    family: 'damage',
    label: '滚轮印（宽而浅的条带）',
    measure: '变暗（灰度级）',
    amounts: [0, 12, 28, 50],
    picture({ grey, red, widthPx, heightPx, pixelsPerMm }, levels, random) {
      const depth = new Uint8Array(widthPx)
      for (let band = 0; band < 4; band++) {
        const middle = widthPx * random.between(0.06, 0.94)
        const half = random.between(0.7, 2) * pixelsPerMm
        const own = levels * random.between(0.5, 1)
        for (
          let x = Math.max(0, Math.floor(middle - half));
          x < Math.min(widthPx, middle + half);
          x++
        )
          depth[x] = Math.max(depth[x]!, Math.round(own * (1 - ((x - middle) / half) ** 2)))
      }
      for (const channel of red ? [grey, red] : [grey])
        for (let y = 0, at = 0; y < heightPx; y++)
          for (let x = 0; x < widthPx; x++, at++)
            if (depth[x]! > 0) channel[at] = Math.max(0, channel[at]! - depth[x]!)
    },
  },
  backInFront: {
    family: 'damage',
    label: '正反面颠倒',
    measure: '有或无',
    amounts: [0, 1, 1, 1],
  },
} satisfies Record<string, Recipe>

const sizeOf = ({ widthPx, heightPx, pixelsPerMm }: PaperWork['page']) => ({
  widthMm: widthPx / pixelsPerMm,
  heightMm: heightPx / pixelsPerMm,
})

const around = ({ xMm, yMm, widthMm, heightMm }: TemplateAnchor, spare: number) => ({
  xMm: xMm - widthMm / 2 - spare,
  yMm: yMm - heightMm / 2 - spare,
  widthMm: widthMm + 2 * spare,
  heightMm: heightMm + 2 * spare,
})

function cornerOf({ page }: PaperWork, corner: Corner) {
  const { widthMm, heightMm } = sizeOf(page)
  const inward = (x: number, y: number) => [
    corner.endsWith('r') ? widthMm - x : x,
    corner.startsWith('b') ? heightMm - y : y,
  ]
  return { inward }
}

/** Edge of a tear or fold, with its fibres and shade, millimetres. */
const RAGGED = 1

function loseCorner(work: PaperWork, corner: Corner, leg: number): void {
  const { inward } = cornerOf(work, corner)
  const depth = (x: number, y: number) => inward(x, y).reduce((sum, side) => sum + side, 0)
  work.hide((x, y) => depth(x, y) < leg + RAGGED)
  for (const { id, xMm, yMm } of work.geometry.anchors)
    if (depth(xMm, yMm) < leg) work.loseAnchor(id)
}

/** A place at a distance from the edge of a corner mark, on the paper. */
function beside(work: PaperWork, distanceMm: number, random: Random): [number, number] {
  const anchor = random.pick(work.geometry.anchors.filter(({ role }) => role === 'corner'))
  const { widthMm, heightMm } = sizeOf(work.page)
  const inX = anchor.xMm < widthMm / 2 ? 1 : -1
  const inY = anchor.yMm < heightMm / 2 ? 1 : -1
  // Along the paper's edges, where people punch and staple.
  const isAlong = random.chance(0.5)
  return isAlong
    ? [anchor.xMm + inX * (anchor.widthMm / 2 + distanceMm), anchor.yMm + random.normal() * 0.5]
    : [anchor.xMm + random.normal() * 0.5, anchor.yMm + inY * (anchor.heightMm / 2 + distanceMm)]
}

function disc({ page }: PaperWork, x: number, y: number, radius: number, level: number): void {
  const reach = radius + 0.2
  const box = { xMm: x - reach, yMm: y - reach, widthMm: 2 * reach, heightMm: 2 * reach }
  const soft = 1 / page.pixelsPerMm
  paintArea(page, box, (px, py, grey) => {
    const cover = Math.min(1, Math.max(0, (radius - Math.hypot(px - x, py - y)) / soft + 0.5))
    return cover > 0 ? grey + (level - grey) * cover : null
  })
}
