import { useSessionStore } from '../../../../session/session-store.ts'
import type { Outbox } from './outbox.ts'

/**
 * Tells an outbox what happens to its page: the network is back, the window is in front again, somebody signed in
 * or took another role; and asks whoever closes the page while something waits.
 *
 * A page that loads anew because somebody else acts here now does not ask: what waits is kept, and whoever stayed
 * could not send it.
 *
 * @param online what else is done once the network is back
 * @returns stops it
 */
export function watchPage(outbox: Outbox, online: () => void = () => undefined): () => void {
  const lookIfHeld = () => {
    if (outbox.isHeld) void outbox.look()
  }
  const back = () => {
    outbox.retryNow()
    lookIfHeld()
    online()
  }
  const shown = () => {
    if (document.visibilityState === 'visible') lookIfHeld()
  }
  const unload = (event: BeforeUnloadEvent) => {
    const mayGo = useSessionStore.getState().isReplaced && outbox.isKept
    if (outbox.pending > 0 && !mayGo) event.preventDefault()
  }
  const stopSession = useSessionStore.subscribe((now, before) => {
    const isOther =
      now.user?.csrf_token !== before.user?.csrf_token || now.isReplaced !== before.isReplaced
    // Who signed out here is on the way to the login page.
    if (isOther && now.user && (now.isReplaced || outbox.isHeld)) void outbox.look()
  })
  window.addEventListener('online', back)
  window.addEventListener('focus', lookIfHeld)
  document.addEventListener('visibilitychange', shown)
  window.addEventListener('beforeunload', unload)
  return () => {
    stopSession()
    window.removeEventListener('online', back)
    window.removeEventListener('focus', lookIfHeld)
    document.removeEventListener('visibilitychange', shown)
    window.removeEventListener('beforeunload', unload)
  }
}
