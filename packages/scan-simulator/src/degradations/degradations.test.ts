import { layoutSheet, sampleDesigns, sampleKeys } from '@hengjuan/sheet'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { renderBlankPages } from '../blank-pages.ts'
import { makeAnswers } from '../simulate-class.ts'
import type { PrintedSheet, SimulatedSheet } from '../simulate-sheet.ts'
import { simulateSheet } from '../simulate-sheet.ts'
import { decodeScan } from '../testing/scan-measure.ts'
import type { DegradationName } from './catalogue.ts'
import { DEGRADATION_NAMES, recipeOf } from './catalogue.ts'
import { amountAt } from './recipe.ts'

/** Far less than the usual resolution: what is tested does not depend on it, and it is seven times as quick. */
const DPI = 75
const CANDIDATE = { name: '王小明', className: '高一（1）班', examNo: '20260117' }
/** A locating mark is found as far from where the truth says as on the flat page, within a third of a pixel. */
const PLACE_MM = 0.12
/** Sharp scans without noise, so that one picture can be compared with another. */
const STILL = { skewDeg: 0, shiftXMm: 0, shiftYMm: 0, scaleX: 1, scaleY: 1, paper: 255, noise: 0 }

let sheet: PrintedSheet
let clean: SimulatedSheet

beforeAll(async () => {
  const geometry = layoutSheet(sampleDesigns.english)
  sheet = { geometry, blanks: await renderBlankPages(geometry, DPI) }
  clean = await simulate('jpeg', 0)
}, 60_000)

const simulate = (name: DegradationName, strength: number): Promise<SimulatedSheet> =>
  simulateSheet({
    sheet,
    student: makeAnswers(sheet.geometry, CANDIDATE, sampleKeys.english, 'test'),
    seed: 'degradations',
    strength: 0,
    conditions: STILL,
    degradations: [{ name, strength }],
    pages: name === 'backInFront' ? undefined : [1],
  })

const greyOf = async (result: SimulatedSheet) => decodeScan(result.pages[0]!.jpeg)

/** Mean difference of two pictures of one size, grey levels. */
async function difference(one: SimulatedSheet, other: SimulatedSheet): Promise<number> {
  const [a, b] = [await greyOf(one), await greyOf(other)]
  expect([a.width, a.height]).toEqual([b.width, b.height])
  return a.grey.reduce((sum, level, at) => sum + Math.abs(level - b.grey[at]!), 0) / a.grey.length
}

test.for(DEGRADATION_NAMES)(
  '%s is the same to the byte for the same seed, and shows',
  async (name) => {
    const [first, second] = [await simulate(name, 2), await simulate(name, 2)]
    expect(second.truth).toEqual(first.truth)
    const bytes = ({ pages }: SimulatedSheet) => Buffer.concat(pages.map(({ jpeg }) => jpeg))
    expect(bytes(second).equals(bytes(first))).toBe(true)
    expect(bytes(clean).equals(bytes(first))).toBe(false)
    expect(first.truth.degradations).toEqual([{ name, strength: 2 }])
  },
)

test.for(DEGRADATION_NAMES)('%s has amounts that go one way only', (name) => {
  const { amounts } = recipeOf(name)
  // A turn is another kind of turn at each strength; an Otsu threshold is where the others start from.
  if (name === 'quarterTurn') return
  const steps = [amounts[1] - amounts[0], amounts[2] - amounts[1], amounts[3] - amounts[2]]
  // What has no size of its own below ordinary begins anywhere.
  const ordered = steps[0]! * steps[1]! < 0 ? steps.slice(1) : steps
  expect(ordered.every((step) => step >= 0) || ordered.every((step) => step <= 0)).toBe(true)
})

test('between the given strengths the amount follows a straight line, and goes on beyond', () => {
  const recipe = { amounts: [0, 10, 30, 70] } as const
  expect([0, 0.5, 1, 2.5, 3, 4].map((strength) => amountAt(recipe, strength))).toEqual([
    0, 5, 10, 50, 70, 110,
  ])
  expect(() => amountAt(recipe, -1)).toThrow(RangeError)
  expect(() => amountAt(recipe, Number.NaN)).toThrow(RangeError)
})

