import type { PageGeometry } from '@hengjuan/sheet/layout'
import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import type { Draft } from '../draft.ts'
import { areaName } from './edit-areas.ts'
import type { DropPlace } from './move-area.ts'
import { pictureOf, type PlacedArea, type SheetLayout } from './sheet-layout.ts'
import { useAreaDrag } from './use-area-drag.ts'
import css from './canvas.module.css'
import { AreaHandle } from './AreaHandle.tsx'
import { DragMarks } from './DragMarks.tsx'

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
