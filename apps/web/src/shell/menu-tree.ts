import { EVERYBODYS_MENUS, type Menu, MENUS, visibleMenus } from '@hengjuan/domain'
import { matchPath } from 'react-router'
import { mayIn } from '../session/exam-grants.ts'
import { roleOf, type SessionUser, useSession } from '../session/session-store.ts'
import { type Page, permissionsOfPage, usePages } from './page.ts'

/** The navigation from top to bottom; a heading over the first group of the specification. */
const sections: readonly { heading: string | null; items: readonly Menu[] }[] = [
  { heading: null, items: ['home'] },
  {
    heading: '考试阅卷',
    items: [
      'examManage',
      'markingTasks',
      'markingSupervision',
      'exceptionCenter',
      'answerSheets',
      'paperComposition',
    ],
  },
  { heading: '成绩', items: ['reports', 'learningAnalysis'] },
  { heading: '学校', items: ['staffInfo', 'help'] },
]

export interface MenuEntry {
  item: Menu
  label: string
  /** One link, or several under the entry's name. */
  links: { to: string; title: string; page: Page }[]
}

export interface MenuSection {
  heading: string | null
  entries: MenuEntry[]
}

/**
 * What this person sees in the navigation: entries that the role and user type show, that have a page,
 * and whose page the current role may open. Home and help show to everybody.
 *
 * @source specification, sections 2 (menus) and 6 (menu visibility)
 */
export function menuTree(pages: readonly Page[], user: SessionUser): MenuSection[] {
  const role = roleOf(user)
  const shown = [...EVERYBODYS_MENUS, ...(role ? visibleMenus(role, user.user_type) : [])]
  return sections
    .map(({ heading, items }) => ({
      heading,
      entries: items
        .filter((item) => shown.includes(item))
        .map((item) => ({ item, label: MENUS[item], links: linksOf(pages, item, user) }))
        .filter(({ links }) => links.length > 0),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** Pages with a menu that the role may open although its menu leaves them out: whoever may read something finds it. */
export function unlistedLinks(pages: readonly Page[], user: SessionUser): MenuEntry['links'] {
  const shown = menuTree(pages, user).flatMap(({ entries }) => entries.map(({ item }) => item))
  const left = (Object.keys(MENUS) as Menu[]).filter((item) => !shown.includes(item))
  return left.flatMap((item) => linksOf(pages, item, user))
}

/** The navigation of the signed-in person. */
export const useMenuTree = (): MenuSection[] => menuTree(usePages(), useSession())

const linksOf = (pages: readonly Page[], item: Menu, user: SessionUser): MenuEntry['links'] =>
  pages
    .filter((page) => page.menu?.item === item && mayOpen(page, user))
    .map((page) => ({ to: page.menu?.to ?? page.path, title: page.title, page }))

/** May the current role open this page, or somebody who was named for an exam: for this one, or for any? */
export function mayOpen(page: Page, user: SessionUser, examId: number | null = null): boolean {
  const needed = permissionsOfPage(page)
  const named = { examId, subjectId: null }
  return needed.length === 0 || needed.some((permission) => mayIn(user, permission, named))
}

/** May the signed-in person open what lies at an address? For links that would lead others to a refusal. */
export function useMayFollow(): (address: string) => boolean {
  const pages = usePages()
  const user = useSession()
  return (address) =>
    pages.some(
      (page) => matchPath(page.path, address.split('?')[0] ?? '') !== null && mayOpen(page, user),
    )
}
