import { STATUS_SHAPES, type Status } from '../status/StatusTag.tsx'
import css from './image-viewer.module.css'
import type { ImageRect, Size } from './view-transform.ts'

/** A part of the image to point at, in image pixels. */
export interface Region extends ImageRect {
  id: string | number
  status: Status
  /** Short; written above the frame. */
  label?: string
  /** Drawn stronger than the others. */
  isCurrent?: boolean
}

/** Frames around parts of the image. */
export function Regions(props: {
  size: Size
  regions: readonly Region[]
  onPick: ((region: Region) => void) | undefined
}) {
  return (
    <svg
      className={css['regions']}
      width={props.size.width}
      height={props.size.height}
      viewBox={`0 0 ${props.size.width} ${props.size.height}`}
    >
      {props.regions.map((region) => (
        <g
          key={region.id}
          className={css['region']}
          data-status={region.status}
          data-current={region.isCurrent || undefined}
          {...(props.onPick
            ? { onClick: () => props.onPick?.(region), 'data-no-pan': '', 'data-picks': '' }
            : {})}
        >
          <rect
            x={region.x}
            y={region.y}
            width={region.width}
            height={region.height}
            rx="2"
            vectorEffect="non-scaling-stroke"
          />
          {region.label !== undefined && (
            <text x={region.x} y={region.y} dy="-0.4em">
              {STATUS_SHAPES[region.status]} {region.label}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}
