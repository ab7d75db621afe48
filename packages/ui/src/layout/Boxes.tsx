import type { ReactNode } from 'react'
import css from './boxes.module.css'

interface BoxProps {
  children: ReactNode
  /** Steps of the grid of spaces; default 3, 16 px. */
  gap?: 1 | 2 | 3 | 4
}

/** Things below each other. */
export const Stack = ({ children, gap = 3 }: BoxProps) => (
  <div className={css['stack']} data-gap={gap}>
    {children}
  </div>
)

/** Things beside each other, on several lines where they do not fit. */
export const Row = ({ children, gap = 2, ends }: BoxProps & { ends?: boolean }) => (
  <div className={css['row']} data-gap={gap} data-ends={ends || undefined}>
    {children}
  </div>
)

/** Columns of one width; below each other where one would be narrower than `least` pixels. */
export const Split = ({ children, gap = 3, least = 420 }: BoxProps & { least?: number }) => (
  <div
    className={css['split']}
    data-gap={gap}
    style={{ gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${least}px), 1fr))` }}
  >
    {children}
  </div>
)

/** Names and what belongs to them: facts of one thing. What is null is left out. */
export const DescriptionList = (props: {
  items: readonly (readonly [name: string, value: ReactNode] | null)[]
}) => (
  <dl className={css['facts']}>
    {props.items.map(
      (item) =>
        item && (
          <div key={item[0]}>
            <dt>{item[0]}</dt>
            <dd>{item[1]}</dd>
          </div>
        ),
    )}
  </dl>
)
