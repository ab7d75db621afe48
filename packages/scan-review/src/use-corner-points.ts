import { useState } from 'react'
import { type Corner, guessedPoint, type Plan, type Point } from './anchor-geometry.ts'
import { pieceAround } from './picture-piece.ts'
import { snapToMark } from './snap-to-mark.ts'
import type { SheetPage } from './types.ts'

/** Least and greatest side of a printed corner mark. */
const MARK_MM = { least: 2, most: 14 }
/** How far around a point a mark is looked for. */
const REACH_MM = 14

/**
 * Where the four corner marks of a page are being put, in image pixels. Places go around the picture;
 * which printed corner lies in which place depends on how the paper was turned.
 *
 * @param corners around the page as printed
 */
export function useCornerPoints(
  page: SheetPage | undefined,
  plan: Plan | undefined,
  corners: readonly Corner[],
) {
  const [turns, setTurns] = useState((page?.rotation ?? 0) / 90)
  const [placed, setPlaced] = useState<Record<number, Point>>({})
  const [current, setCurrent] = useState(0)
  const image = { width: page?.width_px ?? 1, height: page?.height_px ?? 1 }
  const count = Math.max(1, corners.length)
  const placeOf = (at: number) => (at + turns) % count
  const pointAt = (at: number): Point => {
    const corner = corners[at]
    const put = placed[placeOf(at)]
    if (put || !corner || !plan) return put ?? { x: 0, y: 0 }
    return guessedPoint(corner, plan, image, turns)
  }
  const put = (at: number, { x, y }: Point) =>
    setPlaced((all) => ({
      ...all,
      [placeOf(at)]: {
        x: Math.max(0, Math.min(image.width, x)),
        y: Math.max(0, Math.min(image.height, y)),
      },
    }))
  /** Moves a point onto the middle of the mark beside it, if there is one. */
  const snap = async (at = current): Promise<void> => {
    if (!page || !plan) return
    const from = pointAt(at)
    const [long, longMm] = [
      Math.max(image.width, image.height),
      Math.max(plan.width_mm, plan.height_mm),
    ]
    const perMm = long / longMm
    const piece = await pieceAround(page.url, from, REACH_MM * perMm)
    const mark = { least: MARK_MM.least * perMm, most: MARK_MM.most * perMm }
    const found = piece && snapToMark(piece, from, mark)
    if (found) put(at, found)
  }
  return {
    current,
    pointOf: (corner: Corner) => pointAt(corners.indexOf(corner)),
    choose: setCurrent,
    put,
    nudge: (x: number, y: number) => {
      const from = pointAt(current)
      put(current, { x: from.x + x, y: from.y + y })
    },
    snap,
    /** The paper lies a quarter further round. */
    turn: () => setTurns((before) => (before + 1) % 4),
  }
}
