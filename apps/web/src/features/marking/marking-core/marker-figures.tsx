import { Figure } from '@hengjuan/ui'
import { inHandAddress, readingsAddress } from './figure-address.ts'

/** A marker of a block. */
interface Of {
  exam_id: number
  block_id: number
  marker_id: number
}

/** How many papers a marker has handed in; opens them. */
export const doneFigure = (name: string, count: number, of: Of) => (
  <Figure formula={`${name}已评 ${count} 份`} to={count > 0 ? readingsAddress(of) : null}>
    {count}
  </Figure>
)

/** How many papers a marker has taken and not handed in; opens them. */
export const heldFigure = (name: string, count: number, of: Of) => (
  <Figure
    formula={`${name}已领取、还没有提交 ${count} 份`}
    to={count > 0 ? inHandAddress(of) : null}
  >
    {count}
  </Figure>
)
