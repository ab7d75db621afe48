import type { GreyPage } from '../raster.ts'
import { createRandom } from '../random.ts'
import { mapLevels } from './picture-pixels.ts'
import type { PaperWork, Recipe } from './recipe.ts'

/** What the paper and the ink on it are like. */
export const paperRecipes = {
  markContrast: {
    family: 'marks',
    label: '填涂与字迹对比度低',
    measure: '对比度占比',
    amounts: [1, 0.6, 0.4, 0.25],
    paper({ page, print }, share) {
      const weight = Math.round(share * 256)
      for (let at = 0; at < page.grey.length; at++) {
        const gap = print.grey[at]! - page.grey[at]!
        if (gap > 0) page.grey[at] = print.grey[at]! - ((gap * weight) >> 8)
      }
    },
  },
  showThrough: {
    family: 'paper',
    label: '背面透印',
    measure: '背面墨色透过占比',
    amounts: [0, 0.06, 0.12, 0.2],
    paper({ page, back }, share) {
      const other = back()
      if (!other) return
      const weight = Math.round(share * 256)
      for (let y = 0; y < page.heightPx; y++) {
        const row = y * page.widthPx
        for (let x = 0; x < page.widthPx; x++) {
          const behind = 255 - other.grey[row + page.widthPx - 1 - x]!
          if (behind > 0)
            page.grey[row + x] = Math.max(0, page.grey[row + x]! - ((behind * weight) >> 8))
        }
      }
    },
  },
  roughPaper: {
    family: 'paper',
    label: '再生纸纹理',
    measure: '标准差（灰度级）',
    amounts: [0, 3, 6, 10],
    paper({ page }, deviation, random) {
      const texture = paperTexture()
      const [dx, dy] = [random.integer(0, SIDE - 1), random.integer(0, SIDE - 1)]
      const table = Int16Array.from({ length: 256 }, (_, k) =>
        Math.round(((k - 128) / 32) * deviation - deviation),
      )
      for (let y = 0, at = 0; y < page.heightPx; y++) {
        const row = ((y + dy) & (SIDE - 1)) * SIDE
        for (let x = 0; x < page.widthPx; x++, at++) {
          const level = page.grey[at]! + table[texture[row + ((x + dx) & (SIDE - 1))]!]!
          page.grey[at] = level < 0 ? 0 : level > 255 ? 255 : level
        }
      }
    },
  },
  greyPaper: {
    family: 'paper',
    label: '灰色纸',
    measure: '纸面反射占比',
    amounts: [1, 0.85, 0.7, 0.55],
    picture: (picture, share) => mapLevels(picture, (level) => level * share),
  },
  colourScan: {
    family: 'colour',
    label: '彩色扫描',
    measure: '偏色（灰度级）',
    amounts: [0, 3, 8, 16],
    paper(work) {
      work.red ??= work.page.grey.slice()
    },
    picture(picture, cast) {
      picture.cast = Math.round(cast)
    },
  },
  redCard: {
    family: 'colour',
    label: '红色印刷卡（彩色扫描，红色滤除）',
    measure: '红墨在红色通道的残留占比',
    amounts: [0, 0.04, 0.1, 0.18],
    paper(work, residue) {
      work.red = redLight(work, residue)
    },
  },
  redPenInColour: {
    family: 'colour',
    label: '红笔（彩色扫描）',
    measure: '红墨在红色通道的深度占比',
    amounts: [1, 0.35, 0.22, 0.12],
    paper(work, share) {
      const { page, print } = work
      const red = work.red ?? page.grey.slice()
      for (let at = 0; at < red.length; at++) {
        const gap = print.grey[at]! - page.grey[at]!
        if (gap > 0) red[at] = print.grey[at]! - gap * share
      }
      work.red = red
    },
  },
} satisfies Record<string, Recipe>

const SIDE = 512
let texture: Uint8Array | undefined

/** Fibres: noise of several sizes, 128 in the mean, 32 its deviation; wraps around. */
function paperTexture(): Uint8Array {
  if (texture) return texture
  const random = createRandom('paper texture')
  const sum = new Float32Array(SIDE * SIDE)
  for (const [cell, weight] of [
    [1, 0.5],
    [4, 0.65],
    [16, 0.55],
  ] as const) {
    const side = SIDE / cell
    const knots = Float32Array.from({ length: side * side }, () => random.normal())
    for (let y = 0; y < SIDE; y++)
      for (let x = 0; x < SIDE; x++) {
        const [kx, ky] = [Math.floor(x / cell), Math.floor(y / cell)]
        const [fx, fy] = [(x % cell) / cell, (y % cell) / cell]
        const knot = (i: number, j: number) => knots[((ky + j) % side) * side + ((kx + i) % side)]!
        const top = knot(0, 0) * (1 - fx) + knot(1, 0) * fx
        const low = knot(0, 1) * (1 - fx) + knot(1, 1) * fx
        sum[y * SIDE + x] = sum[y * SIDE + x]! + weight * (top * (1 - fy) + low * fy)
      }
  }
  texture = Uint8Array.from(sum, (value) =>
    Math.max(0, Math.min(255, Math.round(128 + 40 * value))),
  )
  return texture
}

/** How far from a stroke a printed pixel may lie and still be covered by it, pixels. */
const STROKE_REACH = 5

/**
 * The page in red light: red print all but vanishes, ink and the black locating marks stay.
 *
 * Where a stroke crosses darker print the stroke's own level is taken from beside: in red light the
 * stroke is what one sees.
 */
function redLight({ page, print, geometry }: PaperWork, residue: number): Uint8Array {
  const red = new Uint8Array(page.grey.length)
  const isBlack = blackPrint(page, geometry)
  for (let at = 0; at < red.length; at++) {
    const level = page.grey[at]!
    const printed = print.grey[at]!
    if (level < printed || level === 255 || isBlack[at]) red[at] = level
    else red[at] = Math.min(strokeBeside(page, print, at), 255 - (255 - printed) * residue)
  }
  return red
}

function strokeBeside(page: GreyPage, print: GreyPage, at: number): number {
  let darkest = 255
  for (let k = 1; k <= STROKE_REACH; k++)
    for (const other of [at - k, at + k, at - k * page.widthPx, at + k * page.widthPx]) {
      const level = page.grey[other]
      if (level !== undefined && level < print.grey[other]! - 30 && level < darkest) darkest = level
    }
  return darkest
}

/** Anchors, page code and barcodes are printed black on red cards as well. */
function blackPrint(page: GreyPage, geometry: PaperWork['geometry']): Uint8Array {
  const mask = new Uint8Array(page.grey.length)
  const spare = 0.6
  const centred = [...geometry.anchors, ...(geometry.pageCode?.cells ?? [])].map((box) => ({
    ...box,
    xMm: box.xMm - box.widthMm / 2,
    yMm: box.yMm - box.heightMm / 2,
  }))
  for (const box of [...centred, ...geometry.barcodes]) {
    const s = page.pixelsPerMm
    const left = Math.max(0, Math.floor((box.xMm - spare) * s))
    const right = Math.min(page.widthPx, Math.ceil((box.xMm + box.widthMm + spare) * s))
    const bottom = Math.min(page.heightPx, Math.ceil((box.yMm + box.heightMm + spare) * s))
    for (let y = Math.max(0, Math.floor((box.yMm - spare) * s)); y < bottom; y++)
      mask.fill(1, y * page.widthPx + left, y * page.widthPx + right)
  }
  return mask
}
