import type { BlockPatch } from './settings-changes.ts'
import { changesInWords } from './settings-changes.ts'
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
      {told.map(({ names, lines }) => (
        <section key={names.join()}>
          {props.blocks.length > 1 && <h4>{names.join('、')}</h4>}
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
      ))}
    </details>
  )
}
