import { Callout } from '@blueprintjs/core'
import { Panel } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import css from './two-columns.module.css'

interface LinkedBlock {
  block_id: number
  block_name: string
  subject_name: string
  exam_name?: string
}

/** Blocks to go on with, of a page that shows one at a time. */
export const BlockLinks = <B extends LinkedBlock>(props: {
  label: string
  blocks: readonly B[]
  to: (block: B) => string
}) => (
  <ul className={css['choice']} aria-label={props.label}>
    {props.blocks.map((block) => (
      <li key={block.block_id}>
        <Link to={props.to(block)}>
          {block.subject_name} · {block.block_name}
        </Link>
        {block.exam_name !== undefined && <span>{block.exam_name}</span>}
      </li>
    ))}
  </ul>
)

/** In place of a block that the page cannot show: why, and what there is instead. Another one in its place would be taken for it. */
export const InsteadOfBlock = (props: { why: ReactNode; children: ReactNode }) => (
  <>
    <Callout intent="warning" role="alert" className={css['refused']}>
      {props.why}
    </Callout>
    <Panel>{props.children}</Panel>
  </>
)

/** Why a block of the address is not among those of a page. */
export const NO_SUCH_BLOCK = '题块不存在，可能已重新划分，或者不由您负责，请重新选择'
