import { useState } from 'react'
import css from './sheet.module.css'

/** A page drawn by the server, as an image: its text can run no script. */
export const svgAddress = (svg: string): string =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`

/** Pages of a sheet as they will be printed; a click shows a page larger. */
export function SheetPreview(props: { pages: readonly string[]; isStale?: boolean }) {
  const [isLarge, setLarge] = useState(false)
  return (
    <div
      className={css['pages']}
      data-large={isLarge || undefined}
      data-stale={props.isStale || undefined}
    >
      {props.pages.map((svg, index) => (
        <button
          key={index}
          type="button"
          className={css['pageButton']}
          onClick={() => setLarge(!isLarge)}
          title={isLarge ? '点击缩小' : '点击放大'}
        >
          <img src={svgAddress(svg)} alt={`答题卡第 ${index + 1} 面`} />
          <span>第 {index + 1} 面</span>
        </button>
      ))}
    </div>
  )
}
