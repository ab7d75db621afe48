import type { Random } from '../random.ts'
import type { GreyPage } from '../raster.ts'
import type { Feed, PlacedFeed } from './feed.ts'
import type { Lamp } from './lamp.ts'

/** Pixels of a row between two exact places; on the line between them the map is as good as straight. */
const RUN = 32

/**
 * Sees a page of paper through its feed: bilinear, lit and noisy as the lamp says.
 *
 * @param sources rasters of the same paper, in the light of one colour each
 * @returns a picture for each source, with the same surroundings and the same noise
 */
export function expose(
  page: GreyPage,
  sources: readonly Uint8Array[],
  feed: Feed,
  placed: PlacedFeed,
  lamp: Lamp,
  random: Random,
): Uint8Array[] {
  const { widthPx, heightPx } = placed
  const outs = sources.map(() => surroundings(feed, placed, random))
  const bare = sources.map((source) => bareTiles(source, page.widthPx, page.heightPx))
  const rasterScale = page.pixelsPerMm * 65536
  const [mostX, mostY] = [(page.widthPx - 1) * 65536 - 1, (page.heightPx - 1) * 65536 - 1]
  const place = new Float64Array(2)
  const shadow = feed.background.edgeShadow
  for (let v = 0; v < heightPx; v++) {
    const row = v * widthPx
    let wasInside = false
    placed.toPaper(0.5, v + 0.5, place)
    // Pixel centres lie at .5 in the raster as in the picture.
    let x = place[0]! * rasterScale - 32768
    let y = place[1]! * rasterScale - 32768
    for (let u = 0; u < widthPx; u += RUN) {
      const length = Math.min(RUN, widthPx - u)
      placed.toPaper(u + length + 0.5, v + 0.5, place)
      const nextX = place[0]! * rasterScale - 32768
      const nextY = place[1]! * rasterScale - 32768
      const stepX = (nextX - x) / length
      const stepY = (nextY - y) / length
      const run = { x, y, stepX, stepY, from: 0, until: length }
      trim(run, mostX, mostY)
      if (run.from < run.until) {
        const startX = Math.round(x + run.from * stepX)
        const startY = Math.round(y + run.from * stepY)
        const endX = startX + Math.round(stepX) * (run.until - run.from)
        const endY = startY + Math.round(stepY) * (run.until - run.from)
        for (let index = 0; index < sources.length; index++) {
          const out = outs[index]!
          const [from, until] = [u + run.from, u + run.until]
          if (isBare(bare[index]!, page.widthPx, startX, startY, endX, endY))
            paperRun(out, row, from, until, lamp, v)
          else
            sampleRun(
              sources[index]!,
              page.widthPx,
              startX,
              startY,
              Math.round(stepX),
              Math.round(stepY),
              out,
              row,
              from,
              until,
              lamp,
              v,
            )
        }
        if (shadow > 0) {
          const enters = !wasInside && u + run.from > 0
          const leaves = run.until < length
          for (const out of outs) {
            if (enters) out[row + u + run.from - 1] = 255 - shadow
            if (leaves) out[row + u + run.until] = 255 - shadow
          }
        }
      }
      wasInside = run.from < run.until && run.until === length
      x = nextX
      y = nextY
    }
  }
  return outs
}

interface Run {
  x: number
  y: number
  stepX: number
  stepY: number
  from: number
  until: number
}

/** Cuts a run down to the pixels that lie on the paper. */
function trim(run: Run, mostX: number, mostY: number): void {
  cut(run, run.x, run.stepX, mostX)
  cut(run, run.y, run.stepY, mostY)
}

/** Rounding of start and step must not lead a run over the edge. */
const SPARE = 64

function cut(run: Run, start: number, step: number, most: number): void {
  const end = start + step * run.until
  const [low, high] = [SPARE, most - SPARE]
  if (start >= low && start <= high && end >= low && end <= high) return
  if (Math.abs(step) < 1e-6) {
    if (start < low || start > high) run.until = run.from
    return
  }
  const one = (low - start) / step
  const other = (high - start) / step
  run.from = Math.max(run.from, Math.ceil(Math.min(one, other)))
  run.until = Math.min(run.until, Math.floor(Math.max(one, other)) + 1)
}

