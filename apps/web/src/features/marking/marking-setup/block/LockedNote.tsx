import { Callout } from '@blueprintjs/core'
import type { Block } from './settings-field.ts'

const namesOf = (blocks: readonly Block[]): string =>
  blocks.map(({ block_name }) => block_name).join('、')

/** Blocks whose rules are fixed, and what would free them; nothing where there are none. */
export function LockedNote(props: {
  /** With readings. */
  read: readonly Block[]
  /** Of these, where all readings are still in the hands of markers. */
  held: readonly Block[]
}) {
  const { read, held } = props
  if (read.length === 0) return null
  const marked = read.filter((block) => !held.includes(block))
  const reasons = [
    ...(marked.length > 0 ? [`${namesOf(marked)}已有评阅`] : []),
    ...(held.length > 0 ? [`${namesOf(held)}有试卷在教师手中（暂停阅卷并收回后可以修改）`] : []),
  ]
  return (
    <Callout compact intent="warning">
      {reasons.join('，')}，评卷方式、误差阈值、合成与取整不能修改，其余设置照常保存。
    </Callout>
  )
}
