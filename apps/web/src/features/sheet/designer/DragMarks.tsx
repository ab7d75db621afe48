import type { Drag } from './use-area-drag.ts'
import css from './canvas.module.css'
import { DragLabel } from './DragLabel.tsx'

/** The outline that follows the pointer, and where it would land. */
export function DragMarks({ drag, page, scale }: { drag: Drag; page: number; scale: number }) {
  const { area } = drag
  if (drag.kind === 'resize') {
    if (area.page !== page) return null
    return (
      <g className={css['ghost']}>
        <rect x={area.xMm} y={area.yMm} width={area.widthMm} height={drag.heightMm} />
        <DragLabel
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
