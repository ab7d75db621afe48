import { objectiveItemsOf } from '@hengjuan/sheet'
import type { PageGeometry, SheetGeometry } from '@hengjuan/sheet'
import type { Degradation, DegradationName } from './degradations/catalogue.ts'
import { DEGRADATION_NAMES, recipeOf } from './degradations/catalogue.ts'
import type { PaperWork } from './degradations/recipe.ts'
import { amountAt } from './degradations/recipe.ts'
import { scalePrint } from './degradations/scale-print.ts'
import type { Pen } from './pen-marks.ts'
import type { Random } from './random.ts'
import type { GreyPage } from './raster.ts'
import type { ScanConditions } from './scanner.ts'
import { expose } from './scan/expose.ts'
import type { Feed, PlacedFeed } from './scan/feed.ts'
import { placeFeed } from './scan/feed.ts'
import { fitHomography } from './scan/fit-homography.ts'
import { lampFor } from './scan/lamp.ts'
import type { Picture } from './scan/picture.ts'
import { encodePicture } from './scan/picture.ts'
import type { ChoiceTruth, PageTruth } from './truth.ts'

/** Those that do something, in the order in which they act, each with its recipe and amount. */
function acting(degradations: readonly Degradation[], random: Random) {
  return DEGRADATION_NAMES.flatMap((name) => {
    const strength = degradations.findLast((one) => one.name === name)?.strength ?? 0
    if (strength === 0) return []
    const recipe = recipeOf(name)
    return [{ name, recipe, amount: amountAt(recipe, strength), random: random.fork(name) }]
  })
}

/** The pen that a candidate takes, as the degradations would have it. */
export const penFor = (pen: Pen, degradations: readonly Degradation[], random: Random): Pen =>
  acting(degradations, random).reduce(
    (taken, { recipe, amount, random: own }) => recipe.pen?.(taken, amount, own) ?? taken,
    pen,
  )

/** Changes how the objective questions are marked. */
export function applyHabits(
  choices: ChoiceTruth[],
  geometry: SheetGeometry,
  degradations: readonly Degradation[],
  random: Random,
): void {
  const items = new Map(objectiveItemsOf(geometry.design).map((item) => [item.questionNo, item]))
  const plan = {
    choices,
    optionsOf: (questionNo: string) => items.get(questionNo)?.options ?? [],
    isMultiple: (questionNo: string) => items.get(questionNo)?.multiple ?? false,
  }
  for (const { recipe, amount, random: own } of acting(degradations, random))
    recipe.habit?.(plan, amount, own)
}

/** A page of paper on its way to the scanner. */
export interface PaperPage {
  page: GreyPage
  print: GreyPage
  geometry: PageGeometry
  back: () => GreyPage | null
  another: () => GreyPage
}

/** A page after scanner and file, and what became of it. */
export interface DegradedScan {
  jpeg: Uint8Array
  truth: Pick<
    PageTruth,
    'upsideDown' | 'rotation' | 'skewDeg' | 'widthPx' | 'heightPx' | 'homography' | 'points'
  >
  /** Ids of the anchors that cannot be seen. */
  lostAnchors: string[]
  /** What hides a place of the sheet, millimetres, so that nobody can know what stood there. */
  hiddenBy: (xMm: number, yMm: number) => DegradationName | null
  /** Sheet millimetres to image pixels, exact. */
  toPx: (xMm: number, yMm: number) => [number, number]
}

/**
 * Spoils one page of paper, feeds and scans it, as the degradations say; the page itself is changed.
 *
 * @param slips uneven transport besides what the degradations do, see `Feed`
 */
