import { type ComponentType, lazy, Suspense, useState } from 'react'
import { fullTimeText, Paper, Printables, PrintFrame } from '@hengjuan/ui'
import { Outlet, useSearchParams } from 'react-router'
import { storedUserId, useMay, useSession, useSessionStore } from '../session/session-store.ts'
import { useCurrentPage } from './current-page.ts'
import { MainNav } from './MainNav.tsx'
import { Splash } from './Splash.tsx'
import { TopBar } from './TopBar.tsx'
import css from './app-shell.module.css'

/** Only whom it concerns asks for it. */
const StorageNotice = lazy<ComponentType>(() =>
  import('../features/storage/StorageNotice.tsx').then(
    (m) => ({ default: m.StorageNotice }),
    () => ({ default: () => null }),
  ),
)

/** Header, navigation and the page, as far as the page's frame wants them. */
export function AppShell() {
  const page = useCurrentPage()
  const isSignedIn = useSessionStore((session) => session.user !== null)
  const roleId = useSessionStore((session) => session.user?.current_role.id)
  const watchesServer = useMay('server.watch')
  const frame = page?.frame ?? 'main'
  const [query] = useSearchParams()
  // Between the end of a session and the way to Login there is nothing to show; when the server could not
  // say who is signed in, the page says why.
  if (!isSignedIn) return storedUserId() === null ? <Splash /> : <Outlet />
  if (frame === 'bare') return <Outlet />
  if (query.get('print') === '1')
    return (
      <PrintFrame footer={<PrintedBy />}>
        <Outlet />
      </PrintFrame>
    )
  return (
    <div className={css['root']} data-frame={frame}>
      <a className={css['skip']} href="#content">
        跳到内容
      </a>
      <TopBar />
      {frame !== 'plain' && <MainNav />}
      <main className={css['content']} id="content" tabIndex={-1}>
        {watchesServer && frame === 'main' && (
          <Suspense fallback={null}>
            <StorageNotice />
          </Suspense>
        )}
        <Paper />
        {/* What was asked for as another role is asked for anew. */}
        <Printables key={roleId}>
          <Outlet />
        </Printables>
      </main>
    </div>
  )
}

/** Who printed it and when; what it shows, and of which version, the page says. */
function PrintedBy() {
  const { user_name: name } = useSession()
  const [at] = useState(() => new Date())
  return (
    <>
      打印人 {name} · {fullTimeText(at.toISOString())}
    </>
  )
}
