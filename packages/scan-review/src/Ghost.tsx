import { ghostPath } from './ghost-path.ts'
import css from './scan-review.module.css'
import type { ReviewDetail, SheetPage } from './types.ts'
import { uprightSize, uprightTurn } from './upright.ts'

/**
 * What the template says is printed, as thin lines over the scan: where they miss the print, the page was
 * located wrong. Drawn upright, like the page.
 *
 * @source ui D4 (ghost of the template)
 */
export function Ghost(props: {
  ghost: ReviewDetail['ghosts'][number]
  page: Pick<SheetPage, 'rotation' | 'width_px' | 'height_px'>
}) {
  const { width, height } = uprightSize(props.page)
  return (
    <svg
      className={css['ghost']}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden
    >
      <path
        transform={uprightTurn(props.page)}
        d={ghostPath(props.ghost.homography, props.ghost.printed)}
      />
    </svg>
  )
}
