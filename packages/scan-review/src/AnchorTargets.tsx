import { Button } from '@blueprintjs/core'
import { KeyHint, Segmented, StatusTag } from '@hengjuan/ui'
import { type PointerEvent, useRef, useState } from 'react'
import { AlikeSheets } from './AlikeSheets.tsx'
import { bestFit, nameOf, nearestOf, outline, type Point, residualMm } from './anchor-geometry.ts'
import css from './anchor-targets.module.css'
import { ghostPath } from './ghost-path.ts'
import { Magnifier } from './Magnifier.tsx'
import { useReviewKeys } from './use-review-keys.ts'
import { SheetViewer } from './SheetViewer.tsx'
import type { Located, ReviewDecisions, ReviewDetail } from './types.ts'
import { useCornerPoints } from './use-corner-points.ts'

/** Four marks that were hit lie as printed to less, millimetres; more of it is a point beside its mark. */
const FITTING_MM = 1
/** A press that moves further is a drag of the picture, window pixels. */
const CLICK_PX = 4
/** How far a key moves a point, image pixels; with Shift the second. */
const STEPS = { fine: 1, coarse: 10 }

/**
 * Four targets to put onto the printed corner marks, with the mouse or by keyboard; the page is then
 * read again with them.
 */
export function AnchorTargets(props: {
  detail: ReviewDetail
  pageSeq: number
  decisions: ReviewDecisions
  /** The template lies over the picture, and follows the points. */
  hasGhost: boolean
  onDone: () => void
  onCancel: () => void
}) {
  const { sheet, anchors } = props.detail
  const page = sheet.pages.find(({ seq }) => seq === props.pageSeq) ?? sheet.pages[0]
  const [planNo, setPlanNo] = useState(page?.page ?? anchors[0]?.page ?? 1)
  const plan = anchors.find(({ page: no }) => no === planNo) ?? anchors[0]
  const corners = outline(plan?.corners.slice(0, 4) ?? [])
  const points = useCornerPoints(page, plan, corners)
  const dragged = useRef<number | null>(null)
  const layer = useRef<SVGSVGElement>(null)
  /** Where the picture was pressed, window pixels. */
  const pressed = useRef<Point | null>(null)
  const residual = residualMm(corners, points.pointOf)
  const fit = props.hasGhost ? bestFit(corners, points.pointOf) : null
  const located = async (): Promise<Located> => {
    const settled = await points.settled()
    return {
      page_seq: page?.seq ?? 1,
      page: plan?.page ?? 1,
      anchors: corners.map((corner, at) => {
        const { x, y } = settled[at] ?? points.pointOf(corner)
        return { id: corner.id, x_px: x, y_px: y }
      }),
    }
  }
  const apply = async () => {
    if (!page || !plan || props.decisions.pending) return
    const done = await props.decisions.fix(
      sheet.sheet_id,
      { kind: 'locate', ...(await located()) },
      `重新定位第 ${page.seq} 张图像`,
    )
    if (done) props.onDone()
  }
  const nudge = (x: number, y: number) => (event: KeyboardEvent) => {
    const step = event.shiftKey ? STEPS.coarse : STEPS.fine
    points.nudge(x * step, y * step)
  }
  useReviewKeys('locate', {
    corner: ({ key }) => {
      if (Number(key) <= corners.length) points.choose(Number(key) - 1)
    },
    nextCorner: () => points.choose((points.current + 1) % 4),
    left: nudge(-1, 0),
    right: nudge(1, 0),
    up: nudge(0, -1),
    down: nudge(0, 1),
    snap: () => void points.snap(),
    turn: points.turn,
    apply: () => void apply(),
    cancel: props.onCancel,
  })
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
      <div className={css['bar']}>
        <span className={css['asks']}>这张图像是</span>
        <Segmented
          label="模板页"
          value={plan.page}
          options={anchors.map(({ page: no }) => ({ value: no, label: `第 ${no} 页` }))}
          onChange={setPlanNo}
        />
        {points.isGuess ? (
          <StatusTag status="idle">四点还没有对准</StatusTag>
        ) : (
          <Residual mm={residual} />
        )}
        <span className={css['grow']} />
        <Button onClick={props.onCancel}>
          取消 <KeyHint keys="Esc" />
        </Button>
        <Button intent="primary" loading={props.decisions.pending} onClick={() => void apply()}>
          重新识别 <KeyHint keys="Enter" />
        </Button>
      </div>
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
                <Target
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

const Residual = ({ mm }: { mm: number }) => (
  <StatusTag
    status={mm < FITTING_MM ? 'ok' : 'warn'}
    title="四点与印刷位置之间剩余的均方偏差。超过 1 毫米时，请核对四点是否都对在定位块上；拍照或折皱的图像可能更大。"
  >
    四点偏差 {Number.isFinite(mm) ? `${mm.toFixed(2)} 毫米` : '无法计算'}
  </StatusTag>
)

const isInside = ({ x, y }: Point, page: { width_px: number; height_px: number }): boolean =>
  x >= 0 && y >= 0 && x <= page.width_px && y <= page.height_px

const textOf = ({ x, y }: Point): string => `${x},${y}`

function Target(props: {
  name: string
  point: Point
  size: number
  /** In the right half of the picture: its name stands on the left, inside. */
  isRight: boolean
  isCurrent: boolean
  onGrab: () => void
}) {
  const { size } = props
  const { x, y } = props.point
  return (
    <g
      data-no-pan=""
      data-current={props.isCurrent || undefined}
      role="slider"
      aria-label={`定位点 ${props.name}`}
      aria-valuenow={Math.round(x)}
      aria-valuetext={`横 ${Math.round(x)}，纵 ${Math.round(y)}`}
      onPointerDown={(event) => {
        props.onGrab()
        event.currentTarget.ownerSVGElement?.setPointerCapture(event.pointerId)
        event.stopPropagation()
      }}
    >
      <circle cx={x} cy={y} r={size} />
      <path
        d={`M${x - size * 1.4} ${y}H${x + size * 1.4}M${x} ${y - size * 1.4}V${y + size * 1.4}`}
      />
      <text
        x={props.isRight ? x - size * 1.2 : x + size * 1.2}
        y={y - size * 0.9}
        fontSize={size * 1.3}
        textAnchor={props.isRight ? 'end' : 'start'}
      >
        {props.name}
      </text>
    </g>
  )
}
