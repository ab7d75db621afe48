/** Ink of one printed box: row by row, 0 paper to 1 full ink, the printed outline left out. */
export interface InkCell {
  ink: Float32Array
  width: number
  height: number
  pxPerMm: number
  /** Where the box itself lies, when the ink reaches beyond it; absent when all of it is inside. */
  inside?: { left: number; top: number; width: number; height: number }
}

/** A box with nothing in it but the writer's strokes. */
export interface CleanCell extends InkCell {
  /** How dark the strokes are, 0 to 1. */
  darkness: number
  /** Area of the strokes. */
  areaMm2: number
  /** Do strokes run out of what was cut, or lie beside the box? Some of the digit is then missing. */
  isCut: boolean
}

/** Ink from which a pixel belongs to something on the paper, at the least; paper texture lies below. */
const leastInk = 0.16
/** The same as a share of the darkest strokes in the box. */
const inkShare = 0.35

/** What is taken for dirt: less area than a full stop. */
const leastSpeckMm2 = 0.1
/** What lies wholly this near to the border is a rest of the printed outline. */
const outlineRestMm = 0.55
/** A neighbour's stroke reaches in no further than this, and is small against the digit itself. */
const intrusionMm = 1.6
const intrusionShare = 0.3

/** How dark the strokes are: mean of the darkest hundredth of the box. */
function strokeDarkness({ ink }: InkCell): number {
  const steps = new Uint32Array(101)
  for (let i = 0; i < ink.length; i++) {
    const value = ink[i]!
    steps[value <= 0 ? 0 : value >= 1 ? 100 : (value * 100 + 0.5) | 0]!++
  }
  let wanted = Math.max(4, Math.round(ink.length / 100))
  const taken = wanted
  let sum = 0
  for (let step = 100; step >= 0 && wanted > 0; step--) {
    const count = Math.min(wanted, steps[step]!)
    sum += count * step
    wanted -= count
  }
  return sum / taken / 100
}

export const inkLevel = (darkness: number) => Math.max(leastInk, inkShare * darkness)

/** As dark as the digit itself and as large as a part of it: a stroke along the edge, not a rest of print. */
const lostShare = 0.65
const leastLostPx = 22

function isDark(
  blot: Blot,
  ink: Float32Array,
  labels: Uint16Array,
  width: number,
  darkness: number,
): boolean {
  if (blot.area < leastLostPx) return false
  let sum = 0
  for (let y = blot.top; y <= blot.bottom; y++)
    for (let x = blot.left; x <= blot.right; x++)
      if (labels[y * width + x] === blot.label) sum += ink[y * width + x]!
  return sum / blot.area >= lostShare * darkness
}

/** Ink beside the box that may be a stroke of its digit. */
const leastBesideMm2 = 0.35

interface Blot {
  label: number
  area: number
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * Takes off what is not the writer's digit: specks, rests of the printed outline, and strokes that
 * reach in from the neighbouring box.
 */
export function cleanCell(cell: InkCell): CleanCell {
  const { width, height, pxPerMm } = cell
  const darkness = strokeDarkness(cell)
  const { labels, blots } = findBlots(cell, inkLevel(darkness))
  const largest = Math.max(0, ...blots.map((b) => b.area))
  const { inside } = cell
  const kept = blots.filter((blot) => {
    if (blot.area < leastSpeckMm2 * pxPerMm ** 2) return false
    if (inside) return reachesInto(blot, inside)
    const rest = outlineRestMm * pxPerMm
    const isRest =
      blot.right < rest ||
      blot.bottom < rest ||
      blot.left >= width - rest ||
      blot.top >= height - rest
    if (isRest) return false
    const reach = intrusionMm * pxPerMm
    const intrudes =
      (blot.left === 0 && blot.right < reach) ||
      (blot.right === width - 1 && blot.left >= width - reach)
    return !(intrudes && blot.area < intrusionShare * largest)
  })
  const labelsKept = new Set(kept.map((b) => b.label))
  const removed = blots.filter((b) => !labelsKept.has(b.label))
  const ink = cell.ink.slice()
  if (removed.length > 0) blank(ink, labels, removed, width, height)
  const area = kept.reduce((sum, b) => sum + b.area, 0)
  const beside = removed.some((b) => b.area >= leastBesideMm2 * pxPerMm ** 2)
  const runsOut = kept.some(
    (b) => b.left === 0 || b.top === 0 || b.right === width - 1 || b.bottom === height - 1,
  )
  const lost = area > 0 && removed.some((b) => isDark(b, cell.ink, labels, width, darkness))
  const isCut = inside === undefined ? lost : beside || runsOut
  return { ...cell, ink, darkness, areaMm2: area / pxPerMm ** 2, isCut }
}

const reachesInto = (blot: Blot, { left, top, width, height }: NonNullable<InkCell['inside']>) =>
  blot.right > left + 2 &&
  blot.left < left + width - 3 &&
  blot.bottom > top + 2 &&
  blot.top < top + height - 3

/** Connected dark pixels, diagonals included. */
function findBlots(
  { ink, width, height }: InkCell,
  level: number,
): { labels: Uint16Array; blots: Blot[] } {
  const labels = new Uint16Array(ink.length)
  const stack = new Int32Array(ink.length)
  const blots: Blot[] = []
  for (let start = 0; start < ink.length; start++) {
    if (labels[start] !== 0 || ink[start]! < level) continue
    const label = blots.length + 1
    const blot = { label, area: 0, left: width, right: 0, top: height, bottom: 0 }
    let size = 0
    stack[size++] = start
    labels[start] = label
    while (size > 0) {
      const at = stack[--size]!
      const x = at % width
      const y = (at - x) / width
      blot.area++
      if (x < blot.left) blot.left = x
      if (x > blot.right) blot.right = x
      if (y < blot.top) blot.top = y
      if (y > blot.bottom) blot.bottom = y
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
          const next = v * width + u
          if (labels[next] !== 0 || ink[next]! < level) continue
          labels[next] = label
          stack[size++] = next
        }
      }
    }
    blots.push(blot)
  }
  return { labels, blots }
}

/** Whitens blots with a pixel of their soft edge around them. */
function blank(
  ink: Float32Array,
  labels: Uint16Array,
  removed: readonly Blot[],
  width: number,
  height: number,
): void {
  for (const { label, left, right, top, bottom } of removed) {
    for (let y = Math.max(0, top - 1); y <= Math.min(height - 1, bottom + 1); y++) {
      for (let x = Math.max(0, left - 1); x <= Math.min(width - 1, right + 1); x++) {
        const own = labels[y * width + x]!
        if (own === label || own === 0) ink[y * width + x] = 0
      }
    }
  }
}