test.for([
  'markContrast',
  'showThrough',
  'roughPaper',
  'greyPaper',
  'foldedOver',
  'foldedBehind',
  'tornCorner',
  'markMissing',
  'blob',
  'crease',
  'dirt',
  'doubleFeed',
  'streak',
  'rollerStreaks',
  'lightFall',
  'shadow',
  'darkScan',
  'saturation',
  'lowContrast',
  'blur',
  'noise',
  'saltAndPepper',
  'dither',
  'jpeg',
  'faintEverywhere',
  'faintMark',
  'halfFilled',
  'redPen',
] as const)('%s leaves the picture further from a clean one the stronger it is', async (name) => {
  const distances: number[] = []
  for (const strength of [1, 2, 3])
    distances.push(await difference(await simulate(name, strength), clean))
  expect(distances[0]).toBeGreaterThan(0)
  expect(distances[1]).toBeGreaterThan(distances[0]!)
  expect(distances[2]).toBeGreaterThan(distances[1]!)
})

describe('the true geometry', () => {
  const feeds = DEGRADATION_NAMES.filter((name) => recipeOf(name).family === 'feed')

  test.for(
    ['halfResolution' as const, ...feeds].flatMap((name) =>
      [1, 2, 3].map((strength) => [name, strength] as const),
    ),
  )('%s %d: locating marks lie where it says', async ([name, strength]) => {
    const flatScan = await greyOf(clean)
    const result = await simulate(name, strength)
    const scan = await greyOf(result)
    let seen = 0
    for (const anchor of sheet.geometry.pages[0]!.anchors) {
      // The printed mark itself is rounded to pixels.
      const printed = centreOfDark(flatScan, anchor, clean.pages[0]!.toPx)!
      const found = centreOfDark(scan, anchor, result.pages[0]!.toPx)
      if (!found) continue
      seen++
      const offMm = Math.hypot(found.xMm - printed.xMm, found.yMm - printed.yMm)
      expect(offMm, anchor.id).toBeLessThan(PLACE_MM)
    }
    expect(seen).toBeGreaterThanOrEqual(name === 'angledFeed' || name === 'shift' ? 3 : 8)
  })

  test.for(feeds)('%s: the points and the matrix agree with the exact map', async (name) => {
    const result = await simulate(name, 2)
    const [page] = result.truth.pages
    const { toPx } = result.pages[0]!
    const [a, b, c, d, e, f, g, h] = page!.homography as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    const isStraight = name !== 'slip' && name !== 'slowFeed'
    for (const [x, y, xPx, yPx] of page!.points!) {
      const [exactX, exactY] = toPx(x, y)
      expect(Math.hypot(exactX - xPx, exactY - yPx)).toBeLessThan(0.02)
      const depth = g * x + h * y + 1
      const off = Math.hypot((a * x + b * y + c) / depth - xPx, (d * x + e * y + f) / depth - yPx)
      expect(off).toBeLessThan(isStraight ? 0.05 : 1.5 * (DPI / 25.4))
    }
  })

  it('says how the scan was turned', async () => {
    const turns = [
      await simulate('quarterTurn', 1),
      await simulate('quarterTurn', 2),
      await simulate('quarterTurn', 3),
    ]
    expect(turns.map(({ truth }) => truth.pages[0]!.rotation)).toEqual([180, 90, 270])
  })
})

/** Where the dark pixels around a mark's true place have their middle; null when it is cut off. */
function centreOfDark(
  { grey, width, height }: Awaited<ReturnType<typeof greyOf>>,
  anchor: { xMm: number; yMm: number; widthMm: number; heightMm: number },
  toPx: (xMm: number, yMm: number) => [number, number],
) {
  const spare = 1
  const steps = 60
  let [mass, sumX, sumY] = [0, 0, 0]
  for (let row = 0; row < steps; row++)
    for (let column = 0; column < steps; column++) {
      const xMm = ((column + 0.5) / steps - 0.5) * (anchor.widthMm + 2 * spare)
      const yMm = ((row + 0.5) / steps - 0.5) * (anchor.heightMm + 2 * spare)
      const [x, y] = toPx(anchor.xMm + xMm, anchor.yMm + yMm)
      if (x < 0.5 || y < 0.5 || x >= width - 0.5 || y >= height - 0.5) return null
      const dark = 255 - grey[Math.floor(y) * width + Math.floor(x)]!
      mass += dark
      sumX += dark * xMm
      sumY += dark * yMm
    }
  return { xMm: sumX / mass, yMm: sumY / mass }
}

