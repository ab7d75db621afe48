import type { Point } from './anchor-geometry.ts'
import css from './anchor-targets.module.css'
import type { SheetPage } from './types.ts'

/** Of the longer side of the picture, how much the magnifier shows. */
const SHOWN = 1 / 28

/** The surroundings of a point from close by, with a cross hair. */
export function Magnifier(props: { page: SheetPage; at: Point; label: string }) {
  const { page, at } = props
  const side = Math.max(page.width_px, page.height_px) * SHOWN
  return (
    <figure className={css['magnifier']}>
      <svg
        viewBox={`${at.x - side / 2} ${at.y - side / 2} ${side} ${side}`}
        role="img"
        aria-label={`${props.label}角放大`}
      >
        <image href={page.url} width={page.width_px} height={page.height_px} />
        <path
          d={`M${at.x - side / 2} ${at.y}H${at.x + side / 2}M${at.x} ${at.y - side / 2}V${at.y + side / 2}`}
        />
      </svg>
      <figcaption>{props.label}</figcaption>
    </figure>
  )
}