function sampleRun(
  source: Uint8Array,
  sourceWidth: number,
  startX: number,
  startY: number,
  stepX: number,
  stepY: number,
  out: Uint8Array,
  row: number,
  from: number,
  until: number,
  lamp: Lamp,
  v: number,
): void {
  const { levels, columnSteps, noise } = lamp
  const rowStep = lamp.rowSteps[v]!
  const noiseStart = lamp.noiseStarts[v]!
  let x = startX
  let y = startY
  for (let u = from; u < until; u++) {
    const at = (y >> 16) * sourceWidth + (x >> 16)
    const below = at + sourceWidth
    const a = source[at]!
    const b = source[at + 1]!
    const c = source[below]!
    const d = source[below + 1]!
    let grey = a
    // Most of a page is paper of one tone.
    if (a !== b || a !== c || a !== d) {
      const fx = (x >> 8) & 255
      const top = (a << 8) + (b - a) * fx
      const low = (c << 8) + (d - c) * fx
      grey = ((top << 8) + (low - top) * ((y >> 8) & 255) + 32768) >> 16
    }
    const level = levels[(((columnSteps[u]! + rowStep) >> 8) << 8) + grey]! + noise[noiseStart + u]!
    out[row + u] = level > 255 ? 255 : level < 0 ? 0 : level
    x += stepX
    y += stepY
  }
}

/** Side of a tile of the paper, a power of two, pixels. */
const BARE_BITS = 4

/** For each tile of the paper whether nothing at all is on it. */
function bareTiles(source: Uint8Array, width: number, height: number): Uint8Array {
  const columns = (width >> BARE_BITS) + 1
  const bare = new Uint8Array(columns * ((height >> BARE_BITS) + 1)).fill(1)
  for (let y = 0, at = 0; y < height; y++) {
    const row = (y >> BARE_BITS) * columns
    for (let x = 0; x < width; x++, at++) if (source[at] !== 255) bare[row + (x >> BARE_BITS)] = 0
  }
  return bare
}

/** Whether a run, ends in 65536ths of a pixel, meets bare tiles only. */
function isBare(
  bare: Uint8Array,
  width: number,
  startX: number,
  startY: number,
  endX: number,
  endY: number,
): boolean {
  const columns = (width >> BARE_BITS) + 1
  const shift = 16 + BARE_BITS
  const left = Math.min(startX, endX) >> shift
  const right = (Math.max(startX, endX) + 65536) >> shift
  const bottom = (Math.max(startY, endY) + 65536) >> shift
  for (let y = Math.min(startY, endY) >> shift; y <= bottom; y++)
    for (let x = left; x <= right; x++) if (bare[y * columns + x] !== 1) return false
  return true
}

/** The same as `sampleRun` where nothing but white paper is met. */
function paperRun(
  out: Uint8Array,
  row: number,
  from: number,
  until: number,
  lamp: Lamp,
  v: number,
): void {
  const { levels, columnSteps, noise } = lamp
  const rowStep = lamp.rowSteps[v]!
  const noiseStart = lamp.noiseStarts[v]!
  for (let u = from; u < until; u++) {
    const level = levels[((columnSteps[u]! + rowStep) & ~255) | 255]! + noise[noiseStart + u]!
    out[row + u] = level > 255 ? 255 : level < 0 ? 0 : level
  }
}

const TILE = 64

/** What the scanner or the camera sees around the paper. */
function surroundings(feed: Feed, { widthPx, heightPx }: PlacedFeed, random: Random): Uint8Array {
  const { level, texture } = feed.background
  const out = new Uint8Array(widthPx * heightPx).fill(level)
  if (texture === 0) return out
  const own = random.fork('surroundings')
  const tile = Uint8Array.from({ length: TILE * TILE }, () =>
    Math.max(0, Math.min(255, Math.round(level + own.normal() * texture))),
  )
  for (let v = 0; v < heightPx; v++)
    for (let u = 0; u < widthPx; u++)
      out[v * widthPx + u] = tile[((v & (TILE - 1)) * TILE) | (u & (TILE - 1))]!
  return out
}
