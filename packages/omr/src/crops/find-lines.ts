import type { Gray } from '../kernels/gray.ts'

/** A printed line in a crop, pixels: along x, or along y when it stands. */
export interface CropLine {
  stands: boolean
  /** Middle of the line, across itself. */
  at: number
  from: number
  until: number
  thick: number
}

/** Straight runs shorter than this may be handwriting, millimetres. */
const leastMm = 15
/** A printed line may be interrupted for so long. */
const gapMm = 0.5
/** Thicker than this it is no line. */
const thickMm = 0.8

/** Long straight lines of a crop, lying and standing, for regions of which nothing is known. */
export function findLongLines(crop: Gray, perMm: number): CropLine[] {
  return [...linesAlong(crop, perMm, false), ...linesAlong(crop, perMm, true)]
}

function linesAlong({ data, width, height }: Gray, perMm: number, stands: boolean): CropLine[] {
  const [count, length] = stands ? [width, height] : [height, width]
  const [across, along] = stands ? [1, width] : [width, 1]
  const lines: CropLine[] = []
  for (let at = 0; at < count; at++) {
    for (const [from, until] of longRuns(data, at * across, along, length, perMm)) {
      // Neighbouring rows of one line.
      const open = lines.find(
        (line) => at - (line.at + line.thick / 2) < 1.5 && from < line.until && until > line.from,
      )
      if (!open) lines.push({ stands, at, from, until, thick: 1 })
      else {
        const top = open.at - open.thick / 2 + 0.5
        open.at = (top + at) / 2
        open.thick = at - top + 1
        open.from = Math.min(open.from, from)
        open.until = Math.max(open.until, until)
      }
    }
  }
  return lines.filter(({ thick }) => thick <= thickMm * perMm)
}

function longRuns(
  data: Uint8Array,
  start: number,
  along: number,
  length: number,
  perMm: number,
): [number, number][] {
  const runs: [number, number][] = []
  const gap = gapMm * perMm
  let from = -1
  let last = -1
  const close = () => {
    if (from >= 0 && last - from + 1 >= leastMm * perMm) runs.push([from, last + 1])
  }
  for (let k = 0; k < length; k++) {
    if (data[start + k * along]! >= 190) continue
    if (from >= 0 && k - last > gap) {
      close()
      from = -1
    }
    if (from < 0) from = k
    last = k
  }
  close()
  return runs
}
