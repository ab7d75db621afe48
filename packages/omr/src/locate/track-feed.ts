import { evidenceStepMm } from './row-evidence.ts'

/** One place along the feed at which the offset can be judged. */
export interface FeedNode {
  /** Sheet millimetres along the feed. */
  at: number
  /** How well each offset fits here, in rows of print; the first offset is the same for all nodes. */
  score: Float64Array
  /** Offsets that differ by more are another place, and not the same one measured less well. */
  elsewhereMm: number
}

interface FeedTrack {
  /** Index of the offset at each node on the best path. */
  best: number[]
  /**
   * By how many rows of print the best path beats the best one that lies elsewhere at this node: little
   * means that the print does not tell which of two places is right.
   */
  margin: number[]
}

/** What a millimetre of slip costs, in rows of print: more than noise, less than rows that are missed. */
const slipCost = 0.15
/** Steeper than this it is a jump, and costs so much more for each millimetre. */
const steep = 0.25
const jumpCost = 0.25
/** Of the distance between two places no more than this can have been lost: paper is not fed backwards. */
const mostLost = 0.9

/**
 * The course of the offset along the sheet that fits best to all rows together, by dynamic programming:
 * slip may come at once or little by little, but each millimetre of it needs print to show for it.
 *
 * @param nodes ascending
 */
export function trackFeed(nodes: readonly FeedNode[]): FeedTrack {
  const states = nodes[0]!.score.length
  const forward = sweep(nodes, false)
  const backward = sweep(nodes, true)
  const total = nodes.map((node, i) =>
    Float64Array.from(
      { length: states },
      (_, s) => forward.sums[i]![s]! + backward.sums[i]![s]! - node.score[s]!,
    ),
  )
  const best: number[] = Array.from({ length: nodes.length }, () => 0)
  const end = nodes.length - 1
  let state = indexOfMost(forward.sums[end]!)
  for (let i = end; i >= 0; i--) {
    best[i] = state
    if (i > 0) state = forward.from[i]![state]!
  }
  const top = forward.sums[end]![best[end]!]!
  const margin = total.map((sums, i) => {
    const away = Math.round(nodes[i]!.elsewhereMm / evidenceStepMm)
    let other = -Infinity
    for (let s = 0; s < states; s++) {
      if (Math.abs(s - best[i]!) > away && sums[s]! > other) other = sums[s]!
    }
    return top - other
  })
  return { best, margin }
}

interface Sweep {
  /** Best score of a path that ends at a node and offset. */
  sums: Float64Array[]
  /** Offset at the node before, on that path. */
  from: Int32Array[]
}

function sweep(nodes: readonly FeedNode[], isBackward: boolean): Sweep {
  const sums: Float64Array[] = []
  const from: Int32Array[] = []
  const order = [...nodes.keys()]
  if (isBackward) order.reverse()
  const states = nodes[0]!.score.length
  const cost = new Float64Array(states)
  let last = -1
  for (const i of order) {
    const { at, score } = nodes[i]!
    const own = score.slice()
    const came = new Int32Array(states)
    if (last >= 0) {
      const distance = Math.abs(at - nodes[last]!.at)
      // A little more, since offsets are whole steps and two stretches of one row lie at one place.
      const lost = Math.ceil((mostLost * distance) / evidenceStepMm + 2)
      const before = sums[last]!
      const gentle = steep * distance + evidenceStepMm
      for (let rise = 0; rise < states; rise++) {
        const mm = rise * evidenceStepMm
        cost[rise] = slipCost * mm + jumpCost * Math.max(0, mm - gentle)
      }
      for (let s = 0; s < states; s++) {
        let most = -Infinity
        for (let t = 0; t < states; t++) {
          const rise = isBackward ? t - s : s - t
          if (rise < -lost) continue
          const sum = before[t]! - cost[rise < 0 ? -rise : rise]!
          if (sum > most) {
            most = sum
            came[s] = t
          }
        }
        own[s]! += most
      }
    }
    sums[i] = own
    from[i] = came
    last = i
  }
  return { sums, from }
}

function indexOfMost(values: Float64Array): number {
  let best = 0
  for (let i = 1; i < values.length; i++) if (values[i]! > values[best]!) best = i
  return best
}
