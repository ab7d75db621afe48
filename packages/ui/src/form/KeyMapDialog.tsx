import { Dialog, DialogBody } from '@blueprintjs/core'
import { useEffect } from 'react'
import { KeyHint } from './KeyHint.tsx'
import css from './key-map.module.css'

/** A group of keys: the keys as printed, several apart by a space, and what they do. */
export interface KeyGroup {
  title: string
  keys: readonly (readonly [keys: string, meaning: string])[]
}

/** All keys of a page, for `?`, which closes it as well. */
export const KeyMapDialog = (props: {
  groups: readonly KeyGroup[]
  isOpen: boolean
  onClose: () => void
  /** Which key opens it, where that can be another one. */
  isToggle?: (event: KeyboardEvent) => boolean
}) => (
  <Dialog
    isOpen={props.isOpen}
    onClose={props.onClose}
    title="快捷键"
    className={css['dialog'] ?? ''}
    style={{ width: 'min(1000px, 96vw)' }}
  >
    <DialogBody className={css['body'] ?? ''}>
      <ClosingKey isToggle={props.isToggle ?? isQuestionMark} onClose={props.onClose} />
      <div className={css['keyMap']} role="document">
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

const isQuestionMark = ({ key }: KeyboardEvent): boolean => key === '?' || key === '？'

/** The key that opened the map closes it, wherever in the dialog the focus is. */
function ClosingKey(props: { isToggle: (event: KeyboardEvent) => boolean; onClose: () => void }) {
  const { isToggle, onClose } = props
  // The dialog decides where the focus goes, so the key is heard at the document, before the page's own keys.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // Whoever holds the key that opened it reads on.
      if (event.repeat || !isToggle(event)) return
      event.preventDefault()
      event.stopPropagation()
      onClose()
    }
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [isToggle, onClose])
  return null
}
