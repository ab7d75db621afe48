import { useRef, useState } from 'react'
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
  // Marks are looked for in a picture that is on its way: what was moved meanwhile stays where it was put.
  const latest = useRef(placed)
  const searches = useRef(new Set<Promise<void>>())
  const image = { width: page?.width_px ?? 1, height: page?.height_px ?? 1 }
  const count = Math.max(1, corners.length)
  const placeOf = (at: number) => (at + turns) % count
  const pointAt = (at: number, from = placed): Point => {
    const corner = corners[at]
    const put = from[placeOf(at)]
    if (put || !corner || !plan) return put ?? { x: 0, y: 0 }
    return guessedPoint(corner, plan, image, turns)
  }
  const put = (at: number, { x, y }: Point) => {
    latest.current = {
      ...latest.current,
      [placeOf(at)]: {
        x: Math.max(0, Math.min(image.width, x)),
        y: Math.max(0, Math.min(image.height, y)),
      },
    }
    setPlaced(latest.current)
  }
  /** Moves a point onto the middle of the mark beside it, if there is one. */
  const find = async (at: number): Promise<void> => {
    if (!page || !plan) return
    const before = latest.current[placeOf(at)]
    const from = pointAt(at, latest.current)
    const [long, longMm] = [
      Math.max(image.width, image.height),
      Math.max(plan.width_mm, plan.height_mm),
    ]
    const perMm = long / longMm
    const piece = await pieceAround(page.url, from, REACH_MM * perMm)
    const mark = { least: MARK_MM.least * perMm, most: MARK_MM.most * perMm }
    const found = piece && snapToMark(piece, from, mark)
    if (found && latest.current[placeOf(at)] === before) put(at, found)
  }
  const snap = async (at = current): Promise<void> => {
    const search = find(at)
    searches.current.add(search)
    await search.finally(() => searches.current.delete(search))
  }
  return {
    current,
    /** Nobody has moved a point yet: all lie where paper that fills the picture has its corners. */
    isGuess: Object.keys(placed).length === 0,
    pointOf: (corner: Corner) => pointAt(corners.indexOf(corner)),
    choose: setCurrent,
    put,
    /** Where all of them lie once no mark is looked for any more. */
    settled: async (): Promise<Point[]> => {
      await Promise.allSettled(searches.current)
      return corners.map((_, at) => pointAt(at, latest.current))
    },
    nudge: (x: number, y: number) => {
      const from = pointAt(current, latest.current)
      put(current, { x: from.x + x, y: from.y + y })
    },
    snap,
    /** The paper lies a quarter further round. */
    turn: () => setTurns((before) => (before + 1) % 4),
  }
}
