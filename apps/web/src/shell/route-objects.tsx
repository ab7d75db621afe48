import { redirect, type RouteObject } from 'react-router'
import { pages, redirects } from '../routes.tsx'
import type { SessionGuard } from '../session/session-guard.ts'
import { storedUserId } from '../session/session-store.ts'
import { AppShell } from './AppShell.tsx'
import { loadWithin } from './load-page.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import { type Page, PagesContext, permissionsOfPage } from './page.ts'
import { Root } from './Root.tsx'
import { RouteErrorPage } from './RouteErrorPage.tsx'
import { Splash } from './Splash.tsx'

const shell = (
  <PagesContext value={pages}>
    <AppShell />
  </PagesContext>
)

/** Turns the table of pages into the router's routes, each behind its guard. */
export function routeObjects(guard: SessionGuard): RouteObject[] {
  const routeOf = (page: Page): RouteObject => ({
    path: page.path,
    handle: page,
    lazy: { Component: () => loadWithin(page.load) },
    loader: ({ request }) => admit(guard, page, request),
    errorElement: <RouteErrorPage />,
  })
  /** Inside the frame, so that one can go on from there. */
  const unknown: RouteObject = {
    path: '*',
    element: <NotFoundPage />,
    loader: async ({ request }) => {
      await guard.requireSession(request)
      return null
    },
    errorElement: <RouteErrorPage />,
  }
  const [open, guarded] = partition(pages, (page) => page.access === 'open')
  return [
    {
      element: <Root />,
      errorElement: <RouteErrorPage />,
      hydrateFallbackElement: <Splash />,
      children: [
        ...Object.entries(redirects).map(([path, to]) => ({
          path,
          element: <Splash />,
          loader: ({ request }: { request: Request }) => redirect(to + new URL(request.url).search),
        })),
        ...open.map(routeOf),
        { element: shell, children: [...guarded.map(routeOf), unknown] },
      ],
    },
  ]
}

async function admit(guard: SessionGuard, page: Page, request: Request): Promise<null> {
  if (page.access === 'open') return null
  if (page.strangersGo && storedUserId() === null)
    throw redirect(page.strangersGo(new URL(request.url).pathname))
  const needed = permissionsOfPage(page)
  if (needed.length > 0) return guard.requireOneOf(request, needed)
  await guard.requireSession(request)
  return null
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter((item) => test(item)), items.filter((item) => !test(item))]
}
