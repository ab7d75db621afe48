/**
 * Keeps keys from pages while an input method has them: Enter and Escape are about the characters that are being
 * chosen, and a dialog or a page that heard them would close, send or throw away what is written.
 *
 * @param root the window: before everybody else
 * @returns ends it
 */
export function keepComposedKeys(root: EventTarget): () => void {
  const listen = (event: Event) => {
    // A key that an input method swallowed where nothing is written is seen through by whoever listens.
    const { isComposing, key, target } = event as KeyboardEvent
    if (isComposing && (key !== 'Process' || isWritten(target))) event.stopImmediatePropagation()
  }
  root.addEventListener('keydown', listen, { capture: true })
  return () => root.removeEventListener('keydown', listen, { capture: true })
}

const WRITTEN = 'input, textarea, [contenteditable]'

const isWritten = (target: EventTarget | null): boolean =>
  (target as Partial<Element> | null)?.matches?.(WRITTEN) ?? false
