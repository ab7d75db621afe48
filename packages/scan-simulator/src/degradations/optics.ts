import { blurGrey } from '../scan/blur.ts'
import { channelsOf, mapLevels, otsuLevel, shade, shrink } from './picture-pixels.ts'
import type { Recipe } from './recipe.ts'

/** What lamp, lens, sensor and file format do, in the order in which they do it. */
export const opticsRecipes = {
  lightFall: {
    family: 'optics',
    label: '光照不均',
    measure: '暗侧亮度占比',
    amounts: [1, 0.75, 0.55, 0.4],
    picture(picture, darkest, random) {
      const angle = random.between(0, 2 * Math.PI)
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
      const reach = (Math.abs(dx) + Math.abs(dy)) / 2
      shade(picture, (x, y) => {
        const along = ((x - 0.5) * dx + (y - 0.5) * dy) / reach
        return 1 - ((1 - darkest) * (1 + along)) / 2
      })
    },
  },
  shadow: {
    family: 'optics',
    label: '阴影',
    measure: '阴影深度（占亮度）',
    amounts: [0, 0.2, 0.4, 0.6],
    picture(picture, depth, random) {
      const angle = random.between(0, 2 * Math.PI)
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
      const middle = random.between(-0.25, 0.25)
      const half = random.between(0.08, 0.2)
      // Soft at the edge, as of a hand some centimetres above the page.
      shade(picture, (x, y) => {
        const along = Math.abs((x - 0.5) * dx + (y - 0.5) * dy - middle) / half
        return 1 - depth * Math.max(0, Math.min(1, (1.15 - along) / 0.3))
      })
    },
  },
  darkScan: {
    family: 'optics',
    label: '扫描偏暗',
    measure: '伽马值',
    amounts: [1, 1.4, 1.9, 2.6],
    picture: (picture, gamma) => mapLevels(picture, (level) => 255 * (level / 255) ** gamma),
  },
  saturation: {
    family: 'optics',
    label: '扫描过亮（浅色被冲白）',
    measure: '亮度倍数',
    amounts: [1, 1.15, 1.35, 1.6],
    picture: (picture, gain) => mapLevels(picture, (level) => level * gain),
  },
  lowContrast: {
    family: 'optics',
    label: '整页对比度低',
    measure: '黑白灰度差',
    amounts: [255, 160, 100, 60],
    picture: (picture, span) =>
      mapLevels(picture, (level) => 255 - span - (255 - span) * 0.12 + (level / 255) * span),
  },
  blur: {
    family: 'optics',
    label: '模糊',
    measure: '标准差（毫米）',
    amounts: [0, 0.12, 0.22, 0.35],
    picture(picture, sigmaMm) {
      const { widthPx, heightPx, pixelsPerMm } = picture
      const blurred = (channel: Uint8Array) =>
        blurGrey(channel, widthPx, heightPx, sigmaMm * pixelsPerMm)
      const red = picture.red && blurred(picture.red)
      Object.assign(picture, { grey: blurred(picture.grey), red })
    },
  },
  halfResolution: {
    family: 'optics',
    label: '分辨率低',
    measure: '分辨率倍数',
    amounts: [1, 0.75, 0.5, 0.4],
    picture: shrink,
  },
  noise: {
    family: 'optics',
    label: '噪声',
    measure: '标准差（灰度级）',
    amounts: [0, 3, 7, 15],
    picture(picture, deviation, random) {
      const table = Int8Array.from({ length: 8191 }, () => Math.round(random.normal() * deviation))
      for (const channel of channelsOf(picture))
        for (let y = 0, at = 0; y < picture.heightPx; y++) {
          let entry = random.integer(0, table.length - 1)
          for (let x = 0; x < picture.widthPx; x++, at++) {
            const level = channel[at]! + table[entry]!
            channel[at] = level < 0 ? 0 : level > 255 ? 255 : level
            if (++entry === table.length) entry = 0
          }
        }
    },
  },
  saltAndPepper: {
    family: 'optics',
    label: '黑白噪点',
    measure: '像素占比',
    amounts: [0, 0.003, 0.01, 0.03],
    picture(picture, share, random) {
      const count = Math.round(share * picture.grey.length)
      for (let spot = 0; spot < count; spot++) {
        const at = Math.floor(random.next() * picture.grey.length)
        const level = random.chance(0.5) ? 0 : 255
        for (const channel of channelsOf(picture)) channel[at] = level
      }
    },
  },
  dither: {
    family: 'optics',
    label: '网点（有序抖动）',
    measure: '网点幅度；2 起为纯黑白，3 的网点为 2 像素',
    amounts: [0, 0.5, 1, 2],
    picture(picture, amount) {
      const cell = amount > 1.5 ? 1 : 0
      const hardness = Math.min(1, amount)
      for (const channel of channelsOf(picture))
        for (let y = 0, at = 0; y < picture.heightPx; y++)
          for (let x = 0; x < picture.widthPx; x++, at++) {
            const limit = BAYER[((y >> cell) & 3) * 4 + ((x >> cell) & 3)]! * 16 + 8
            const level = channel[at]!
            const dot = level >= limit ? 255 : 0
            channel[at] = level + (dot - level) * hardness
          }
    },
  },
  bilevel: {
    family: 'optics',
    label: '黑白二值',
    measure: '阈值低于大津阈值的灰度级；强度 1 为大津阈值',
    amounts: [0, 0, 25, 50],
    picture(picture, below) {
      const limit = otsuLevel(picture.grey) - below
      mapLevels(picture, (level) => (level > limit ? 255 : 0))
    },
  },
  jpeg: {
    family: 'optics',
    label: 'JPEG 质量低',
    measure: '质量',
    amounts: [85, 40, 20, 5],
    picture: (picture, quality) => {
      Object.assign(picture, { jpegQuality: Math.max(1, Math.round(quality)) })
    },
  },
} satisfies Record<string, Recipe>

/** Order of thresholds in a cell of four by four. */
const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
