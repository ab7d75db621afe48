import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import {
  isRegionalRole,
  type Role,
  ROLE_CODES,
  mayDo,
  permissionsOf,
  roleLabel,
} from '@hengjuan/domain'
import { describe, expect, test } from 'vitest'
import { homeParts } from '../features/home/home-parts.ts'
import { PAGE_LINKS } from '../page-links.ts'
import { pages } from '../routes.tsx'
import type { SessionUser } from '../session/session-store.ts'
import { sectionLinks, sectionOf } from './exam/exam-place.ts'
import { mayOpen, menuTree, unlistedLinks } from './menu-tree.ts'
import type { Page } from './page.ts'

const SRC = resolve(import.meta.dirname, '..')
const PAGES = join(SRC, 'pages')
const DOC = resolve(SRC, '../../../docs/reach-of-pages.md')
const HOME = '/MainPage/homePage'
const OVERVIEW = '/MainPage/exam-manage/exam-detail/:examId/subject-exam'
const MOST_CLICKS = 3
/** Where signing in and other systems send people to, and a second address of 学生成绩: nobody goes there by a link. */
const LANDINGS = ['/Login', '/back', '/first-sign-in', '/studentScoresList']

const guarded = pages.filter(({ path, access }) => access !== 'open' && !LANDINGS.includes(path))
const pageAt = (path: string): Page => {
  const page = pages.find((one) => one.path === path)
  if (!page) throw new Error(`${path} is no page`)
  return page
}

/** Somebody whose account does not manage marking, as most have: their menu is the shortest. */
const asRole = (role: Role): SessionUser => {
  const held = { id: 1, role, role_name: roleLabel(role), school_id: 1, school_name: '' }
  return {
    user_id: 1,
    user_type: 0,
    school_id: 1,
    permissions: permissionsOf(role),
    exam_grants: [],
    current_role: held,
  } as unknown as SessionUser
}

/** A released exam of the own school, in which papers are scanned, scores imported and questions answered on screen. */
const exam = {
  side: 'organiser',
  published: true,
  subjects: [
    { subject_id: 1, mode: 1 },
    { subject_id: 2, mode: 4 },
    { subject_id: 3, mode: 3 },
  ],
} as const
const place = { examId: 1, subjectId: 1 }

/** Pages that one click leads to from a page, for a role. */
function linksFrom(path: string, user: SessionUser, role: Role): string[] {
  const { frame } = pageAt(path)
  const section = sectionOf(path)
  const sections = sectionLinks(pages, user, exam, place)
  const isIn = section !== null && sections.some((one) => one.section === section)
  const around =
    frame === 'bare'
      ? []
      : [
          ...HEADER,
          ...(isIn
            ? sections.flatMap((one) =>
                (one.section === section ? one.links : one.links.slice(0, 1)).map((l) => l.path),
              )
            : menuTree(pages, user).flatMap(({ entries }) =>
                entries.flatMap(({ links }) => links.map(({ page }) => page.path)),
              )),
        ]
  const own = [
    ...(PAGE_LINKS[path] ?? []),
    ...(path === HOME ? fromHome(user, role) : []),
    ...(path === '/MainPage/exam-manage/overview' ? [OVERVIEW] : []),
    ...(path === '/MainPage/testReport' ? ['/MainPage/reportDetail/basicAnalysis'] : []),
    ...(REPORTS.includes(path) ? REPORTS : []),
  ]
  return [...around, ...own].filter((to) => mayOpen(pageAt(to), user))
}

/** In the header of every framed page: the account menu and the bell. */
const HEADER = [
  '/MainPage/account-security',
  '/MainPage/audit',
  '/MainPage/server',
  '/MainPage/notifications',
  HOME,
]
/** Every report page names all of them. */
const REPORTS = pages
  .map(({ path }) => path)
  .filter((path) => path.includes('/reportDetail') || path === '/ClassReport')

/** What the parts of the home page of a role lead to. */
function fromHome(user: SessionUser, role: Role): string[] {
  const parts = homeParts(role)
  const unlisted = unlistedLinks(pages, user).map(({ page }) => page.path)
  const exams = parts.some((part) => part === 'exams' || part === 'scanning' || part === 'region')
  const results = parts.some((part) => part === 'results' || part === 'compared')
  return [
    ...unlisted,
    ...(exams ? [OVERVIEW] : []),
    ...(results ? REPORTS.filter((path) => /basicAnalysis|student$/.test(path)) : []),
  ]
}

