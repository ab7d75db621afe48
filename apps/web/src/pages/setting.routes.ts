import type { Page } from '../shell/page.ts'

/** Settings, the own account, and the server. */
export const settingPages: readonly Page[] = [
  {
    path: '/ReportSetting',
    title: '报表设置',
    load: () => import('./ReportSettingPage.tsx').then((m) => m.ReportSettingPage),
    access: 'report.configure',
    parent: '/MainPage/testReport',
  },
  {
    path: '/MainPage/account-security',
    title: '账号安全',
    load: () => import('./AccountSecurityPage.tsx').then((m) => m.AccountSecurityPage),
    access: 'signedIn',
    parent: '/MainPage/homePage',
  },
  {
    path: '/MainPage/audit',
    title: '操作记录',
    load: () => import('./AuditPage.tsx').then((m) => m.AuditPage),
    access: 'audit.read',
    parent: '/MainPage/homePage',
  },
  {
    path: '/MainPage/server',
    title: '运维',
    load: () => import('./ServerPage.tsx').then((m) => m.ServerPage),
    access: 'server.watch',
    parent: '/MainPage/homePage',
  },
  {
    path: '/MainPage/notifications',
    title: '通知',
    load: () => import('./NotificationsPage.tsx').then((m) => m.NotificationsPage),
    access: 'signedIn',
    parent: '/MainPage/homePage',
  },
]
