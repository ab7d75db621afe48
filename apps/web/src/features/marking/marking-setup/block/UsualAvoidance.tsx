import type { Block } from './settings-field.ts'
import css from './setup.module.css'

/** What the usual avoidance of the own class comes to with those who mark the blocks now. */
export function UsualAvoidance({ blocks }: { blocks: readonly Block[] }) {
  const alone = blocks.filter(({ marker_count: count }) => count < 2)
  return (
    <small className={css['settingNote']}>
      {blocks.length === 1
        ? `现有 ${blocks[0]?.marker_count ?? 0} 名教师，${alone.length === 0 ? '回避' : '不回避'}`
        : alone.length === 0
          ? '各题块都多于一名教师，回避'
          : `${alone.map(({ block_name: name }) => name).join('、')}不多于一名教师，不回避${
              alone.length < blocks.length ? '；其余题块回避' : ''
            }`}
    </small>
  )
}