/** How many clicks each page is from home; pages that no click leads to are missing. */
function clicksOf(role: Role): Map<string, number> {
  const user = asRole(role)
  const clicks = new Map([[HOME, 0]])
  const waiting = [HOME]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
    for (const to of linksFrom(path, user, role))
      if (!clicks.has(to)) {
        clicks.set(to, (clicks.get(path) ?? 0) + 1)
        waiting.push(to)
      }
  return clicks
}

describe('reach of pages', () => {
  test.for(ROLE_CODES.map((role) => [role] as const))(
    '%s: every page that may be opened is at most three clicks from home',
    ([role]) => {
      const user = asRole(role)
      const clicks = clicksOf(role)
      const far = guarded
        .filter((page) => mayOpen(page, user))
        .filter(({ path }) => (clicks.get(path) ?? Infinity) > MOST_CLICKS)
        .map(({ path }) => `${path} ${clicks.get(path) ?? 'unreachable'}`)
      expect(far).toEqual([])
    },
  )

  test.for(ROLE_CODES.map((role) => [role] as const))(
    '%s: no link of menu, side bar or header leads to a refusal',
    ([role]) => {
      const user = asRole(role)
      const shown = [
        ...menuTree(pages, user).flatMap(({ entries }) => entries.flatMap(({ links }) => links)),
        ...unlistedLinks(pages, user),
      ].map(({ page }) => page)
      const inExam = sectionLinks(pages, user, exam, place).flatMap(({ links }) =>
        links.map(({ path }) => pageAt(path)),
      )
      expect([...shown, ...inExam].filter((page) => !mayOpen(page, user))).toEqual([])
    },
  )

  test('a class teacher: one click to the newest scores of the class, one on a name to its student', () => {
    expect(clicksOf('class_teacher').get('/MainPage/reportDetail/student')).toBe(1)
    const list = readFileSync(join(SRC, 'features/report/StudentReport.tsx'), 'utf8')
    expect(list).toContain('onOpenRow=')
    expect(list).toContain('<StudentDrawer')
  })

  test('the table in docs says how far every page is', async () => {
    await expect(table()).toMatchFileSnapshot(DOC)
  })
})

/** Roles as columns, pages as lines: the clicks from home; a dash where the role may not open the page. */
function table(): string {
  const reach = new Map(ROLE_CODES.map((role) => [role, clicksOf(role)]))
  const cell = (page: Page, role: Role): string =>
    mayOpen(page, asRole(role)) ? String(reach.get(role)?.get(page.path) ?? '✕') : '–'
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    '# Reach of pages',
    '',
    'Clicks from home for every role, written by `apps/web/src/shell/reach.test.ts`. A dash: the role may not open the page. The account is not one that manages marking (type 999), whose menu is longer; the exam is one of the own school.',
    '',
    line(['page', 'address', ...ROLE_CODES.map((role) => roleLabel(role))]),
    line(['---', '---', ...ROLE_CODES.map(() => '---')]),
    ...guarded.map((page) =>
      line([page.title, `\`${page.path}\``, ...ROLE_CODES.map((role) => cell(page, role))]),
    ),
    '',
  ].join('\n')
}

/** Where each report of the specification is. @source reports 7 */
const REPORT_PLACES: Readonly<Record<string, readonly string[]>> = {
  P01: ['student'],
  P02: ['basicAnalysis'],
  P03: ['/ClassReport'],
  P04: ['averageGrades/school', 'averageGrades/class'],
  P05: ['grades'],
  P06: ['little', 'littleQuestion/detail'],
  P07: [
    'littleQuestion/student',
    'littleQuestion/gallery',
    'littleQuestion/choice',
    'littleQuestion/qsDetail',
  ],
  P08: ['gradeSection/score', 'gradeSection/rank', 'gradeSection/from'],
  P09: ['levelGrades/student', 'levelGrades/unit'],
  P10: ['lineAnalysis/type1', 'lineAnalysis/type2', 'lineAnalysis/overview'],
  P11: ['concernedStudent/critical'],
  P12: ['concernedStudent/excellent'],
  P13: ['paper'],
  P14: ['area'],
  P15: ['gradeFrom'],
  P16: ['review'],
  P17: ['download', 'oldDownload'],
  P18: ['reportPdf'],
  P19: ['exportBook'],
  P20: ['/ReportSetting'],
  P21: ['/MainPage/testReport'],
  P22: ['/MainPage/reportPage'],
  P24: ['/MainPage/searchScore/:exam_no/:exam_id'],
}
/** Reports that are no pages: on which page they are, one click away, which of its files shows them how, and to whom. */
const PARTS_OF_PAGES = [
  {
    report: 'P25',
    page: '/MainPage/searchScore/:exam_no/:exam_id',
    file: 'pages/SearchScorePage.tsx',
    source: 'TrendPanel',
    isFor: (role: Role) => role === 'student',
  },
  {
    report: 'P25',
    page: '/MainPage/reportDetail/student',
    file: 'features/report/StudentDrawer.tsx',
    source: 'renderTrend',
    isFor: (role: Role) => mayDo(role, 'report.read') && !isRegionalRole(role),
  },
  {
    report: 'P26',
    page: '/ClassReport',
    file: 'features/report/ClassBooklet.tsx',
    source: '<ParentsDialog',
    isFor: (role: Role) => mayDo(role, 'report.export') && !isRegionalRole(role),
  },
]

