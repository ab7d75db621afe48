import { Intent, OverlayToaster, Position, type Toaster } from '@blueprintjs/core'
import { createRoot } from 'react-dom/client'
import { copyText } from '../copy-text.ts'
import { sentenceOf } from './ErrorState.tsx'
import { askedNumber } from './tracking.ts'

let toaster: Promise<Toaster> | null = null

const ready = () =>
  (toaster ??= OverlayToaster.create(
    // Escape is for the page and its dialogs; a message goes by itself.
    { position: Position.TOP, maxToasts: 4, canEscapeKeyClear: false },
    { domRenderer: (element, container) => createRoot(container).render(element) },
  ))

/** An undo or a link on a message. */
export interface ToastAction {
  text: string
  onClick: () => void
}

/** What can be undone stays long enough to see that it has to be. */
const WITH_ACTION_MS = 12_000

const show = (intent: Intent, message: string, action?: ToastAction, usualMs = 4000): void => {
  const timeout = action ? WITH_ACTION_MS : usualMs
  void ready().then((one) => one.show({ intent, message, timeout, ...(action ? { action } : {}) }))
}

function copyNumber(error: unknown): ToastAction | undefined {
  const number = askedNumber(error)
  return number === null ? undefined : { text: '复制追踪号', onClick: () => void copyText(number) }
}

/** Short messages that need no answer. Errors stay longer; anything repeated belongs inline instead. */
export const toast = {
  done: (message: string, action?: ToastAction) => show(Intent.SUCCESS, `✓ ${message}`, action),
  note: (message: string, action?: ToastAction) => show(Intent.NONE, message, action),
  warn: (message: string, action?: ToastAction) =>
    show(Intent.WARNING, `! ${message}`, action, 6000),
  /** Shows the sentence of what was thrown; a number in it that is to be passed on is copied by a click. */
  error: (error: unknown, action: ToastAction | undefined = copyNumber(error)) =>
    show(Intent.DANGER, `✕ ${sentenceOf(error)}`, action, 8000),
}
