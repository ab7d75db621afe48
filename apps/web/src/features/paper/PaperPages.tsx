import type { examPaper, ReplyOf } from '@hengjuan/contracts'
import { Piece } from '@hengjuan/ui'
import css from './paper.module.css'

export type Paper = ReplyOf<typeof examPaper>
type Page = Paper['pages'][number]
type Region = Paper['regions'][number]

const percent = (share: number): string => `${share * 100}%`

/** The place of a region on its page. */
export const placeOf = ({ x, y, width, height }: Omit<Region, 'no' | 'page'>) => ({
  left: percent(x),
  top: percent(y),
  width: percent(width),
  height: percent(height),
})

/** What an original says of a question: its region, as wide as there is room. */
export function PaperPiece({ page, region }: { page: Page; region: Region }) {
  const { x, y, width, height, no } = region
  const ratio = (width * page.width_px) / Math.max(1, height * page.height_px)
  return (
    <figure className={css['piece']}>
      <figcaption>第 {no} 题</figcaption>
      <span className={css['cut']} style={{ aspectRatio: ratio }}>
        <Piece
          src={page.url}
          alt={`原卷第 ${no} 题`}
          style={{
            width: percent(1 / width),
            left: percent(-x / width),
            top: percent(-y / height),
          }}
        />
      </span>
    </figure>
  )
}

/** Pages of an original, below each other. */
export function PaperPages({ pages }: { pages: readonly Page[] }) {
  return (
    <div className={css['pages']}>
      {pages.map((page, at) => (
        <Piece
          key={page.hash}
          className={css['page']}
          src={page.url}
          alt={`原卷第 ${at + 1} 页`}
          style={{ aspectRatio: page.width_px / page.height_px }}
          loading="lazy"
        />
      ))}
    </div>
  )
}
