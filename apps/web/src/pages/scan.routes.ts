import type { Page } from '../shell/page.ts'

/** Scanning, and what it leaves to people. */
export const scanPages: readonly Page[] = [
  {
    path: '/MainPage/exam-manage/exam-detail/:examId/scan',
    title: '扫描',
    load: () => import('./ScanPage.tsx').then((m) => m.ScanPage),
    access: 'scan.operate',
    parent: '/MainPage/exam-manage/overview',
  },
  {
    path: '/MainPage/error-home/error-summary',
    title: '异常汇总',
    load: () => import('./ErrorSummaryPage.tsx').then((m) => m.ErrorSummaryPage),
    access: 'exception.handle',
    menu: { item: 'exceptionCenter' },
  },
  {
    path: '/MainPage/error-home/error-handle',
    title: '退回切图',
    load: () => import('./ErrorHandlePage.tsx').then((m) => m.ErrorHandlePage),
    access: 'exception.handle',
    frame: 'fill',
    parent: '/MainPage/error-home/error-summary',
    menu: { item: 'exceptionCenter' },
  },
  {
    path: '/MainPage/error-home/candidate-result',
    title: '考生结果',
    load: () => import('./CandidateResultPage.tsx').then((m) => m.CandidateResultPage),
    access: 'exception.handle',
    frame: 'fill',
    parent: '/MainPage/error-home/error-summary',
  },
  {
    path: '/MainPage/exam-manage/scan-error-handle/:subject/:nowTool/:filterChoices/:hideHandleBlock/:choiceCoordError',
    title: '扫描异常处理',
    load: () => import('./ScanErrorHandlePage.tsx').then((m) => m.ScanErrorHandlePage),
    access: 'exception.handle',
    frame: 'fill',
    parent: '/MainPage/error-home/error-summary',
  },
]
