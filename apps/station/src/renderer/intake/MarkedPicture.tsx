import type { TrayPicture } from '../../bridge/tray-api.ts'
import { useTransport } from '../transport/use-station.ts'
import css from './feeder-tray.module.css'

/** A scanned page as it came, with rectangles where the trouble is. */
export function MarkedPicture({ picture }: { picture: TrayPicture }) {
  const { pictureAddress } = useTransport()
  const { width_px, height_px, boxes } = picture
  // A line that can be seen when the page is shown a few hundred pixels wide.
  const stroke = Math.max(width_px, height_px) / 160
  return (
    <figure className={css['picture']} style={{ aspectRatio: `${width_px} / ${height_px}` }}>
      <img src={pictureAddress(picture.image_id, 'page')} alt={picture.name} loading="lazy" />
      <svg viewBox={`0 0 ${width_px} ${height_px}`} aria-hidden="true">
        {boxes.map((box) => (
          <rect
            key={`${box.xPx} ${box.yPx} ${box.widthPx}`}
            x={box.xPx}
            y={box.yPx}
            width={box.widthPx}
            height={box.heightPx}
            strokeWidth={stroke}
          />
        ))}
      </svg>
    </figure>
  )
}
