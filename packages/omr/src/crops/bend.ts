import type { CropRegion, Registration } from '@hengjuan/domain'
import type { FeedCurve } from '../align/feed-curve.ts'
import { projectSheet } from '../align/ink-view.ts'
import type { Homography } from '../kernels/homography.ts'
import { project, rectangleOnto } from '../kernels/homography.ts'

/** Four corners in pixels: top left, top right, bottom right, bottom left. */
type Quad = readonly (readonly [number, number])[]
type Corner = [number, number]

/** A part of a crop that is near enough to flat, crop pixels, and where its corners lie on the page. */
interface FlatPart {
  left: number
  top: number
  width: number
  height: number
  quad: Corner[]
}

/** Beside a reading, not in it: only whoever has the pixels at hand can make use of how they are bent. */
const feeds = new WeakMap<Registration, FeedCurve>()

/** Keeps how the paper of a page slipped, for as long as its registration is at hand. */
export function rememberFeed(registration: Registration, feed: FeedCurve | null): void {
  if (feed) feeds.set(registration, feed)
}

export const feedOf = (registration: Registration): FeedCurve | null =>
  feeds.get(registration) ?? null

/** Over so much of the sheet a slip is a straight line to a fiftieth of a millimetre: rollers slip over centimetres. */
const partMm = 5
/** Less bend than this cannot be seen, and its crop is cut in one piece. */
const leastBendMm = 0.06

/** Places across the feed that lie within so much along it slipped alike, to a few hundredths of a millimetre. */
const alikeMm = 0.5

/**
 * The feed as it is at the middle of a region that hardly lies askew: long parts across need to be of one
 * height everywhere, since those of two would be taken for a perspective view.
 */
function uprightFeed(feed: FeedCurve, middleMm: number, acrossMm: number): FeedCurve {
  const { lean = 0 } = feed
  if (lean === 0 || Math.abs(lean) * acrossMm > alikeMm) return feed
  return { ...feed, at: feed.at.map((at) => at - lean * middleMm), lean: 0 }
}

/**
 * Divides a crop of a page whose paper slipped into flat parts, row by row of them.
 *
 * The corners of the region were placed with the slip, and moved onto its frame: they stay where they are.
 * What lies between them follows the feed's curve.
 *
 * @param quad the region's corners on the page
 * @param width and `height` of the crop, pixels
 * @returns null where one flat piece is as good
 */
export function flatParts(
  region: CropRegion,
  quad: Quad,
  map: { toPx: Homography; feed: FeedCurve },
  width: number,
  height: number,
): FlatPart[] | null {
  const { xMm, yMm, widthMm, heightMm } = region
  const isAlongY = map.feed.axis === 'y'
  const feed = isAlongY
    ? uprightFeed(map.feed, xMm + widthMm / 2, widthMm)
    : uprightFeed(map.feed, yMm + heightMm / 2, heightMm)
  const curved = (u: number, v: number): Corner => {
    const [x, y] = [xMm + (u / width) * widthMm, yMm + (v / height) * heightMm]
    const at = projectSheet({ toPx: map.toPx, feed }, x, y)
    return [at.x, at.y]
  }
  const corners = [curved(0, 0), curved(width, 0), curved(width, height), curved(0, height)]
  const flat = rectangleOnto(corners, width, height)
  const placed = rectangleOnto(quad, width, height)
  if (!flat || !placed) return null
  const partsOf = (lengthMm: number) => Math.max(1, Math.round(lengthMm / partMm))
  const columns = isAlongY && !feed.lean ? 1 : partsOf(widthMm)
  const rows = isAlongY || feed.lean ? partsOf(heightMm) : 1
  const xs = Array.from({ length: columns + 1 }, (_, i) => Math.round((i * width) / columns))
  const ys = Array.from({ length: rows + 1 }, (_, i) => Math.round((i * height) / rows))
  let most = 0
  const grid = ys.map((v) =>
    xs.map((u): Corner => {
      const [x, y] = curved(u, v)
      const without = project(flat, u, v)
      const at = project(placed, u, v)
      const bend: Corner = [x - without.x, y - without.y]
      most = Math.max(most, Math.hypot(...bend))
      return [at.x + bend[0], at.y + bend[1]]
    }),
  )
  const [a, b] = corners as [Corner, Corner]
  const pxPerMm = Math.hypot(b[0] - a[0], b[1] - a[1]) / widthMm
  if (most < leastBendMm * pxPerMm) return null
  const parts: FlatPart[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [left, right] = [xs[column]!, xs[column + 1]!]
      const [top, bottom] = [ys[row]!, ys[row + 1]!]
      if (left === right || top === bottom) continue
      const [above, below] = [grid[row]!, grid[row + 1]!]
      parts.push({
        left,
        top,
        width: right - left,
        height: bottom - top,
        quad: [above[column]!, above[column + 1]!, below[column + 1]!, below[column]!],
      })
    }
  }
  return parts
}
