import { type BlockPatch, changesInWords, type SameChanges } from './settings-changes.ts'
import type { Block } from './settings-field.ts'
import css from './setup.module.css'

/** What saving would change, from what to what: for several blocks or copied settings, nobody sees it in the form. */
export function ChangesPreview(props: {
  blocks: readonly Block[]
  changes: readonly BlockPatch[]
}) {
  const told = changesInWords(props.blocks, props.changes)
  if (told.length === 0) return null
  const count = told.reduce((sum, { names, lines }) => sum + names.length * lines.length, 0)
  return (
    <details className={css['changes']}>
      <summary>本次修改 {count} 处</summary>
      <ChangesInWords told={told} hasNames={props.blocks.length > 1} />
    </details>
  )
}

/** Blocks in which the same changes, with what changes from what to what. */
export const ChangesInWords = (props: { told: readonly SameChanges[]; hasNames?: boolean }) =>
  props.told.map(({ names, lines }) => (
    <section key={names.join()}>
      {props.hasNames !== false && <h4>{names.join('、')}</h4>}
      <dl>
        {lines.map(({ label, before, after }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span>{before}</span> → <b>{after}</b>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ))
