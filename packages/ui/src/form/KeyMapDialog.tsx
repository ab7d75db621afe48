import { Dialog, DialogBody } from '@blueprintjs/core'
import { KeyHint } from './KeyHint.tsx'
import css from './key-map.module.css'

/** A group of keys: the keys as printed, several apart by a space, and what they do. */
export interface KeyGroup {
  title: string
  keys: readonly (readonly [keys: string, meaning: string])[]
}

/** All keys of a page, for `?`. */
export const KeyMapDialog = (props: {
  groups: readonly KeyGroup[]
  isOpen: boolean
  onClose: () => void
}) => (
  <Dialog
    isOpen={props.isOpen}
    onClose={props.onClose}
    title="快捷键"
    className={css['dialog'] ?? ''}
    style={{ width: 'min(1000px, 96vw)' }}
  >
    <DialogBody className={css['body'] ?? ''}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key that opened it closes it */}
      <div
        className={css['keyMap']}
        role="document"
        tabIndex={-1}
        ref={(element) => element?.focus()}
        onKeyDown={(event) => {
          if (event.key === '?' || event.key === '？') props.onClose()
        }}
      >
        {props.groups.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, meaning]) => (
                <div key={key}>
                  <dt>
                    {key.split(' ').map((one) => (
                      <KeyHint key={one} keys={one} />
                    ))}
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </DialogBody>
  </Dialog>
)
