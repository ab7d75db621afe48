import type { Page } from '../shell/page.ts'

/** Signing in, and the page that follows it. */
export const accountPages: readonly Page[] = [
  {
    path: '/Login',
    title: '登录',
    load: () => import('./LoginPage.tsx').then((m) => m.LoginPage),
    access: 'open',
    frame: 'bare',
  },
  {
    path: '/back',
    title: '返回',
    load: () => import('./BackPage.tsx').then((m) => m.BackPage),
    access: 'signedIn',
    frame: 'bare',
  },
  {
    path: '/first-sign-in',
    title: '第一次登录',
    load: () => import('./FirstSignInPage.tsx').then((m) => m.FirstSignInPage),
    access: 'signedIn',
    frame: 'bare',
  },
  {
    path: '/MainPage/homePage',
    title: '首页',
    load: () => import('./HomePage.tsx').then((m) => m.HomePage),
    access: 'signedIn',
    menu: { item: 'home' },
  },
]
