import { BlueprintProvider } from '@blueprintjs/core'
import { createCaller } from '@hengjuan/client'
import { CallerProvider, routeKey } from '@hengjuan/client/react'
import { jobList } from '@hengjuan/contracts'
import { ComposedKeys, DialogFrames, GoneOverlays, KeptFocus, StrayEscape } from '@hengjuan/ui'
import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { EntryGate, entryIn } from './features/account/index.ts'
import { watchIdentity } from './session/identity-watch.ts'
import { isSameIdentity, renewedToken } from './session/own-session.ts'
import { createSessionGuard, loginAddress } from './session/session-guard.ts'
import { leaveSession, useSessionStore } from './session/session-store.ts'
import { askAgainMs, isAskedAtOnce } from './shell/ask-again.ts'
import { routeObjects } from './shell/route-objects.tsx'
import { SignInFrame } from './shell/SignInFrame.tsx'

/** A call that began a job says so by its name: the tray in the header then looks. */
const mutationCache = new MutationCache({
  onSuccess: (reply) => {
    const begun = typeof reply === 'object' && reply !== null && 'job_id' in reply && reply.job_id
    if (begun) void queryClient.invalidateQueries({ queryKey: routeKey(jobList) })
  },
})

const queryClient: QueryClient = new QueryClient({
  mutationCache,
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: isAskedAtOnce,
      // What could not be read for want of a server is there once it is back, without anybody's pressing.
      refetchInterval: ({ state }) => askAgainMs(state.error),
      // Asked even when the browser believes to be offline: the answer, or the words why there is none.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})

const caller = createCaller({
  baseUrl: '',
  csrfToken: () => useSessionStore.getState().user?.csrf_token ?? '',
  tokenRenewal: () => {
    const { user } = useSessionStore.getState()
    return () => renewedToken(caller, user)
  },
  onSessionEnd: () => leaveSession('expired'),
})

/** Before anything keeps the address: what an entry link was sent with is in no history. */
const arrival = entryIn(window.location.href)
if (arrival.address !== window.location.href.slice(window.location.origin.length))
  window.history.replaceState(null, '', arrival.address)

const router = createBrowserRouter(routeObjects(createSessionGuard(caller)))

// Whatever ended the session, nothing of it stays: not in the cache, not on the screen.
useSessionStore.subscribe(({ user, absence }, before) => {
  if (!isSameIdentity(user, before.user)) queryClient.clear()
  if (user || !before.user) return
  const { pathname, search } = router.state.location
  void router.navigate(absence === 'expired' ? loginAddress(pathname + search) : '/Login')
})

watchIdentity()

const inFrame = (content: ReactNode) => <SignInFrame>{content}</SignInFrame>

/** The portal: providers around the router. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <CallerProvider caller={caller}>
        <BlueprintProvider>
          <ComposedKeys />
          <StrayEscape />
          <KeptFocus />
          <GoneOverlays />
          <DialogFrames />
          <EntryGate
            entry={arrival.entry}
            address={arrival.address}
            goTo={(address) => void router.navigate(address, { replace: true })}
            frame={inFrame}
          >
            <RouterProvider router={router} />
          </EntryGate>
        </BlueprintProvider>
      </CallerProvider>
    </QueryClientProvider>
  )
}
