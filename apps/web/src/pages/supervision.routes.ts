import type { Page } from '../shell/page.ts'

/** How marking goes, and whether it is right. */
export const supervisionPages: readonly Page[] = [
  {
    path: '/MarkingSupervision',
    title: '阅卷监管',
    load: () => import('./MarkingSupervisionPage.tsx').then((m) => m.MarkingSupervisionPage),
    access: 'exam.read',
    menu: { item: 'markingSupervision' },
  },
  {
    path: '/spot-check',
    title: '抽查',
    load: () => import('./SpotCheckPage.tsx').then((m) => m.SpotCheckPage),
    access: 'marking.supervise',
    frame: 'fill',
    parent: '/MarkingSupervision',
  },
  {
    path: '/benchmark',
    title: '标准卷与种子卷',
    load: () => import('./BenchmarkPage.tsx').then((m) => m.BenchmarkPage),
    access: ['marking.supervise', 'marking.arbitrate'],
    frame: 'fill',
    parent: '/MarkSet',
  },
  {
    path: '/empty-check',
    title: '空白卷核查',
    load: () => import('./EmptyCheckPage.tsx').then((m) => m.EmptyCheckPage),
    access: ['marking.supervise', 'marking.arbitrate'],
    frame: 'fill',
    parent: '/MarkingSupervision',
  },
  {
    path: '/risk-papers',
    title: '情绪或安全风险',
    load: () => import('./RiskPapersPage.tsx').then((m) => m.RiskPapersPage),
    access: 'risk.handle',
    frame: 'fill',
    parent: '/MarkingSupervision',
  },
]