describe('the truth of a damaged sheet', () => {
  it('is doubtful where the paper is gone, and nowhere else', async () => {
    // Far beyond extreme, so that the tear reaches the questions.
    const { truth } = await simulate('tornCorner', 20)
    const hidden = truth.choices.filter(({ because }) => because === 'tornCorner')
    expect(hidden.length + Number(truth.examNo.expect === 'doubtful')).toBeGreaterThan(0)
    expect(hidden.every(({ expect: sure }) => sure === 'doubtful')).toBe(true)
    expect(truth.choices.some(({ expect: sure }) => sure === 'clear')).toBe(true)
    expect(truth.pages[0]!.lostCorners.length).toBeGreaterThan(0)
  })

  it('names the locating marks that are missing', async () => {
    for (const strength of [1, 2, 3]) {
      const { truth } = await simulate('markMissing', strength)
      expect(truth.pages[0]!.lostCorners).toHaveLength(strength)
    }
  })

  it('knows that the lower questions lie under another sheet', async () => {
    const { truth } = await simulate('doubleFeed', 3)
    const hidden = truth.choices.filter(({ expect: sure }) => sure === 'doubtful')
    expect(hidden.length).toBeGreaterThan(10)
    expect(hidden.map(({ questionNo }) => questionNo)).toContain('55')
    expect(hidden.map(({ questionNo }) => questionNo)).not.toContain('1')
  })

  it('has the back first where the sheet was fed the wrong way round', async () => {
    const { truth } = await simulate('backInFront', 1)
    expect(truth.pages.map(({ page }) => page)).toEqual([2, 1])
  })

  it('has nothing filled in on a clean form', async () => {
    const { truth } = await simulate('unmarkedForm', 1)
    expect(truth.examNo).toMatchObject({ bubbled: '????????', expect: 'doubtful' })
    expect(truth.choices.flatMap(({ marks }) => marks)).toEqual([])
  })
})

test.for([
  ['halfFilled', 'clear', 'half'],
  ['faintMark', 'clear', 'faint'],
  ['overflowing', 'clear', 'overflow'],
  ['erasedRefilled', 'clear', 'erased'],
  ['smudged', 'clear', 'smudge'],
  ['ticked', 'doubtful', 'tick'],
  ['crossed', 'doubtful', 'cross'],
  ['circled', 'doubtful', 'circle'],
  ['doubleMarks', 'doubtful', 'full'],
] as const)('%s at ordinary strength is %s to a person', async ([name, sure, shape]) => {
  const [ordinary, extreme] = [await simulate(name, 1), await simulate(name, 3)]
  const shaped = ordinary.truth.choices.filter(({ because }) => because === name)
  expect(shaped.length).toBeGreaterThan(3)
  for (const choice of shaped) {
    expect(choice.expect).toBe(sure)
    expect(choice.marks.map((mark) => mark.shape)).toContain(shape)
  }
  for (const choice of extreme.truth.choices)
    expect(choice.expect).toBe(choice.because === name ? 'doubtful' : 'clear')
})

test('a red card shows its marks in red light, and hardly any print', async () => {
  const result = await simulate('redCard', 1)
  const { default: sharp } = await import('sharp')
  const { data, info } = await sharp(result.pages[0]!.jpeg)
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(info.channels).toBe(3)
  const { toPx } = result.pages[0]!
  const field = sheet.geometry.pages[0]!.fields.find(({ id }) => id === 'choice:24')!
  const choice = result.truth.choices.find(({ fieldId }) => fieldId === 'choice:24')!
  for (const bubble of field.bubbles) {
    const [left, top] = toPx(bubble.xMm - bubble.widthMm / 2, bubble.yMm - bubble.heightMm / 2)
    const [right, bottom] = toPx(bubble.xMm + bubble.widthMm / 2, bubble.yMm + bubble.heightMm / 2)
    const darkest = { red: 255, green: 255 }
    for (let y = Math.round(top); y <= bottom; y++)
      for (let x = Math.round(left); x <= right; x++) {
        const at = 3 * (y * info.width + x)
        darkest.red = Math.min(darkest.red, data[at]!)
        darkest.green = Math.min(darkest.green, data[at + 1]!)
      }
    expect(darkest.green).toBeLessThan(200)
    if (choice.meant.includes(bubble.value)) expect(darkest.red).toBeLessThan(140)
    else expect(darkest.red).toBeGreaterThan(180)
  }
})
