import { AnchorButton, Button } from '@blueprintjs/core'
import { RefreshIcon } from '@blueprintjs/icons'
import { AppError } from '@hengjuan/domain'
import { EmptyState, ErrorState } from '@hengjuan/ui'
import { useEffect } from 'react'
import { useHref, useRevalidator, useRouteError } from 'react-router'
import { WhyNot } from '../features/explain/index.ts'
import { askAgainMs } from './ask-again.ts'
import { useCurrentPage } from './current-page.ts'
import { ChunkLoadError } from './load-page.ts'
import { permissionsOfPage } from './page.ts'
import { TopBar } from './TopBar.tsx'

/** In place of a page that could not be opened or broke while shown. */
export function RouteErrorPage() {
  const error = useRouteError()
  const page = useCurrentPage()
  const home = useHref('/MainPage/homePage')
  const { revalidate } = useRevalidator()
  // A server that is back shows the page, whether anybody is there to press or not.
  const againMs = askAgainMs(error)
  useEffect(() => {
    if (againMs === false) return
    const timer = setInterval(() => void revalidate(), againMs)
    return () => clearInterval(timer)
  }, [againMs, revalidate])
  const toHome = <AnchorButton href={home}>回到首页</AnchorButton>
  if (error instanceof ChunkLoadError)
    return (
      <EmptyState
        size="large"
        title="页面没有加载出来"
        action={
          <Button intent="primary" icon={<RefreshIcon />} onClick={() => window.location.reload()}>
            刷新页面
          </Button>
        }
      >
        网络可能中断，或系统刚刚更新。请刷新页面；若仍然出现，请检查网络。
      </EmptyState>
    )
  if (error instanceof AppError)
    return (
      <>
        {/* Refused as the role that one has now: another one is taken in the header, also where pages have none. */}
        {page?.frame === 'bare' && <TopBar />}
        <ErrorState
          size="large"
          error={error}
          action={
            <>
              {toHome}
              {error.code === 'NOT_ALLOWED' && page && <WhyNot what={permissionsOfPage(page)} />}
            </>
          }
        />
      </>
    )
  return <ErrorState size="large" error={error} onRetry={() => void revalidate()} action={toHome} />
}
