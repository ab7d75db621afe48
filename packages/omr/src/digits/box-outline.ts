/** A box as cut out together with what lies around its printed outline. */
export interface OutlinedCut {
  ink: Float32Array
  width: number
  height: number
  pxPerMm: number
  /** From the cut's edge to the middle of the outline, pixels. */
  marginPx: number
}

/** Half the width of the stretch across the outline that belongs to it: its line, blur, and misfit. */
const bandMm = 0.4
/** How far the line itself reaches into the box, pixels. */
const lineReach = 1
/** Ink across the outline above what the print itself has, in millimetres of full ink, that is a stroke. */
const strokeMm = 0.075
/** Shorter stretches are noise or a rough line. */
const leastStretchMm = 0.45
/** Places this near to a corner show the other side's line. */
const cornerMm = 0.6

/** Places along one side, and the pixel of each at a distance from the line, inwards positive. */
interface Side {
  length: number
  at: (place: number, inwards: number) => number
}

function sidesOf({ width, height, marginPx: m }: OutlinedCut): Side[] {
  const [right, bottom] = [width - 1 - m, height - 1 - m]
  return [
    { length: width - 2 * m, at: (place, inwards) => (m + inwards) * width + m + place },
    { length: width - 2 * m, at: (place, inwards) => (bottom - inwards) * width + m + place },
    { length: height - 2 * m, at: (place, inwards) => (m + place) * width + m + inwards },
    { length: height - 2 * m, at: (place, inwards) => (m + place) * width + right - inwards },
  ]
}

/**
 * Takes the printed outline off a cut, but leaves the strokes that cross it or lie on it: there is more
 * ink across the line than the print has elsewhere.
 *
 * @returns whether any stroke meets the outline; the cut's ink is changed in place
 */
export function eraseOutline(cut: OutlinedCut): boolean {
  const { ink, pxPerMm } = cut
  const band = Math.round(bandMm * pxPerMm)
  const sides = sidesOf(cut).map((side) => ({ side, mass: massAlong(ink, side, band) }))
  const all = sides.flatMap(({ mass }) => [...mass]).sort((a, b) => a - b)
  // Strokes cover far less than half of the outline.
  const print = all[Math.floor(all.length * 0.4)] ?? 0
  const corner = Math.round(cornerMm * pxPerMm)
  let meets = false
  for (const { side, mass } of sides) {
    const isStroke = strokesAlong(
      mass,
      print + strokeMm * pxPerMm,
      corner,
      leastStretchMm * pxPerMm,
    )
    for (let place = -band; place < side.length + band; place++) {
      if (isStroke[place] === 1) {
        meets = true
        continue
      }
      for (let inwards = -band; inwards <= lineReach; inwards++) ink[side.at(place, inwards)] = 0
    }
  }
  return meets
}

/**
 * Ink on the line and outside it at each place of a side, in pixels of full ink, a little smoothed. A
 * stroke that only comes near from inside is not counted: it is whole without what lies on the line.
 */
function massAlong(ink: Float32Array, side: Side, band: number): Float32Array {
  const sums = Float32Array.from({ length: side.length }, (_, place) => {
    let sum = 0
    for (let inwards = -band; inwards <= lineReach; inwards++)
      sum += ink[side.at(place, inwards)] ?? 0
    return sum
  })
  return sums.map((sum, i) => (sum + (sums[i - 1] ?? sum) + (sums[i + 1] ?? sum)) / 3)
}

/** Marks the stretches with more ink than `least`, without the corners and what is too short. */
function strokesAlong(
  mass: Float32Array,
  least: number,
  corner: number,
  shortest: number,
): Uint8Array {
  const marks = new Uint8Array(mass.length)
  let start = -1
  for (let place = corner; place <= mass.length - corner; place++) {
    const isDark = place < mass.length - corner && mass[place]! > least
    if (isDark && start < 0) start = place
    if (isDark || start < 0) continue
    if (place - start >= shortest) marks.fill(1, start, place)
    start = -1
  }
  return marks
}
