import { reportPages } from './report.routes.tsx'
import type { Page } from '../shell/page.ts'

/** Scores, what is checked of them, and reports. */
export const scorePages: readonly Page[] = [
  {
    path: '/score-check',
    title: '成绩核查',
    load: () => import('./ScoreCheckPage.tsx').then((m) => m.ScoreCheckPage),
    access: 'score.preview',
    frame: 'fill',
  },
  {
    path: '/MainPage/exam-manage/exam-detail/:examId/result-preliminary',
    title: '成绩预审',
    load: () => import('./ResultPreliminaryPage.tsx').then((m) => m.ResultPreliminaryPage),
    access: 'score.preview',
    parent: '/MainPage/exam-manage/overview',
  },
  {
    path: '/MainPage/testReport',
    title: '报表',
    load: () => import('./TestReportPage.tsx').then((m) => m.TestReportPage),
    access: 'report.read',
    menu: { item: 'reports' },
  },
  ...reportPages,
  {
    path: '/MainPage/reportDetail/review',
    title: '成绩复核',
    load: () => import('./ReviewPage.tsx').then((m) => m.ReviewPage),
    access: 'score.preview',
    parent: '/MainPage/testReport',
  },
  {
    path: '/MainPage/reportPage',
    title: '报表首页',
    load: () => import('./ReportHomePage.tsx').then((m) => m.ReportHomePage),
    access: 'report.read',
    parent: '/MainPage/testReport',
  },
  {
    path: '/searchScore/:exam_no/:exam_id',
    title: '成绩查询',
    load: () => import('./PublicScorePage.tsx').then((m) => m.PublicScorePage),
    access: 'open',
    frame: 'bare',
  },
  {
    path: '/MainPage/searchScore/:exam_no/:exam_id',
    title: '成绩查询',
    load: () => import('./SearchScorePage.tsx').then((m) => m.SearchScorePage),
    access: 'student.score',
    strangersGo: (path) => path.replace('/MainPage', ''),
    frame: 'plain',
    parent: '/MainPage/homePage',
  },
]
