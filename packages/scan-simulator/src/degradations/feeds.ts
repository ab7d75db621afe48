import type { Recipe } from './recipe.ts'

const TABLE = { level: 48, texture: 7, edgeShadow: 0 }
const either = (random: { chance(probability: number): boolean }) => (random.chance(0.5) ? 1 : -1)

/** How the page lies, moves and is framed. */
export const feedRecipes = {
  rotation: {
    family: 'feed',
    label: '歪斜',
    measure: '度',
    amounts: [0, 1, 3, 10],
    feed(feed, degrees, random) {
      feed.turnDeg = degrees * either(random)
    },
  },
  quarterTurn: {
    family: 'feed',
    label: '倒放与横放',
    measure: '强度 1 为 180°，2 为 90°，3 为 270°',
    amounts: [0, 180, 90, 270],
    feed(feed, degrees) {
      feed.quarter = ([0, 90, 180, 270] as const).find((turn) => turn === degrees) ?? 180
    },
  },
  printScale: {
    family: 'feed',
    label: '打印缩放',
    measure: '比例',
    amounts: [1, 0.97, 0.95, 0.92],
    feed(feed, scale) {
      feed.printScale = scale
    },
  },
  scanScale: {
    family: 'feed',
    label: '扫描比例偏差',
    measure: '偏差占比',
    amounts: [0, 0.01, 0.02, 0.03],
    feed(feed, share, random) {
      const scale = 1 + share * either(random)
      feed.scaleX *= scale
      feed.scaleY *= scale
    },
  },
  stretch: {
    family: 'feed',
    label: '走纸方向拉伸',
    measure: '占比',
    amounts: [0, 0.01, 0.02, 0.03],
    feed(feed, share, random) {
      feed.scaleY *= 1 + share * either(random)
    },
  },
  slowFeed: {
    family: 'feed',
    label: '下半页走纸变慢',
    measure: '占比',
    amounts: [0, 0.005, 0.01, 0.02],
    // A page that moves slower is seen longer: the lower half is drawn out.
    feed(feed, share) {
      feed.slips.push((y) => (y > 0 ? y / (1 + share) : y))
    },
  },
  slip: {
    family: 'feed',
    label: '走纸打滑（正弦）',
    measure: '振幅（毫米）',
    amounts: [0, 0.5, 1, 1.5],
    feed(feed, mm, random) {
      const periodMm = random.between(80, 140)
      const phase = random.between(0, 2 * Math.PI)
      feed.slips.push((y) => y + mm * Math.sin((2 * Math.PI * y) / periodMm + phase))
    },
  },
  perspective: {
    family: 'feed',
    label: '透视',
    measure: '远端缩小占比',
    amounts: [0, 0.01, 0.02, 0.04],
    feed(feed, share, random) {
      const angle = random.between(0, 2 * Math.PI)
      feed.leanX = share * Math.cos(angle)
      feed.leanY = share * Math.sin(angle)
    },
  },
  phone: {
    family: 'feed',
    label: '手机拍摄（深色桌面）',
    measure: '远端缩小占比；另加 1.5 倍度数的歪斜',
    amounts: [0, 0.03, 0.06, 0.1],
    feed(feed, share, random) {
      const angle = random.between(0, 2 * Math.PI)
      feed.leanX = share * Math.cos(angle)
      feed.leanY = share * Math.sin(angle)
      feed.turnDeg = share * 100 * 0.5 * random.normal()
      feed.background = TABLE
      feed.frame = 'fit'
      feed.borderMm = 14
    },
  },
  angledFeed: {
    family: 'feed',
    label: '斜着进纸且角被切掉',
    measure: '度',
    amounts: [0, 2, 4, 6],
    feed(feed, degrees, random) {
      feed.turnDeg = degrees * either(random)
      feed.frame = 'paper'
    },
  },
  shift: {
    family: 'feed',
    label: '偏移（画面只有纸大）',
    measure: '毫米',
    amounts: [0, 2, 5, 8],
    feed(feed, mm, random) {
      const angle = random.between(0, 2 * Math.PI)
      feed.shiftXMm = mm * Math.cos(angle)
      feed.shiftYMm = mm * Math.sin(angle)
      feed.frame = 'paper'
    },
  },
  blackBackground: {
    family: 'feed',
    label: '黑色扫描背景',
    measure: '歪斜度数',
    amounts: [0, 1, 2, 5],
    feed(feed, degrees, random) {
      feed.turnDeg = degrees * either(random)
      feed.background = { level: 18, texture: 3, edgeShadow: 0 }
      feed.borderMm = 6
    },
  },
  whiteBackground: {
    family: 'feed',
    label: '白色扫描背景（看不见纸边）',
    measure: '歪斜度数',
    amounts: [0, 1, 2, 5],
    feed(feed, degrees, random) {
      feed.turnDeg = degrees * either(random)
      feed.background = { level: 255, texture: 0, edgeShadow: 0 }
      feed.borderMm = 10
    },
  },
} satisfies Record<string, Recipe>
