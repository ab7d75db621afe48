import { MENUS } from '@hengjuan/domain'
import { generatePath, Link, useParams } from 'react-router'
import { useSession } from '../session/session-store.ts'
import { useCurrentPage } from './current-page.ts'
import { trailOf } from './page-trail.ts'
import { mayOpen } from './menu-tree.ts'
import type { Page } from './page.ts'
import css from './top-bar.module.css'

/** Where one is, from the table of pages; those above are links where they may be opened. */
export function Breadcrumbs() {
  const page = useCurrentPage()
  const params = useParams()
  const user = useSession()
  if (!page) return null
  const trail = trailOf(page)
  const menu = trail[0]?.menu && MENUS[trail[0].menu.item]
  return (
    <nav aria-label="当前位置">
      <ol className={css['crumbs']}>
        {menu && menu !== trail[0]?.title && <li>{menu}</li>}
        {trail.map((one) => (
          <li key={one.path} aria-current={one === page ? 'page' : undefined}>
            {one === page || !mayOpen(one, user) ? (
              one.title
            ) : (
              <Link to={addressOf(one, params)}>{one.title}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The address of a page above, with the parameters that it shares with this one. */
function addressOf(page: Page, params: Readonly<Record<string, string | undefined>>): string {
  if (page.menu?.to) return page.menu.to
  const names = page.path.match(/:\w+/g) ?? []
  return names.every((name) => params[name.slice(1)])
    ? generatePath(page.path, params as Record<string, string>)
    : '/MainPage/homePage'
}
