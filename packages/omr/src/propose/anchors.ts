import type { TemplateAnchor } from '@hengjuan/domain'
import type { Blob } from '../kernels/components.ts'
import { middle } from './middle.ts'
import type { PageInk } from './page-ink.ts'
import type { PaperSize, ProposedAnchors } from './proposal.ts'
import { workPxPerMm } from './work-page.ts'

/** A printed mark that may be an anchor; pixels of the working page. */
export interface Mark {
  x: number
  y: number
  width: number
  height: number
  kind: 'square' | 'bar' | 'disc' | 'ring'
}

/** Anchors measure 1.4 to 13 mm, round ones more: small ones are dots of print. */
const least = 1.4 * workPxPerMm
const leastRound = 1.8 * workPxPerMm
const most = 13 * workPxPerMm
/** Marks of one sheet differ in size by less. */
const sameSize = 1.25
/** Corners of a rectangle, in a frame that is not quite straight: how far the fourth may lie off, of its diagonal. */
const mostOffSquare = 0.035
/** Corner marks span at least this much of the page. */
const leastSpan = 0.35
/** So many bars in line are timing marks. */
const leastInLine = 6

const AFAR_REASON = '照片是远处拍的，看得见整张纸'

type Box = { left: number; top: number; right: number; bottom: number }

/** Solid marks and rings that lie clear of the bubbles. */
export function marksOf(ink: PageInk, grids: readonly Box[]): Mark[] {
  const isClear = ({ xPx, yPx }: Blob) =>
    !grids.some((g) => xPx > g.left && xPx < g.right && yPx > g.top && yPx < g.bottom)
  const solids = ink.solid.filter(isClear).flatMap((blob) => solidMark(blob) ?? [])
  const dark = ink.views[1]!.dark
  const rings = dark.filter(isClear).flatMap((blob) => ringMark(blob, dark) ?? [])
  return [...rings, ...solids.filter((s) => !rings.some((r) => isInside(s, r)))]
}

const isInside = (mark: Mark, ring: Mark) =>
  Math.abs(mark.x - ring.x) < ring.width / 2 && Math.abs(mark.y - ring.y) < ring.height / 2

function solidMark(blob: Blob): Mark | null {
  const [width, height] = [blob.right - blob.left, blob.bottom - blob.top]
  if (blob.cut || Math.max(width, height) < least || Math.max(width, height) > most) return null
  const extent = blob.area / (width * height)
  const aspect = Math.max(width / height, height / width)
  const box = { x: blob.xPx, y: blob.yPx, width, height }
  if (extent < 0.74 || aspect > 7) return null
  if (extent > 0.84) return { ...box, kind: aspect > 1.35 ? 'bar' : 'square' }
  return aspect < 1.2 && width > leastRound ? { ...box, kind: 'disc' } : null
}

/** A round outline with something round in its middle. */
function ringMark(blob: Blob, all: readonly Blob[]): Mark | null {
  const [width, height] = [blob.right - blob.left, blob.bottom - blob.top]
  if (blob.cut || width < 1.5 * leastRound || width > most) return null
  const aspect = Math.max(width / height, height / width)
  const extent = blob.area / (width * height)
  if (aspect > 1.22 || extent < 0.15 || extent > 0.7) return null
  const x = (blob.left + blob.right - 1) / 2
  const y = (blob.top + blob.bottom - 1) / 2
  const core = all.some((other) => {
    const size = Math.max(other.right - other.left, other.bottom - other.top)
    const isMiddle =
      Math.abs(other.xPx - x) < 0.08 * width && Math.abs(other.yPx - y) < 0.08 * height
    return other !== blob && isMiddle && size > 0.12 * width && size < 0.85 * width
  })
  return core ? { x, y, width, height, kind: 'ring' } : null
}

/** Four marks of one kind and size at the corners of a large rectangle: top left, top right, bottom right, bottom left. */
export function cornerMarks(marks: readonly Mark[], paper: PaperSize): Mark[] | null {
  const width = paper.widthMm * workPxPerMm
  const height = paper.heightMm * workPxPerMm
  let best: { corners: Mark[]; score: number } | null = null
  const quarters = (right: boolean, low: boolean) =>
    marks.filter((m) => m.x > width / 2 === right && m.y > height / 2 === low).slice(0, 60)
  const [tl, tr] = [quarters(false, false), quarters(true, false)]
  const [br, bl] = [quarters(true, true), quarters(false, true)]
  for (const a of tl) {
    for (const c of br) {
      if (!areAlike(a, c)) continue
      const span = Math.hypot(c.x - a.x, c.y - a.y)
      if (c.x - a.x < leastSpan * width || c.y - a.y < leastSpan * height) continue
      for (const b of tr.filter((m) => areAlike(a, m))) {
        const x = a.x + c.x - b.x
        const y = a.y + c.y - b.y
        const d = bl
          .filter((m) => areAlike(a, m))
          .sort((m, n) => Math.hypot(m.x - x, m.y - y) - Math.hypot(n.x - x, n.y - y))[0]
        if (!d) continue
        const off = Math.hypot(d.x - x, d.y - y) / span
        const tilt = Math.abs(b.y - a.y) / width + Math.abs(d.x - a.x) / height
        if (off > mostOffSquare || tilt > 0.12) continue
        const kind = a.kind === 'ring' ? 0.4 : a.kind === 'square' ? 0.2 : 0
        const score = ((c.x - a.x) * (c.y - a.y)) / (width * height) + kind - 4 * off
        if (!best || score > best.score) best = { corners: [a, b, c, d], score }
      }
    }
  }
  return best?.corners ?? null
}

