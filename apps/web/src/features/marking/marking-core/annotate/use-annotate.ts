import { type Annotation, ANNOTATION_LIMITS } from '@hengjuan/domain'
import { linePath, type PartOffset } from '@hengjuan/ui'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { lineByPart } from './line-by-part.ts'
import { thinLine } from './thin-line.ts'
import { type Place, signAt, type Tool } from './tool.ts'

interface Options {
  tool: Tool
  offsets: readonly PartOffset[]
  stamp: { milli: number; point: number } | null
  /** Several are pieces of one line, done and undone together. */
  onSign: (...marks: Annotation[]) => void
  onErase: (index: number) => void
  onNote: (place: Place) => void
}

/**
 * Mouse, pen and finger on the layer of annotations. A line is drawn outside React as the pen moves and
 * becomes an annotation when it is lifted. A finger signs where it taps and moves the paper where it drags;
 * two fingers always move and zoom. Once a pen was used, fingers only move the paper.
 *
 * @returns the ref of the layer
 */
export function useAnnotate(options: Options): RefObject<SVGSVGElement | null> {
  const svg = useRef<SVGSVGElement>(null)
  const latest = useRef(options)
  // Pointer events come between renders; they go by the latest one.
  useLayoutEffect(() => {
    latest.current = options
  })
  // The viewer pans on events that bubble to it, so this has to be heard below it, outside React.
  useLayoutEffect(() => (svg.current ? listen(svg.current, () => latest.current) : undefined), [])
  return svg
}

const SVG = 'http://www.w3.org/2000/svg'
/** A finger that went farther than this, in window pixels, did not tap. */
const TAP_PX = 10

/** Returns how to stop listening. */
function listen(layer: SVGSVGElement, now: () => Options): () => void {
  const done = new AbortController()
  const on = { signal: done.signal }
  let line: { id: number; points: number[]; path: SVGPathElement } | null = null
  let erasing: number | null = null
  let hasPen = false
  let isPanning = false
  /** Fingers on the layer, each where it came down. */
  const fingers = new Map<number, PointerEvent>()
  let isTap = false

  const placeOf = ({ clientX, clientY }: PointerEvent): Place => {
    const matrix = layer.getScreenCTM()
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix?.inverse())
    return { x, y }
  }
  const eraseAt = ({ clientX, clientY }: PointerEvent) => {
    const mark = document.elementFromPoint(clientX, clientY)?.closest<SVGGElement>('[data-mark]')
    if (mark && layer.contains(mark)) now().onErase(Number(mark.dataset['mark']))
  }

  const signAtPlace = (event: PointerEvent) => {
    const { tool, offsets, stamp, onSign, onNote } = now()
    const place = placeOf(event)
    if (tool === 'text') onNote(place)
    else {
      const mark = signAt(tool, place, offsets, stamp)
      if (mark) onSign(mark)
    }
  }

  /** What one finger began is dropped, and both move the paper. */
  const giveToViewer = (first: PointerEvent) => {
    line?.path.remove()
    line = null
    erasing = null
    isTap = false
    layer.removeAttribute('data-no-pan')
    const { pointerId, clientX, clientY } = first
    const again = { pointerId, clientX, clientY, pointerType: 'touch', bubbles: true }
    layer.parentElement?.dispatchEvent(new PointerEvent('pointerdown', again))
  }

  const begin = (event: PointerEvent) => {
    const { tool } = now()
    if (event.pointerType === 'pen') hasPen = true
    const isFinger = event.pointerType === 'touch'
    const [other] = fingers.values()
    if (isFinger) fingers.set(event.pointerId, event)
    if (isFinger && other && (line || erasing !== null)) giveToViewer(other)
    const draws = tool === 'pen' || tool === 'eraser'
    const mayAct = tool !== 'select' && event.button === 0 && !isPanning && !line
    isTap = mayAct && isFinger && !draws && !hasPen && !other
    const acts = mayAct && (isFinger ? draws && !hasPen && !other : true)
    // The viewer leaves alone what begins here only while it is drawn upon.
    layer.toggleAttribute('data-no-pan', acts)
    if (!acts) return
    event.preventDefault()
    if (tool === 'pen') {
      const place = placeOf(event)
      const path = document.createElementNS(SVG, 'path')
      path.setAttribute('data-drawing', '')
      layer.append(path)
      layer.setPointerCapture(event.pointerId)
      line = { id: event.pointerId, points: [place.x, place.y], path }
      path.setAttribute('d', linePath(line.points))
    } else if (tool === 'eraser') {
      erasing = event.pointerId
      eraseAt(event)
    } else signAtPlace(event)
  }

  const go = (event: PointerEvent) => {
    if (erasing === event.pointerId) eraseAt(event)
    if (line?.id !== event.pointerId) return
    const moves = event.getCoalescedEvents?.() ?? []
    for (const move of moves.length > 0 ? moves : [event]) {
      const { x, y } = placeOf(move)
      line.points.push(x, y)
    }
    line.path.setAttribute('d', linePath(line.points))
  }

  /** A finger is heard at the document: the viewer holds what moves the paper. */
  const lift = (event: PointerEvent) => {
    const came = fingers.get(event.pointerId)
    fingers.delete(event.pointerId)
    if (!came || !isTap) return
    isTap = false
    const [x, y] = [event.clientX - came.clientX, event.clientY - came.clientY]
    if (event.type === 'pointerup' && Math.hypot(x, y) <= TAP_PX) signAtPlace(event)
  }

  const end = (event: PointerEvent) => {
    if (erasing === event.pointerId) erasing = null
    if (line?.id !== event.pointerId) return
    const { points, path } = line
    line = null
    path.remove()
    if (event.type === 'pointercancel') return
    const { offsets, onSign } = now()
    onSign(
      ...lineByPart(offsets, points).map((piece) => ({
        kind: 'pen' as const,
        part: piece.part,
        points: thinLine(piece.points, ANNOTATION_LIMITS.lineNumbers),
      })),
    )
  }

  const space = (event: KeyboardEvent) => {
    if (event.key === ' ') isPanning = event.type === 'keydown'
  }

  layer.addEventListener('pointerdown', begin, on)
  layer.addEventListener('pointermove', go, on)
  layer.addEventListener('pointerup', end, on)
  layer.addEventListener('pointercancel', end, on)
  // Two ticks side by side are no double click that fits the page.
  layer.addEventListener(
    'dblclick',
    (event) => now().tool !== 'select' && event.stopPropagation(),
    on,
  )
  document.addEventListener('pointerup', lift, { ...on, capture: true })
  document.addEventListener('pointercancel', lift, { ...on, capture: true })
  document.addEventListener('keydown', space, on)
  document.addEventListener('keyup', space, on)
  // A key that is let go in another window is not heard here.
  window.addEventListener('blur', () => (isPanning = false), on)
  return () => done.abort()
}
