import { BlueprintProvider } from '@blueprintjs/core'
import { CallError, createCaller } from '@hengjuan/client'
import { CallerProvider } from '@hengjuan/client/react'
import { KeptFocus, StrayEscape } from '@hengjuan/ui'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createSessionGuard, loginAddress } from './session/session-guard.ts'
import { isIdentityKey, leaveSession, useSessionStore } from './session/session-store.ts'
import { routeObjects } from './shell/route-objects.tsx'

/** Worth another try: the network, or a server that is busy. A refusal is not. */
const isPassing = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'OFFLINE' || error.status === 503)

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
    },
  },
})

const caller = createCaller({
  baseUrl: '',
  csrfToken: () => useSessionStore.getState().user?.csrf_token ?? '',
  onSessionEnd: () => leaveSession('expired'),
})

const router = createBrowserRouter(routeObjects(createSessionGuard(caller)))

// Whatever ended the session, nothing of it stays: not in the cache, not on the screen.
useSessionStore.subscribe(({ user, absence }, before) => {
  if (user?.user_id !== before.user?.user_id) queryClient.clear()
  if (user || !before.user) return
  const { pathname, search } = router.state.location
  void router.navigate(absence === 'expired' ? loginAddress(pathname + search) : '/Login')
})

// Another tab signed in, out, or took another role: this tab's picture of who acts is wrong.
window.addEventListener('storage', ({ key, oldValue, newValue }) => {
  if (isIdentityKey(key) && oldValue !== newValue) window.location.reload()
})

/** The portal: providers around the router. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <CallerProvider caller={caller}>
        <BlueprintProvider>
          <StrayEscape />
          <KeptFocus />
          <RouterProvider router={router} />
        </BlueprintProvider>
      </CallerProvider>
    </QueryClientProvider>
  )
}
