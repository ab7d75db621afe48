import { type PointerEvent, useRef } from 'react'
import { KeyHint } from '@hengjuan/ui'
import { AlikeSheets } from './AlikeSheets.tsx'
import { nameOf, nearestOf, type Point } from './anchor-geometry.ts'
import css from './anchor-targets.module.css'
import { ghostPath } from './ghost-path.ts'
import { Magnifier } from './Magnifier.tsx'
import { SheetViewer } from './SheetViewer.tsx'
import { AnchorTarget } from './AnchorTarget.tsx'
import { type AnchorTargetsProps, useAnchors } from './use-anchors.ts'
import { AnchorBar } from './AnchorBar.tsx'

/** A press that moves further is a drag of the picture, window pixels. */
const CLICK_PX = 4

/**
 * Four targets to put onto the printed corner marks, with the mouse or by keyboard; the page is then
 * read again with them.
 */
export function AnchorTargets(props: AnchorTargetsProps) {
  const { sheet, anchors, page, setPlanNo, plan, corners, points, residual, fit, located, apply } =
    useAnchors(props)
  const dragged = useRef<number | null>(null)
  const layer = useRef<SVGSVGElement>(null)
  /** Where the picture was pressed, window pixels. */
  const pressed = useRef<Point | null>(null)
  if (!page || !plan) return null
  /** Where in the picture the pointer is. */
  const pointUnder = ({ clientX, clientY }: PointerEvent): Point | null => {
    const matrix = layer.current?.getScreenCTM()
    return matrix ? new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()) : null
  }
  const drag = (event: PointerEvent) => {
    const point = pointUnder(event)
    if (dragged.current !== null && point) points.put(dragged.current, point)
  }
  const drop = () => {
    if (dragged.current !== null) void points.snap(dragged.current)
    dragged.current = null
  }
  const press = (event: PointerEvent) => {
    const isPicture = !(event.target as Element).closest('button, a, [data-no-pan]')
    pressed.current =
      isPicture && event.button === 0 ? { x: event.clientX, y: event.clientY } : null
  }
  // The picture keeps the pointer while it is pressed, so that no click reaches the layer.
  const release = (event: PointerEvent) => {
    const from = pressed.current
    pressed.current = null
    if (!from || Math.hypot(event.clientX - from.x, event.clientY - from.y) > CLICK_PX) return
    const point = pointUnder(event)
    if (!point || !isInside(point, page)) return
    const nearest = nearestOf(corners.map(points.pointOf), point)
    if (nearest < 0) return
    points.choose(nearest)
    points.put(nearest, point)
    void points.snap(nearest)
  }
  const size = Math.max(page.width_px, page.height_px) / 60
  const current = corners[points.current]
  return (
    <div className={css['locate']}>
      <AnchorBar
        anchors={anchors}
        plan={plan.page}
        residual={points.isGuess ? null : residual}
        isPending={props.decisions.pending}
        onPlan={setPlanNo}
        onCancel={props.onCancel}
        onApply={() => void apply()}
      />
      <p className={css['hint']}>
        点一下印刷定位块，最近的圆圈就移过去并对准块的中心；也可以拖动圆圈（方向以印刷内容为准）。键盘：
        <span className={css['nowrap']}>
          <KeyHint keys="1" />–<KeyHint keys="4" /> 选角
        </span>
        ，方向键微移（按住 <KeyHint keys="Shift" /> 移得快），
        <KeyHint keys="S" /> 对准，
        <KeyHint keys="R" /> 转四分之一圈
      </p>
      <AlikeSheets
        sheetId={sheet.sheet_id}
        waiting={props.detail.unlocated}
        located={located}
        decisions={props.decisions}
        onDone={props.onDone}
      />
      <div
        className={css['picture']}
        onPointerDown={press}
        onPointerUp={release}
        onPointerCancel={() => (pressed.current = null)}
      >
        <SheetViewer
          sheet={{ ...sheet, pages: [page] }}
          regions={[]}
          asScanned
          overlay={
            <svg
              ref={layer}
              className={css['targets']}
              width={page.width_px}
              height={page.height_px}
              viewBox={`0 0 ${page.width_px} ${page.height_px}`}
              onPointerMove={drag}
              onPointerUp={drop}
            >
              {fit && <path className={css['ghost']} d={ghostPath(fit, plan.printed)} />}
              <polygon points={corners.map(points.pointOf).map(textOf).join(' ')} />
              {corners.map((corner, at) => (
                <AnchorTarget
                  key={corner.id}
                  name={`${at + 1} ${nameOf(corner, plan)}`}
                  point={points.pointOf(corner)}
                  size={size}
                  isRight={points.pointOf(corner).x > page.width_px / 2}
                  isCurrent={at === points.current}
                  onGrab={() => {
                    dragged.current = at
                    points.choose(at)
                  }}
                />
              ))}
            </svg>
          }
        />
        {current && (
          <Magnifier page={page} at={points.pointOf(current)} label={nameOf(current, plan)} />
        )}
      </div>
    </div>
  )
}

const isInside = ({ x, y }: Point, page: { width_px: number; height_px: number }): boolean =>
  x >= 0 && y >= 0 && x <= page.width_px && y <= page.height_px

const textOf = ({ x, y }: Point): string => `${x},${y}`
