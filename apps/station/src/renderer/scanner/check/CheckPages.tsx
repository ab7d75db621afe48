import type { CheckPage } from '../../../bridge/scanner-api.ts'
import { useTransport } from '../../transport/use-station.ts'
import css from './check.module.css'

/** The pictures of a step, each with what was measured on it. */
export function CheckPages({ pages }: { pages: readonly CheckPage[] }) {
  const { pictureAddress } = useTransport()
  if (pages.length === 0) return null
  return (
    <div className={css['pages']}>
      {pages.map((page) => (
        <figure key={page.image_id}>
          <img
            src={pictureAddress(page.image_id, 'thumb')}
            alt={`第 ${page.sheet} 张${page.side === 'front' ? '正面' : '反面'}`}
          />
          <figcaption>
            <strong>
              第 {page.sheet} 张{page.side === 'front' ? '正面' : '反面'}
            </strong>
            {factsOf(page).map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </figcaption>
        </figure>
      ))}
    </div>
  )
}

function factsOf(page: CheckPage): string[] {
  const size = `${page.width_px} × ${page.height_px} 像素`
  if (page.page_name === null) return [size, page.is_blank ? '空白页' : '没有找到定位点']
  return [
    page.page_name,
    size,
    `实测 ${page.measured_dpi} dpi`,
    `歪斜 ${page.skew_deg?.toFixed(2)}°${page.rotation ? `，转了 ${page.rotation}°` : ''}`,
    `清晰度 ${page.sharpness?.toFixed(2)}，对比度 ${page.contrast}`,
  ]
}
