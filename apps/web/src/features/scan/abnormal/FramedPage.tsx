import { ImageViewer, type ImageRect } from '@hengjuan/ui'
import { scannedRect, uprightRect, uprightSize, uprightUrl } from '@hengjuan/scan-review'
import { type PointerEvent, useRef, useState } from 'react'
import css from './abnormal.module.css'
import { type Grip, frameBetween, GRIPS, stretched } from './frame.ts'
import { type SheetPage, type Hand, pageKey, PageBar } from './PageBar.tsx'

/** A frame on a page, in pixels of the scan. */
export interface Frame {
  sheet_id: string
  page_seq: number
  box: ImageRect
}

/** What a drag does: draws a new frame from a point, or moves a grip of the frame. */
type Drag = { kind: 'draw'; from: { x: number; y: number } } | { kind: 'stretch'; grip: Grip }

/**
 * The pages of a sheet, upright, with the frame of the chosen part. While it may be drawn, a drag draws a
 * new one and the handles of the frame move its sides; else a drag moves the page.
 */
export function FramedPage(props: {
  pages: readonly SheetPage[]
  page: SheetPage
  onPage: (page: SheetPage) => void
  frame: Frame | null
  /** Brought to the middle whenever it changes. */
  focus: Frame | null
  /** Null: the frame can only be looked at. */
  onFrame: ((frame: Frame) => void) | null
}) {
  const { page, frame } = props
  const [hand, setHand] = useState<Hand>('draw')
  const onFrame = hand === 'draw' ? props.onFrame : null
  const [drag, setDrag] = useState<Drag | null>(null)
  const layer = useRef<SVGSVGElement>(null)
  const size = uprightSize(page)
  const isHere = frame !== null && pageKey(frame) === pageKey(page)
  const shown = isHere ? uprightRect(page, cornersOf(frame.box)) : null
  const focus =
    props.focus !== null && pageKey(props.focus) === pageKey(page)
      ? uprightRect(page, cornersOf(props.focus.box))
      : null
  const grip = Math.max(size.width, size.height) / 110

  const pointOf = (event: PointerEvent): { x: number; y: number } | null => {
    const matrix = layer.current?.getScreenCTM()
    if (!matrix) return null
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())
    return { x, y }
  }
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    const point = pointOf(event)
    if (!onFrame || !point || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const { grip: at } = (event.target as SVGElement).dataset
    const held = at === undefined ? undefined : GRIPS[Number(at)]
    setDrag(held ? { kind: 'stretch', grip: held } : { kind: 'draw', from: point })
  }
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const point = pointOf(event)
    if (!drag || !point || !onFrame) return
    if (drag.kind === 'stretch' && !shown) return
    const rect =
      drag.kind === 'draw' || !shown
        ? frameBetween(drag.kind === 'draw' ? drag.from : point, point, size)
        : stretched(shown, drag.grip, point, size)
    if (rect.width < 2 || rect.height < 2) return
    const { sheet_id, page_seq } = page
    onFrame({ sheet_id, page_seq, box: scannedRect(page, rect) })
  }
  return (
    <div className={css['paper']}>
      {(props.pages.length > 1 || props.onFrame || page.is_masked) && (
        <PageBar
          pages={props.pages}
          page={page}
          onPage={props.onPage}
          hand={props.onFrame ? hand : null}
          onHand={setHand}
        />
      )}
      <div className={css['viewer']} data-testid="page-viewer">
        <ImageViewer
          key={pageKey(page)}
          src={uprightUrl(page)}
          alt="答题卡页面"
          fit="width"
          focus={focus}
          hasTools
        >
          <svg
            ref={layer}
            className={css['frames']}
            data-testid="frame-layer"
            width={size.width}
            height={size.height}
            viewBox={`0 0 ${size.width} ${size.height}`}
            {...(onFrame ? { 'data-no-pan': '', 'data-draws': '' } : {})}
            onPointerDown={begin}
            onPointerMove={move}
            onPointerUp={() => setDrag(null)}
            onPointerCancel={() => setDrag(null)}
          >
            {onFrame && <rect className={css['ground']} width={size.width} height={size.height} />}
            {shown && (
              <rect
                className={css['frame']}
                x={shown.x}
                y={shown.y}
                width={shown.width}
                height={shown.height}
                vectorEffect="non-scaling-stroke"
              />
            )}
            {shown &&
              onFrame &&
              GRIPS.map(({ x, y }, at) => (
                <rect
                  key={`${x} ${y}`}
                  className={css['grip']}
                  data-grip={at}
                  x={shown.x + (shown.width * (x + 1)) / 2 - grip / 2}
                  y={shown.y + (shown.height * (y + 1)) / 2 - grip / 2}
                  width={grip}
                  height={grip}
                />
              ))}
          </svg>
        </ImageViewer>
      </div>
    </div>
  )
}

const cornersOf = ({ x, y, width, height }: ImageRect): [number, number][] => [
  [x, y],
  [x + width, y + height],
]