describe('reports are found', () => {
  test.for(Object.entries(REPORT_PLACES))('%s is at most three clicks from home', ([, places]) => {
    for (const place of places) {
      const page = pageAt(place.startsWith('/') ? place : `/MainPage/reportDetail/${place}`)
      const roles = ROLE_CODES.filter((role) => mayOpen(page, asRole(role)))
      expect(roles.length, page.path).toBeGreaterThan(0)
      for (const role of roles)
        expect(
          clicksOf(role).get(page.path) ?? Infinity,
          `${role} ${page.path}`,
        ).toBeLessThanOrEqual(MOST_CLICKS)
    }
  })

  test('no report page is in no line of the table', () => {
    const placed = Object.values(REPORT_PLACES).flat()
    const missing = pages
      .filter(({ path }) => path.startsWith('/MainPage/reportDetail/'))
      .filter(({ path }) => !placed.includes(path.replace('/MainPage/reportDetail/', '')))
    expect(missing.map(({ path }) => path)).toEqual([])
  })

  test.for(PARTS_OF_PAGES)('$report is on $page, one click from what is found', (part) => {
    expect(readFileSync(join(SRC, part.file), 'utf8')).toContain(part.source)
    for (const role of ROLE_CODES.filter(part.isFor))
      expect(clicksOf(role).get(part.page) ?? Infinity, role).toBeLessThanOrEqual(MOST_CLICKS - 1)
  })
})

describe('links inside pages', () => {
  const links = Object.entries(PAGE_LINKS).flatMap(([from, all]) =>
    all.map((to) => [from, to] as const),
  )
  test.for(links)('%s names %s in its source', ([from, to]) => {
    const stem = to.split('/:')[0] ?? to
    const sources = sourcesOf(from)
    expect(sources.length).toBeGreaterThan(0)
    expect(sources.some((file) => names(readFileSync(file, 'utf8'), stem))).toBe(true)
  })

  test('home shows reports to everybody who reads them, and marking to everybody who marks', () => {
    for (const role of ROLE_CODES) {
      const parts = homeParts(role)
      if (mayDo(role, 'marking.mark'))
        expect([role, parts]).toEqual([role, expect.arrayContaining(['marking'])])
    }
  })
})

/** Is an address written out, or put together from one that ends where its last part begins? */
function names(source: string, stem: string): boolean {
  if (source.includes(stem)) return true
  const parts = stem.split('/')
  return source.includes(parts.slice(0, -1).join('/')) && source.includes(`/${parts.at(-1)}`)
}

/** The files of a page: its own, and what it imports of pages and features. */
function sourcesOf(path: string): string[] {
  const file = /import\('\.\/(\w+\.tsx)'\)/.exec(String(pageAt(path).load))?.[1]
  const first = join(PAGES, file ?? sourceInTable(path))
  const seen = new Set<string>()
  const waiting = [first]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (seen.has(one) || !existsSync(one)) continue
    seen.add(one)
    for (const [, to = ''] of readFileSync(one, 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g))
      waiting.push(resolve(dirname(one), to))
  }
  return [...seen]
}

/** A bundler may have changed the function that loads a page; the table of its area has its file. */
function sourceInTable(path: string): string {
  const tables = readdirSync(PAGES).filter((file) => file.endsWith('.routes.ts'))
  for (const table of tables) {
    const source = readFileSync(join(PAGES, table), 'utf8')
    const at = source.indexOf(`path: '${path}'`)
    if (at >= 0) return /import\('\.\/(\w+\.tsx)'\)/.exec(source.slice(at))?.[1] ?? ''
  }
  return ''
}
