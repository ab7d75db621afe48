import { accountPages } from './pages/account.routes.ts'
import { examPages } from './pages/exam.routes.ts'
import { markingPages } from './pages/marking.routes.ts'
import { scanPages } from './pages/scan.routes.ts'
import { schoolPages } from './pages/school.routes.ts'
import { scorePages } from './pages/score.routes.ts'
import { settingPages } from './pages/setting.routes.ts'
import { sheetPages } from './pages/sheet.routes.ts'
import { supervisionPages } from './pages/supervision.routes.ts'
import type { Page } from './shell/page.ts'

/** All pages. To add one: write `src/pages/XPage.tsx`, add a row to the routes of its area in `src/pages`. */
export const pages: readonly Page[] = [
  ...accountPages,
  ...examPages,
  ...schoolPages,
  ...sheetPages,
  ...scanPages,
  ...markingPages,
  ...supervisionPages,
  ...scorePages,
  ...settingPages,
]

/** Addresses that only lead elsewhere. */
export const redirects: Readonly<Record<string, string>> = {
  '/': '/Login',
  '/MainPage': '/MainPage/homePage',
  '/MainPage/exam-manage': '/MainPage/exam-manage/overview',
}
