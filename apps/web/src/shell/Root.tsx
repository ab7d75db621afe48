import { useEffect } from 'react'
import { Outlet, ScrollRestoration, useNavigation } from 'react-router'
import { useCurrentPage } from './current-page.ts'
import css from './root.module.css'

/** Around every page: its name in the tab, scroll kept on back, a line while the next one loads. */
export function Root() {
  const page = useCurrentPage()
  const isLoading = useNavigation().state !== 'idle'
  const title = page ? `${page.title} · 衡卷` : '衡卷'
  // The document's title is outside React.
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <>
      {isLoading && <div className={css['loading']} role="status" aria-label="正在打开页面" />}
      <Outlet />
      <ScrollRestoration />
    </>
  )
}
