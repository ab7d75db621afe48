import { isIdentityKey, isStoredIdentity, useSessionStore } from './session-store.ts'

/**
 * Another tab signed in, out, or took another role: this tab's picture of who acts is wrong, and it loads anew.
 * Should something hold it back, it knows that it shows what is not theirs, until they are back.
 */
export function watchIdentity(): void {
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (!isIdentityKey(key) || oldValue === newValue) return
    const isReplaced = !isStoredIdentity()
    useSessionStore.setState({ isReplaced })
    if (isReplaced) window.location.reload()
  })
}
