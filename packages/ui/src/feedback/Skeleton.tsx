import { Classes } from '@blueprintjs/core'
import css from './skeleton.module.css'

/** Grey lines in the place of text that is on its way. `inset` where nothing around it leaves a margin. */
export function SkeletonLines(props: { lines?: number; inset?: boolean }) {
  const widths = ['100%', '86%', '93%', '72%', '90%', '64%']
  return (
    <div
      className={css['lines']}
      data-inset={props.inset || undefined}
      role="status"
      aria-label="正在加载"
    >
      {Array.from({ length: props.lines ?? 3 }, (_, line) => (
        <div
          key={line}
          className={`${Classes.SKELETON} ${css['line']}`}
          style={{ width: widths[line % widths.length] }}
        />
      ))}
    </div>
  )
}

/** A page on its way: title, tiles, a table. `inset` where nothing around it leaves a margin. */
export function SkeletonPage(props: { inset?: boolean }) {
  return (
    <div
      className={css['page']}
      data-inset={props.inset || undefined}
      role="status"
      aria-label="正在加载页面"
    >
      <div className={`${Classes.SKELETON} ${css['title']}`} />
      <div className={css['tiles']}>
        {[0, 1, 2, 3].map((tile) => (
          <div key={tile} className={`${Classes.SKELETON} ${css['tile']}`} />
        ))}
      </div>
      <div className={`${Classes.SKELETON} ${css['table']}`} />
    </div>
  )
}