const areAlike = (a: Mark, b: Mark) =>
  a.kind === b.kind &&
  Math.max(a.width / b.width, b.width / a.width) < sameSize &&
  Math.max(a.height / b.height, b.height / a.height) < sameSize

/** Bars in a straight column or row along an edge. */
function timingMarks(marks: readonly Mark[]): Mark[] {
  const bars = marks.filter((m) => m.kind === 'bar' || m.kind === 'square')
  const lines = (['x', 'y'] as const).flatMap((axis) =>
    bars.map((bar) =>
      bars.filter(
        (m) =>
          areAlike(bar, m) &&
          Math.abs(m[axis] - bar[axis]) < 0.6 * (axis === 'x' ? bar.width : bar.height),
      ),
    ),
  )
  return [...new Set(lines.filter((line) => line.length >= leastInLine).flat())]
}

/**
 * Corner marks and edge marks as anchors; the paper's own corners where there are none. In a photograph
 * from afar the whole paper is what is surely found again, while small marks have rivals in whatever lies
 * around: there the paper's corners say where to look, and the marks beside them say where the print is.
 */
export function proposeAnchors(
  marks: readonly Mark[],
  paper: PaperSize,
  isFromAfar: boolean,
): ProposedAnchors {
  const corners = cornerMarks(marks, paper)
  const timing = timingMarks(marks)
  if (!corners) {
    const seen = timing.length > 0 ? `（边上有 ${timing.length} 个标记，但四角没有成套的）` : ''
    const reason = `没有找到印刷的定位点${seen}，暂用纸张四角；如果卡上有定位点，请添加`
    return paperCorners(paper, reason)
  }
  const size = {
    widthMm: round(middle(corners.map((m) => m.width)) / workPxPerMm),
    heightMm: round(middle(corners.map((m) => m.height)) / workPxPerMm),
  }
  const names = ['TL', 'TR', 'BR', 'BL']
  const kind = corners[0]!.kind
  const anchors = corners.map((m, i): TemplateAnchor => ({
    id: isFromAfar ? `M-${names[i]}` : names[i]!,
    kind,
    role: isFromAfar ? 'edge' : 'corner',
    xMm: round((m.x + 0.5) / workPxPerMm),
    yMm: round((m.y + 0.5) / workPxPerMm),
    ...size,
  }))
  const edges = timing
    .filter((m) => !corners.includes(m))
    .map((m, i): TemplateAnchor => ({
      id: `E${i + 1}`,
      kind: m.kind === 'square' ? 'square' : 'bar',
      role: 'edge',
      xMm: round((m.x + 0.5) / workPxPerMm),
      yMm: round((m.y + 0.5) / workPxPerMm),
      widthMm: round(m.width / workPxPerMm),
      heightMm: round(m.height / workPxPerMm),
    }))
  const what = { square: '方块', bar: '长条', disc: '圆点', ring: '圆环' }[kind]
  if (isFromAfar) {
    const outline = paperCorners(paper, `${AFAR_REASON}：先找纸张四角，再以旁边印刷的${what}为准`)
    return { ...outline, anchors: [...outline.anchors, ...anchors] }
  }
  const more = edges.length > 0 ? `，另有边缘标记 ${edges.length} 个` : ''
  return {
    anchors: [...anchors, ...edges],
    part: {
      target: 'anchors',
      confidence: kind === 'disc' ? 0.7 : 0.95,
      reason: `四角有大小相同的${what}${more}`,
    },
  }
}

function paperCorners({ widthMm, heightMm }: PaperSize, reason: string): ProposedAnchors {
  const points = [
    ['TL', 0, 0],
    ['TR', widthMm, 0],
    ['BR', widthMm, heightMm],
    ['BL', 0, heightMm],
  ] as const
  return {
    anchors: points.map(([id, xMm, yMm]) => ({
      id,
      kind: 'page-corner',
      role: 'corner',
      xMm,
      yMm,
      widthMm: 1,
      heightMm: 1,
    })),
    part: { target: 'anchors', confidence: 0.5, reason },
  }
}

const round = (value: number) => Math.round(value * 100) / 100
