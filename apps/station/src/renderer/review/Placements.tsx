import { Button } from '@blueprintjs/core'
import { ErrorState, SkeletonLines, StatusTag } from '@hengjuan/ui'
import { useAnswer } from '../transport/use-station.ts'
import css from './review.module.css'

/** Ways in which a page may lie, each drawn over its picture; a person chooses. */
export function Placements(props: {
  sheetId: string
  imageUrl: string
  page: { seq: number; width_px: number; height_px: number }
  disabled: boolean
  onChoose: (place: string) => void
}) {
  const { page } = props
  const { answer, error, retry } = useAnswer('placements', {
    sheet_id: props.sheetId,
    page_seq: page.seq,
  })
  if (error !== null) return <ErrorState error={error} onRetry={retry} />
  if (!answer)
    return (
      <div className={css['waiting']}>
        <SkeletonLines lines={4} />
      </div>
    )
  return (
    <ul className={css['places']} aria-label="可选的定位">
      {answer.map((place) => (
        <li key={place.place}>
          <svg viewBox={`0 0 ${page.width_px} ${page.height_px}`} aria-hidden="true">
            <image href={props.imageUrl} width={page.width_px} height={page.height_px} />
            {place.quad && <polygon points={place.quad.map(([x, y]) => `${x},${y}`).join(' ')} />}
          </svg>
          <div>
            <b>{place.source}</b>
            <p className={css['muted']}>
              {place.problem ||
                `第 ${place.page ?? '？'} 页${place.residual_mm === null ? '' : `，偏差 ${place.residual_mm.toFixed(2)} 毫米`}`}
            </p>
            {place.is_in_use ? (
              <StatusTag status="ok">正在使用</StatusTag>
            ) : (
              <Button
                size="small"
                disabled={props.disabled || place.problem !== ''}
                onClick={() => props.onChoose(place.place)}
              >
                选用
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
