import { Button } from '@blueprintjs/core'
import { fixSheet } from '@hengjuan/contracts'
import { KeyHint, Segmented, StatusTag } from '@hengjuan/ui'
import { type PointerEvent, useRef, useState } from 'react'
import type { ExceptionDetail } from './exception-types.ts'
import { usePageKeys } from './page-keys.ts'
import css from './scan-errors.module.css'
import { SheetViewer } from './SheetViewer.tsx'
import type { Decisions, ExamSubject } from './use-decisions.ts'

type Corner = ExceptionDetail['anchors'][number]['corners'][number]
interface Point {
  x: number
  y: number
}

/** Four targets to drag onto the printed corner marks; the page is then read again on the server. */
export function AnchorTargets(props: {
  at: ExamSubject
  detail: ExceptionDetail
  pageSeq: number
  decisions: Decisions
  onDone: () => void
  onCancel: () => void
}) {
  const { sheet, anchors } = props.detail
  const page = sheet.pages.find(({ seq }) => seq === props.pageSeq) ?? sheet.pages[0]
  const [planNo, setPlanNo] = useState(page?.page ?? anchors[0]?.page ?? 1)
  const plan = anchors.find(({ page: no }) => no === planNo) ?? anchors[0]
  const [points, setPoints] = useState<Record<string, Point>>({})
  const dragged = useRef<string | null>(null)
  const corners = plan?.corners.slice(0, 4) ?? []
  // Without geometry the paper is taken to fill the picture.
  const pointOf = (corner: Corner): Point =>
    points[corner.id] ?? {
      x: (corner.x_mm / (plan?.width_mm ?? 1)) * (page?.width_px ?? 1),
      y: (corner.y_mm / (plan?.height_mm ?? 1)) * (page?.height_px ?? 1),
    }
  const unevenness = unevennessOf(corners, pointOf)
  const apply = async () => {
    if (!page || !plan) return
    const done = await props.decisions.decide(
      fixSheet,
      {
        body: {
          ...props.at,
          sheet_id: sheet.sheet_id,
          fix: {
            kind: 'locate',
            page_seq: page.seq,
            page: plan.page,
            anchors: corners.map((corner) => {
              const { x, y } = pointOf(corner)
              return { id: corner.id, x_px: x, y_px: y }
            }),
          },
        },
      },
      `重新定位第 ${page.seq} 张图像`,
      ({ decision_id }) => (decision_id === null ? [] : [decision_id]),
    )
    if (done) props.onDone()
  }
  usePageKeys({ Enter: () => void apply(), Escape: props.onCancel })
  if (!page || !plan) return null
  const drag = (event: PointerEvent<SVGSVGElement>) => {
    const id = dragged.current
    const matrix = event.currentTarget.getScreenCTM()
    if (id === null || !matrix) return
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())
    setPoints((all) => ({ ...all, [id]: { x, y } }))
  }
  const size = Math.max(page.width_px, page.height_px) / 60
  return (
    <div className={css['locate']}>
      <div className={css['locateBar']}>
        <span>这张图像是</span>
        <Segmented
          label="模板页"
          value={plan.page}
          options={anchors.map(({ page: no }) => ({ value: no, label: `第 ${no} 页` }))}
          onChange={setPlanNo}
        />
        <span className={css['hint']}>把四个圆圈拖到印刷定位块的中心（方向以印刷内容为准）</span>
        <StatusTag status={unevenness < 0.02 ? 'ok' : 'warn'}>
          边长偏差 {(unevenness * 100).toFixed(1)}%
        </StatusTag>
        <span className={css['grow']} />
        <Button onClick={props.onCancel}>
          取消 <KeyHint keys="Esc" />
        </Button>
        <Button intent="primary" loading={props.decisions.pending} onClick={() => void apply()}>
          按四点重新识别 <KeyHint keys="Enter" />
        </Button>
      </div>
      <SheetViewer
        sheet={{ ...sheet, pages: [page] }}
        regions={[]}
        asScanned
        overlay={
          <svg
            className={css['targets']}
            width={page.width_px}
            height={page.height_px}
            viewBox={`0 0 ${page.width_px} ${page.height_px}`}
            onPointerMove={drag}
            onPointerUp={() => (dragged.current = null)}
          >
            <polygon
              points={outline(corners)
                .map(pointOf)
                .map(({ x, y }) => `${x},${y}`)
                .join(' ')}
            />
            {corners.map((corner) => {
              const { x, y } = pointOf(corner)
              return (
                <g
                  key={corner.id}
                  data-no-pan=""
                  onPointerDown={(event) => {
                    dragged.current = corner.id
                    event.currentTarget.ownerSVGElement?.setPointerCapture(event.pointerId)
                    event.stopPropagation()
                  }}
                >
                  <circle cx={x} cy={y} r={size} />
                  <path
                    d={`M${x - size * 1.4} ${y}H${x + size * 1.4}M${x} ${y - size * 1.4}V${y + size * 1.4}`}
                  />
                  <text x={x + size * 1.2} y={y - size * 0.9} fontSize={size * 1.3}>
                    {nameOf(corner, plan)}
                  </text>
                </g>
              )
            })}
          </svg>
        }
      />
    </div>
  )
}

const nameOf = (corner: Corner, plan: { width_mm: number; height_mm: number }): string =>
  `${corner.x_mm < plan.width_mm / 2 ? '左' : '右'}${corner.y_mm < plan.height_mm / 2 ? '上' : '下'}`

/** The corners around the page, one after the other. */
function outline(corners: readonly Corner[]): Corner[] {
  const x = corners.reduce((sum, { x_mm }) => sum + x_mm, 0) / corners.length
  const y = corners.reduce((sum, { y_mm }) => sum + y_mm, 0) / corners.length
  const angle = (one: Corner) => Math.atan2(one.y_mm - y, one.x_mm - x)
  return corners.toSorted((a, b) => angle(a) - angle(b))
}

/** How far the scales of the four sides differ, 0 for a flat page. */
function unevennessOf(corners: readonly Corner[], pointOf: (corner: Corner) => Point): number {
  const ring = outline(corners)
  const scales = ring.flatMap((corner, at) => {
    const next = ring[(at + 1) % ring.length]
    if (!next) return []
    const [a, b] = [pointOf(corner), pointOf(next)]
    const mm = Math.hypot(next.x_mm - corner.x_mm, next.y_mm - corner.y_mm)
    return mm > 0 ? Math.hypot(b.x - a.x, b.y - a.y) / mm : []
  })
  return scales.length === 0 ? 0 : Math.max(...scales) / Math.min(...scales) - 1
}
