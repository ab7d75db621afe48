import type { ReplyOf, sheetImport } from '@hengjuan/contracts'
import type { PageReading } from '@hengjuan/domain'
import css from './adjust.module.css'

export type Picture = ReplyOf<typeof sheetImport>['pages'][number]

/** A bubble that is taken to be filled. */
const FILLED = 0.5

export function SampleScan({
  picture,
  reading,
}: {
  picture: Picture
  reading: PageReading | null
}) {
  const unit = picture.width_px / 300
  return (
    <svg
      viewBox={`0 0 ${picture.width_px} ${picture.height_px}`}
      role="img"
      aria-label="样张与识别结果"
    >
      <image href={picture.url} width={picture.width_px} height={picture.height_px} />
      {reading?.fields.flatMap((field) =>
        field.bubbles.map((bubble) => (
          <circle
            key={`${field.id} ${bubble.column} ${bubble.value}`}
            className={css['read']}
            data-filled={bubble.filled >= FILLED || undefined}
            data-doubtful={field.doubtful || undefined}
            cx={bubble.xPx}
            cy={bubble.yPx}
            r={bubble.filled >= FILLED ? unit * 2.4 : unit * 0.7}
          />
        )),
      )}
      {reading?.regions.map((region) => (
        <polygon
          key={region.id}
          className={css['region']}
          points={region.quadPx.map(([x, y]) => `${x},${y}`).join(' ')}
        />
      ))}
    </svg>
  )
}