export async function scanDegraded(
  paper: PaperPage,
  conditions: ScanConditions,
  degradations: readonly Degradation[],
  random: Random,
  slips: Feed['slips'] = [],
): Promise<DegradedScan> {
  const steps = acting(degradations, random)
  const hidden: { name: DegradationName; test: (xMm: number, yMm: number) => boolean }[] = []
  const lost = new Set<string>()
  let red: Uint8Array | null = null
  for (const { name, recipe, amount, random: own } of steps) {
    const work: PaperWork = {
      ...paper,
      red,
      hide: (test) => void hidden.push({ name, test }),
      loseAnchor: (id) => void lost.add(id),
    }
    recipe.paper?.(work, amount, own)
    red = work.red
  }

  const feed = feedOf(paper.geometry, conditions)
  feed.slips.push(...slips)
  for (const { recipe, amount, random: own } of steps) recipe.feed?.(feed, amount, own)
  const placed = placeFeed(feed, paper.page.pixelsPerMm)
  const lamp = lampFor(placed.widthPx, placed.heightPx, conditions, random)
  const rasters = [paper.page.grey, ...(red ? [red] : [])].map((raster) =>
    scalePrint(paper.page, raster, feed.printScale),
  )
  const [grey, redder = null] = expose(paper.page, rasters, feed, placed, lamp, random)
  const picture: Picture = {
    widthPx: placed.widthPx,
    heightPx: placed.heightPx,
    pixelsPerMm: paper.page.pixelsPerMm,
    grey: grey!,
    red: redder,
    cast: 0,
    jpegQuality: conditions.jpegQuality,
    zoom: [1, 1],
  }
  for (const { recipe, amount, random: own } of steps) recipe.picture?.(picture, amount, own)
  const toPx = (xMm: number, yMm: number): [number, number] => {
    const [x, y] = placed.toPx(xMm, yMm)
    return [x * picture.zoom[0], y * picture.zoom[1]]
  }
  return {
    jpeg: await encodePicture(picture),
    truth: {
      upsideDown: feed.quarter === 180,
      rotation: feed.quarter,
      skewDeg: feed.turnDeg,
      widthPx: picture.widthPx,
      heightPx: picture.heightPx,
      ...geometryTruth(feed, placed, toPx),
    },
    lostAnchors: [...lost],
    hiddenBy: (x, y) => hidden.find(({ test }) => test(x, y))?.name ?? null,
    toPx,
  }
}

/** Grid of points whose true place is told: close along the feed, where paper slips. */
const COLUMNS = 5
const ROWS = 25

function geometryTruth(
  feed: Feed,
  { isProjective }: PlacedFeed,
  toPx: DegradedScan['toPx'],
): Pick<PageTruth, 'homography' | 'points'> {
  const points = Array.from({ length: COLUMNS * ROWS }, (_, index) => {
    const x = (feed.widthMm * (0.5 + (index % COLUMNS))) / COLUMNS
    const y = (feed.heightMm * (0.5 + Math.floor(index / COLUMNS))) / ROWS
    const [xPx, yPx] = toPx(x, y)
    return [round(x), round(y), round(xPx), round(yPx)] as [number, number, number, number]
  })
  const exact = isProjective
    ? points.map(([x, y]) => [x, y, ...toPx(x, y)])
    : points.map((point) => [...point])
  return { homography: fitHomography(exact), points }
}

const round = (value: number) => Math.round(value * 1000) / 1000

/** White around a page that lies straight, millimetres. */
const BORDER_MM = 1.5
/** Grey levels that the paper's edge is darker than the white roller. */
const EDGE_SHADOW = 41

function feedOf(geometry: PageGeometry, conditions: ScanConditions): Feed {
  return {
    widthMm: geometry.widthMm,
    heightMm: geometry.heightMm,
    turnDeg: conditions.skewDeg,
    quarter: conditions.upsideDown ? 180 : 0,
    scaleX: conditions.scaleX,
    scaleY: conditions.scaleY,
    shiftXMm: conditions.shiftXMm,
    shiftYMm: conditions.shiftYMm,
    printScale: 1,
    slips: [],
    leanX: 0,
    leanY: 0,
    background: { level: 255, texture: 0, edgeShadow: EDGE_SHADOW },
    frame: 'fit',
    borderMm: BORDER_MM,
  }
}
