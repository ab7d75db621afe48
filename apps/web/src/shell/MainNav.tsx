import { Tooltip } from '@blueprintjs/core'
import { DoubleChevronLeftIcon, DoubleChevronRightIcon } from '@blueprintjs/icons'
import type { Menu } from '@hengjuan/domain'
import { NavLink, useLocation } from 'react-router'
import { useCurrentPage } from './current-page.ts'
import { trailOf } from './page-trail.ts'
import { ExamNav } from './exam/ExamNav.tsx'
import { useWorkspaceExam } from './exam/use-exam-workspace.ts'
import { menuIcons } from './menu-icons.ts'
import { type MenuEntry, useMenuTree } from './menu-tree.ts'
import { useNavState } from './nav-state.ts'
import css from './main-nav.module.css'

/** The navigation at the side: of the exam that one is in, else what the current role may use. */
export function MainNav() {
  const { isCollapsed, toggle, openedAt } = useNavState()
  const inExam = useWorkspaceExam()
  const isOpen = openedAt === useLocation().pathname
  return (
    <nav
      className={css['root']}
      data-collapsed={(isCollapsed && !isOpen) || undefined}
      data-open={isOpen || undefined}
      aria-label={inExam === null ? '主导航' : '考试导航'}
    >
      <div className={css['sections']}>
        {inExam === null ? <Menus /> : inExam && <ExamNav {...inExam} />}
      </div>
      <button
        type="button"
        className={css['toggle']}
        onClick={toggle}
        aria-expanded={!isCollapsed}
        aria-label={isCollapsed ? '展开导航' : '收起导航'}
        title={isCollapsed ? '展开导航' : undefined}
      >
        {isCollapsed ? <DoubleChevronRightIcon /> : <DoubleChevronLeftIcon />}
        <span className={css['label']}>收起导航</span>
      </button>
    </nav>
  )
}

function Menus() {
  const sections = useMenuTree()
  const lit = useLitMenu()
  return sections.map(({ heading, entries }) => (
    <div key={heading ?? ''} className={css['section']}>
      {heading && <h2 className={css['heading']}>{heading}</h2>}
      {entries.map((entry) => (
        <Entry key={entry.item} entry={entry} isLit={entry.item === lit} />
      ))}
    </div>
  ))
}

/** The entry to which the page on screen, or one above it, belongs. */
function useLitMenu(): Menu | null {
  const page = useCurrentPage()
  const placed = page ? trailOf(page).findLast(({ menu }) => menu) : undefined
  return placed?.menu?.item ?? null
}

function Entry({ entry, isLit }: { entry: MenuEntry; isLit: boolean }) {
  const { isCollapsed } = useNavState()
  const [first, ...others] = entry.links
  if (!first) return null
  const Icon = menuIcons[entry.item]
  return (
    <>
      <Tooltip content={entry.label} placement="right" disabled={!isCollapsed} fill>
        <NavLink
          to={first.to}
          className={css['entry']}
          data-lit={isLit || undefined}
          aria-current={isLit ? 'page' : undefined}
        >
          <Icon className={css['icon']} />
          <span className={css['label']}>{entry.label}</span>
        </NavLink>
      </Tooltip>
      {others.length > 0 && !isCollapsed && (
        <div className={css['links']}>
          {entry.links.map(({ to, title }) => (
            <NavLink key={to} to={to} className={css['link']}>
              {title}
            </NavLink>
          ))}
        </div>
      )}
    </>
  )
}
