import { QUALIFY_SOURCES } from '@hengjuan/domain'
import type { Block } from './settings-field.ts'
import css from './setup.module.css'

/** Under the choice whether markers qualify first: chosen by somebody, or as usual for such an exam. */
export function QualifySource(props: {
  blocks: readonly Block[]
  /** What is chosen in the form; absent while the blocks differ. */
  wanted: number | undefined
}) {
  const sources = new Set(
    props.blocks.map(({ qualify, qualify_source }) =>
      qualify === props.wanted ? qualify_source : 'chosen',
    ),
  )
  return (
    <small className={css['settingNote']}>
      {[...sources].map((source) => QUALIFY_SOURCES[source]).join('；')}
      {sources.has('joint') &&
        '。还没有定标卷时教师无法领取，请先在「标准卷与种子卷」中设置，或改选「否」'}
    </small>
  )
}
