import Type from 'typebox'
import { can, defineRoute, signedIn } from '../route.ts'

const detail = (path: string): string => `/MainPage/reportDetail/${path}`

/** Pages of the portal that show a report, and that the server prints. */
export const PRINTED_PAGES: readonly string[] = [
  '/ClassReport',
  '/studentScoresList',
  ...[
    'basicAnalysis',
    'student',
    'averageGrades/class',
    'averageGrades/school',
    'grades',
    'area',
    'gradeFrom',
    'little',
    'littleQuestion/detail',
    'littleQuestion/student',
    'littleQuestion/choice',
    'littleQuestion/qsDetail',
    'paper',
    'gradeSection/score',
    'gradeSection/rank',
    'gradeSection/from',
    'levelGrades/student',
    'levelGrades/unit',
    'lineAnalysis/overview',
    'lineAnalysis/type1',
    'lineAnalysis/type2',
    'concernedStudent/critical',
    'concernedStudent/excellent',
  ].map(detail),
]

/** The page as it is on screen, printed by a browser of the server. @source reports 4.3 (3) */
export const pagePdf = defineRoute({
  method: 'POST',
  path: '/v1/url-to-pdf',
  summary:
    '把本系统的一个报表页面打印为 PDF；服务器须安装浏览器（CHROMIUM_PATH），一次打印一页，最多 60 秒',
  area: 'reports',
  access: can('report.export'),
  body: Type.Object({
    path: Type.String({
      minLength: 1,
      maxLength: 2000,
      description: '报表页面的地址，从 / 开始，带上那一页的筛选；须含 exam_id',
    }),
  }),
  replyKind: 'file',
  errors: [
    'PDF_BROWSER_MISSING',
    'PDF_BROWSER_BUSY',
    'PDF_PAGE_FAILED',
    'INPUT_INVALID',
    'SCORE_NOT_RELEASED',
    'OUT_OF_SCOPE',
    'VERSION_GONE',
    'GROUP_TOO_SMALL',
  ],
})

export const pagePdfReady = defineRoute({
  method: 'GET',
  path: '/v1/url-to-pdf',
  summary: '这台服务器能否把报表页面打印为 PDF',
  area: 'reports',
  access: signedIn,
  reply: Type.Object({ is_ready: Type.Boolean() }),
})
