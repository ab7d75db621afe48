import { AnchorButton } from '@blueprintjs/core'
import { EmptyState } from '@hengjuan/ui'
import { useHref } from 'react-router'

/** An address that leads nowhere. */
export function NotFoundPage() {
  const home = useHref('/MainPage/homePage')
  return (
    <EmptyState
      size="large"
      title="没有这个页面"
      action={
        <AnchorButton intent="primary" href={home}>
          回到首页
        </AnchorButton>
      }
    >
      地址可能有误，或页面已经移动。请检查地址，或从首页重新进入。
    </EmptyState>
  )
}
