import { MIXED_PARTS, type MixedPart } from '@hengjuan/domain'
import css from './spot.module.css'

/** What a mixed sample is made of. */
export const MixedShares = (props: {
  parts: readonly { part: MixedPart; count: number }[]
  total: number
}) => (
  <ul className={css['mixed']} aria-label="混合抽样的构成">
    {props.parts.map(({ part, count }) => (
      <li key={part}>
        {MIXED_PARTS[part]} <b>{count}</b>
        {count > 0 && <small>{Math.round((100 * count) / props.total)}%</small>}
      </li>
    ))}
  </ul>
)
