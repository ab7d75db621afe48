import type { PageGeometry } from '@hengjuan/sheet/layout'
import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import type { Draft } from '../draft.ts'
import { areaName, type DropPlace, RESIZABLE } from './edit-areas.ts'
import { pictureOf, type PlacedArea, type SheetLayout } from './sheet-layout.ts'
import { type AreaHold, type Drag, useAreaDrag } from './use-area-drag.ts'
import css from './canvas.module.css'

/** The pages as they will be printed, with everything on them that can be taken hold of. */
export function SheetCanvas(props: {
  layout: SheetLayout
  areas: readonly PlacedArea[]
  design: Draft
  /** Screen pixels per millimetre. */
  scale: number
  selectedId: string | null
  isFixed: boolean
  onSelect: (id: string | null) => void
  onMove: (area: PlacedArea, place: DropPlace) => void
  onResize: (area: PlacedArea, heightMm: number) => void
}) {
  const { layout, scale, areas, isFixed } = props
  const root = useRef<HTMLDivElement>(null)
  const { drag, hold } = useAreaDrag({ ...props, root })
  // A selected area that was moved or laid out anew is another element: the focus goes along.
  const { selectedId } = props
  useLayoutEffect(() => {
    if (selectedId === null) return
    const selected = root.current?.querySelector<SVGElement>('[aria-pressed="true"]')
    if (!selected) return
    selected.scrollIntoView({ block: 'nearest' })
    const active = document.activeElement
    if (active === document.body || root.current?.contains(active)) selected.focus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new layout moves the selected area
  }, [selectedId, layout])
  if (!layout.geometry) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a click beside everything selects nothing; Escape does the same
    <div
      ref={root}
      className={css['pages']}
      data-dragging={drag?.kind}
      onClick={(event) => event.target === event.currentTarget && props.onSelect(null)}
      onKeyDown={(event) => event.key === 'Escape' && hold.cancel()}
    >
      {layout.geometry.pages.map((page) => (
        <figure
          key={page.page}
          className={css['page']}
          data-over={page.page > layout.pageLimit || undefined}
        >
          <div
            className={css['paper']}
            style={{ width: page.widthMm * scale, height: page.heightMm * scale }}
            data-page={page.page}
          >
            <PagePicture page={page} />
            <svg viewBox={`0 0 ${page.widthMm} ${page.heightMm}`} className={css['overlay']}>
              {areas
                .filter((area) => area.page === page.page)
                .map((area) => (
                  <AreaHandle
                    key={area.id}
                    area={area}
                    name={areaName(props.design, area)}
                    isSelected={area.id === props.selectedId}
                    isFixed={isFixed}
                    scale={scale}
                    onSelect={props.onSelect}
                    hold={hold}
                  />
                ))}
              {drag && <DragMarks drag={drag} page={page.page} scale={scale} />}
            </svg>
          </div>
          <figcaption>
            第 {page.page} 面
            {page.page > layout.pageLimit && <strong>超出页数上限 {layout.pageLimit} 面</strong>}
          </figcaption>
        </figure>
      ))}
    </div>
  )
}

/** Drawn anew only when something printed changes; a drag moves nothing but the marks over it. */
const PagePicture = memo(function PagePicture({ page }: { page: PageGeometry }) {
  const picture = useMemo(() => pictureOf(page), [page])
  return <img src={picture} alt={`答题卡第 ${page.page} 面`} draggable={false} />
})

const HANDLE_PX = { width: 44, height: 8 }

/** Drawn anew only when the area itself changes: a sheet has a hundred of them. */
const AreaHandle = memo(function AreaHandle(props: {
  area: PlacedArea
  name: string
  isSelected: boolean
  isFixed: boolean
  scale: number
  onSelect: (id: string) => void
  hold: AreaHold
}) {
  const { area, hold, isSelected, scale } = props
  const canResize = RESIZABLE.includes(area.kind) && !props.isFixed
  const moves = {
    onPointerMove: hold.move,
    onPointerUp: hold.finish,
    onPointerCancel: hold.cancel,
  }
  const handle = { width: HANDLE_PX.width / scale, height: HANDLE_PX.height / scale }
  return (
    <g
      role="button"
      tabIndex={0}
      aria-label={`${area.kind === 'title' ? '标题' : '作答区'} ${props.name}${area.part > 0 ? ` 第 ${area.part + 1} 部分` : ''}`}
      aria-pressed={isSelected}
      data-area={area.id}
      className={css['area']}
      onFocus={() => props.onSelect(area.id)}
    >
      <rect
        x={area.xMm}
        y={area.yMm}
        width={area.widthMm}
        height={area.heightMm}
        rx={0.6}
        className={css['body']}
        onPointerDown={(event) => {
          props.onSelect(area.id)
          if (!props.isFixed) hold.begin(event, area, false)
        }}
        {...moves}
      />
      {canResize && (
        <rect
          data-handle={area.id}
          x={area.xMm + area.widthMm / 2 - handle.width / 2}
          y={area.yMm + area.heightMm - handle.height / 2}
          {...handle}
          rx={handle.height / 2}
          className={css['handle']}
          onPointerDown={(event) => {
            props.onSelect(area.id)
            hold.begin(event, area, true)
          }}
          {...moves}
        >
          <title>拖动调整高度</title>
        </rect>
      )}
    </g>
  )
})

/** The outline that follows the pointer, and where it would land. */
function DragMarks({ drag, page, scale }: { drag: Drag; page: number; scale: number }) {
  const { area } = drag
  if (drag.kind === 'resize') {
    if (area.page !== page) return null
    return (
      <g className={css['ghost']}>
        <rect x={area.xMm} y={area.yMm} width={area.widthMm} height={drag.heightMm} />
        <Label
          xMm={area.xMm + area.widthMm / 2}
          yMm={area.yMm + drag.heightMm}
          scale={scale}
          text={`${drag.heightMm} 毫米`}
        />
      </g>
    )
  }
  const { target } = drag
  return (
    <>
      {area.page === page && (
        <rect
          className={css['ghost']}
          x={area.xMm + drag.dxMm}
          y={area.yMm + drag.dyMm}
          width={area.widthMm}
          height={area.heightMm}
        />
      )}
      {target?.page === page && (
        <line
          className={css['drop']}
          x1={target.xMm}
          x2={target.xMm + target.widthMm}
          y1={target.yMm}
          y2={target.yMm}
          strokeWidth={3 / scale}
        />
      )}
    </>
  )
}

function Label({
  xMm,
  yMm,
  scale,
  text,
}: {
  xMm: number
  yMm: number
  scale: number
  text: string
}) {
  const size = 13 / scale
  const width = size * 6
  return (
    <g>
      <rect
        className={css['labelBox']}
        x={xMm - width / 2}
        y={yMm - size * 1.9}
        width={width}
        height={size * 1.6}
        rx={size * 0.3}
      />
      <text x={xMm} y={yMm - size * 0.75} fontSize={size} textAnchor="middle">
        {text}
      </text>
    </g>
  )
}
