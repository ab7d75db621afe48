import { KeyHint } from '@hengjuan/ui'
import { ACTION_GROUPS, type DeskAction } from './desk-actions.ts'
import { isLetterKey } from './key-name.ts'
import type { KeyBindings, KeyChoice } from './key-profile.ts'
import css from './key-settings.module.css'

/** The keys of an action; letters that are turned off are struck out. */
const Keys = ({ keys, lettersOff }: { keys: readonly string[]; lettersOff: boolean }) =>
  keys.length === 0
    ? '未设'
    : keys.map((key) =>
        lettersOff && isLetterKey(key) ? (
          <s key={key} title="单个字母已关闭，打开上面的开关后可用">
            <KeyHint keys={key} />
          </s>
        ) : (
          <KeyHint key={key} keys={key} />
        ),
      )

/** Every action with its keys; pressed, one waits for a new key. */
export function KeyList(props: {
  choice: KeyChoice
  /** Also those that are turned off: they are set here all the same. */
  bindings: KeyBindings
  waiting: DeskAction | null
  onWait: (action: DeskAction | null) => void
  onKey: (event: React.KeyboardEvent, action: DeskAction) => void
}) {
  const { choice, bindings, waiting } = props
  return (
    <div className={css['groups']}>
      {ACTION_GROUPS.map(({ title, actions }) => (
        <section key={title}>
          <h3>{title}</h3>
          <ul>
            {Object.entries(actions).map(([name, meaning]) => {
              const action = name as DeskAction
              return (
                <li key={action}>
                  <span>{meaning}</span>
                  <button
                    type="button"
                    aria-label={`更改「${meaning}」的按键`}
                    data-waiting={waiting === action || undefined}
                    data-changed={Object.hasOwn(choice.changes, action) || undefined}
                    onClick={() => props.onWait(action)}
                    onBlur={() => props.onWait(null)}
                    onKeyDown={(event) => waiting === action && props.onKey(event, action)}
                  >
                    {waiting === action && '请按新的按键'}
                    {waiting !== action && (
                      <Keys keys={bindings[action]} lettersOff={choice.lettersOff} />
                    )}
                  </button>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}
