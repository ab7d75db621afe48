/** How a page lies under the lamp or before a camera, before it becomes pixels. Lengths are millimetres. */
export interface Feed {
  /** Size of the paper. */
  widthMm: number
  heightMm: number
  /** Clockwise, degrees; quarter turns are separate. */
  turnDeg: number
  quarter: 0 | 90 | 180 | 270
  scaleX: number
  scaleY: number
  shiftXMm: number
  shiftYMm: number
  /** Size of the print on the paper, about its middle. */
  printScale: number
  /**
   * Uneven transport: at which place of the straightly fed page the line at `yMm` is seen, both counted
   * from the paper's middle. Must grow with `yMm`.
   */
  slips: ((yMm: number) => number)[]
  /** Share by which the right side (or left, if negative) and the bottom are smaller than the other side. */
  leanX: number
  leanY: number
  /** What surrounds the paper. */
  background: { level: number; texture: number; edgeShadow: number }
  /** `fit`: the picture holds the whole page; `paper`: it is as large as the paper, the rest is cut off. */
  frame: 'fit' | 'paper'
  /** White or table around a fitted page. */
  borderMm: number
}

/** A page placed in its picture: where every point of the sheet lands, and where every pixel comes from. */
export interface PlacedFeed {
  widthPx: number
  heightPx: number
  /** Sheet millimetres to image pixels. */
  toPx(xMm: number, yMm: number): [number, number]
  /** Image pixels to millimetres on the paper (not yet to the print, see `printScale`), into `out`. */
  toPaper(xPx: number, yPx: number, out: Float64Array): void
  /** Whether a straight line of sheet stays one, and a matrix says everything. */
  isProjective: boolean
}

/** Works out the picture's size and both directions of the map. */
export function placeFeed(feed: Feed, pixelsPerMm: number): PlacedFeed {
  const [cx, cy] = [feed.widthMm / 2, feed.heightMm / 2]
  const turn = (feed.turnDeg * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const { scaleX, scaleY, shiftXMm, shiftYMm, slips, printScale, quarter } = feed
  const gx = feed.leanX / feed.widthMm
  const gy = feed.leanY / feed.heightMm

  /** Paper to the plane of the picture, millimetres about its middle, without the quarter turn. */
  const lay = (xMm: number, yMm: number): [number, number] => {
    const [dx, dy] = [(xMm - cx) * scaleX, (yMm - cy) * scaleY]
    const x = cos * dx - sin * dy + shiftXMm
    const y = unslip(slips, sin * dx + cos * dy + shiftYMm)
    const depth = 1 + gx * x + gy * y
    return [x / depth, y / depth]
  }
  const corners = [
    lay(0, 0),
    lay(feed.widthMm, 0),
    lay(feed.widthMm, feed.heightMm),
    lay(0, feed.heightMm),
  ]
  const isFit = feed.frame === 'fit'
  const low = isFit ? least(corners, Math.min) : ([-cx, -cy] as const)
  const high = isFit ? least(corners, Math.max) : ([cx, cy] as const)
  const border = isFit ? feed.borderMm : 0
  const left = low[0] - border
  const top = low[1] - border
  const flatWidth = Math.round((high[0] - low[0] + 2 * border) * pixelsPerMm)
  const flatHeight = Math.round((high[1] - low[1] + 2 * border) * pixelsPerMm)
  const isSideways = quarter === 90 || quarter === 270

  const turnTo = (x: number, y: number): [number, number] => {
    if (quarter === 90) return [flatHeight - y, x]
    if (quarter === 180) return [flatWidth - x, flatHeight - y]
    if (quarter === 270) return [y, flatWidth - x]
    return [x, y]
  }
  return {
    widthPx: isSideways ? flatHeight : flatWidth,
    heightPx: isSideways ? flatWidth : flatHeight,
    isProjective: slips.length === 0,
    toPx(xMm, yMm) {
      const [x, y] = lay(cx + (xMm - cx) * printScale, cy + (yMm - cy) * printScale)
      return turnTo((x - left) * pixelsPerMm, (y - top) * pixelsPerMm)
    },
    toPaper(xPx, yPx, out) {
      let flatX = xPx
      let flatY = yPx
      if (quarter === 90) {
        flatX = yPx
        flatY = flatHeight - xPx
      } else if (quarter === 180) {
        flatX = flatWidth - xPx
        flatY = flatHeight - yPx
      } else if (quarter === 270) {
        flatX = flatWidth - yPx
        flatY = xPx
      }
      const px = flatX / pixelsPerMm + left
      const py = flatY / pixelsPerMm + top
      const depth = 1 - gx * px - gy * py
      const x = px / depth - shiftXMm
      let y = py / depth
      for (const slip of slips) y = slip(y)
      y -= shiftYMm
      out[0] = (cos * x + sin * y) / scaleX + cx
      out[1] = (cos * y - sin * x) / scaleY + cy
    },
  }
}

const least = (corners: [number, number][], choose: (...values: number[]) => number) =>
  [choose(...corners.map(([x]) => x)), choose(...corners.map(([, y]) => y))] as const

/** Where a line that lies at `yMm` is seen, by bisection: slips are given the other way round. */
function unslip(slips: Feed['slips'], yMm: number): number {
  if (slips.length === 0) return yMm
  let [low, high] = [yMm - 30, yMm + 30]
  for (let round = 0; round < 40; round++) {
    const middle = (low + high) / 2
    if (slips.reduce((y, slip) => slip(y), middle) < yMm) low = middle
    else high = middle
  }
  return (low + high) / 2
}
