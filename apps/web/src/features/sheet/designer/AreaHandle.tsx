import { memo } from 'react'
import { RESIZABLE } from './edit-areas.ts'
import type { PlacedArea } from './sheet-layout.ts'
import type { AreaHold } from './use-area-drag.ts'
import css from './canvas.module.css'

const HANDLE_PX = { width: 44, height: 8 }

/** Drawn anew only when the area itself changes: a sheet has a hundred of them. */
export const AreaHandle = memo(function AreaHandle(props: {
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
