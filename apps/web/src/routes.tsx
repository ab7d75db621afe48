import type { Page } from './shell/page.ts'

/** All pages. To add one: write `src/pages/XPage.tsx`, add a row to its group here. */
export const pages: readonly Page[] = [
  // Account
  {
    path: '/Login',
    title: '登录',
    load: () => import('./pages/LoginPage.tsx').then((m) => m.LoginPage),
    access: 'open',
    frame: 'bare',
  },

  // Home
  {
    path: '/MainPage/homePage',
    title: '首页',
    load: () => import('./pages/HomePage.tsx').then((m) => m.HomePage),
    access: 'signedIn',
    menu: { item: 'home' },
  },

  // Exams and rosters

  // Answer sheets

  // Scanning and exceptions

  // Marking

  // Supervision

  // Scores and reports
]

/** Addresses that only lead elsewhere. */
export const redirects: Readonly<Record<string, string>> = {
  '/': '/Login',
  '/MainPage': '/MainPage/homePage',
  '/MainPage/exam-manage': '/MainPage/exam-manage/overview',
}
