import { reportPages } from './pages/report.routes.tsx'
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

  {
    path: '/back',
    title: '返回',
    load: () => import('./pages/BackPage.tsx').then((m) => m.BackPage),
    access: 'signedIn',
    frame: 'bare',
  },

  {
    path: '/first-sign-in',
    title: '第一次登录',
    load: () => import('./pages/FirstSignInPage.tsx').then((m) => m.FirstSignInPage),
    access: 'signedIn',
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
  {
    path: '/MainPage/exam-manage/overview',
    title: '考试',
    load: () => import('./pages/ExamOverviewPage.tsx').then((m) => m.ExamOverviewPage),
    access: 'exam.read',
    menu: { item: 'examManage' },
  },
  {
    path: '/MainPage/exam-manage/create-exam',
    title: '新建考试',
    load: () => import('./pages/CreateExamPage.tsx').then((m) => m.CreateExamPage),
    access: 'exam.manage',
    parent: '/MainPage/exam-manage/overview',
  },
  {
    path: '/MainPage/exam-manage/drafts',
    title: '考试草稿',
    load: () => import('./pages/ExamDraftsPage.tsx').then((m) => m.ExamDraftsPage),
    access: 'exam.manage',
    parent: '/MainPage/exam-manage/overview',
  },
  {
    path: '/MainPage/exam-manage/bin',
    title: '回收站',
    load: () => import('./pages/ExamBinPage.tsx').then((m) => m.ExamBinPage),
    access: 'exam.manage',
    parent: '/MainPage/exam-manage/overview',
  },
  {
    path: '/MainPage/exam-manage/exam-detail/:examId/subject-exam',
    title: '概况',
    load: () => import('./pages/SubjectExamPage.tsx').then((m) => m.SubjectExamPage),
    access: 'exam.read',
    parent: '/MainPage/exam-manage/overview',
  },
  {
    path: '/MainPage/exam-manage/exam-detail/:examId/score-import',
    title: '成绩导入',
    load: () => import('./pages/ScoreImportPage.tsx').then((m) => m.ScoreImportPage),
    access: 'exam.manage',
    parent: '/MainPage/exam-manage/overview',
  },
  {
    path: '/MainPage/exam-manage/exam-detail/:examId/staff-manage',
    title: '阅卷人员',
    load: () => import('./pages/ExamStaffPage.tsx').then((m) => m.ExamStaffPage),
    access: 'staff.read',
    parent: '/MainPage/exam-manage/overview',
  },
  {
    path: '/MainPage/exam-manage/AffairManage/:examId/studentManage',
    title: '考生',
    load: () => import('./pages/StudentManagePage.tsx').then((m) => m.StudentManagePage),
    access: 'student.read',
    parent: '/MainPage/exam-manage/overview',
  },
  {
    path: '/MainPage/exam-manage/AffairManage/:examId/answer-sheet-manage',
    title: '答题卡',
    load: () => import('./pages/AnswerSheetManagePage.tsx').then((m) => m.AnswerSheetManagePage),
    access: 'sheet.read',
    parent: '/MainPage/exam-manage/overview',
  },

  {
    path: '/MainPage/import',
    title: '导入名单',
    load: () => import('./pages/ImportPage.tsx').then((m) => m.ImportPage),
    access: ['student.manage', 'roster.manage'],
    parent: '/MainPage/homePage',
  },

  // The school
  {
    path: '/ClassesManager',
    title: '学校管理',
    load: () => import('./pages/SchoolClassesPage.tsx').then((m) => m.SchoolClassesPage),
    access: 'school.read',
    menu: { item: 'staffInfo' },
  },
  {
    path: '/ClassesManager/students',
    title: '学生',
    load: () => import('./pages/SchoolStudentsPage.tsx').then((m) => m.SchoolStudentsPage),
    access: 'student.read',
    parent: '/ClassesManager',
  },

  // Answer sheets
  {
    path: '/MainPage/answer-sheet-center',
    title: '答题卡库',
    load: () => import('./pages/AnswerSheetCenterPage.tsx').then((m) => m.AnswerSheetCenterPage),
    access: 'sheet.read',
    menu: { item: 'answerSheets' },
  },
  {
    path: '/MainPage/exam-manage/divideBlock/:examId',
    title: '题块划分',
    load: () => import('./pages/DivideBlockPage.tsx').then((m) => m.DivideBlockPage),
    access: 'sheet.read',
    parent: '/MainPage/exam-manage/overview',
  },
  {
    path: '/adjust-coord/:examId/:subjectId/:type/:questionId/:isAddingQuestion',
    title: '调整坐标',
    load: () => import('./pages/AdjustCoordPage.tsx').then((m) => m.AdjustCoordPage),
    access: 'sheet.read',
    frame: 'fill',
    parent: '/MainPage/answer-sheet-center',
  },
  {
    path: '/bindQuestions',
    title: '绑定试题',
    load: () => import('./pages/BindQuestionsPage.tsx').then((m) => m.BindQuestionsPage),
    access: 'sheet.read',
    parent: '/MainPage/answer-sheet-center',
  },
  {
    path: '/changeAnswer',
    title: '答案与规则',
    load: () => import('./pages/ChangeAnswerPage.tsx').then((m) => m.ChangeAnswerPage),
    access: 'sheet.read',
    parent: '/MainPage/answer-sheet-center',
  },

  // Scanning and exceptions
  {
    path: '/MainPage/exam-manage/exam-detail/:examId/scan',
    title: '扫描',
    load: () => import('./pages/ScanPage.tsx').then((m) => m.ScanPage),
    access: 'scan.operate',
    parent: '/MainPage/exam-manage/overview',
  },
  {
    path: '/MainPage/error-home/error-summary',
    title: '异常汇总',
    load: () => import('./pages/ErrorSummaryPage.tsx').then((m) => m.ErrorSummaryPage),
    access: 'exception.handle',
    menu: { item: 'exceptionCenter' },
  },
  {
    path: '/MainPage/error-home/error-handle',
    title: '退回切图',
    load: () => import('./pages/ErrorHandlePage.tsx').then((m) => m.ErrorHandlePage),
    access: 'exception.handle',
    frame: 'fill',
    parent: '/MainPage/error-home/error-summary',
    menu: { item: 'exceptionCenter' },
  },
  {
    path: '/MainPage/error-home/candidate-result',
    title: '考生结果',
    load: () => import('./pages/CandidateResultPage.tsx').then((m) => m.CandidateResultPage),
    access: 'exception.handle',
    frame: 'fill',
    parent: '/MainPage/error-home/error-summary',
  },
  {
    path: '/MainPage/exam-manage/scan-error-handle/:subject/:nowTool/:filterChoices/:hideHandleBlock/:choiceCoordError',
    title: '扫描异常处理',
    load: () => import('./pages/ScanErrorHandlePage.tsx').then((m) => m.ScanErrorHandlePage),
    access: 'exception.handle',
    frame: 'fill',
    parent: '/MainPage/error-home/error-summary',
  },

  // Marking
  {
    path: '/MainPage/markPaper/markPage/unfinishList',
    title: '我的任务',
    load: () => import('./pages/UnfinishListPage.tsx').then((m) => m.UnfinishListPage),
    access: 'marking.mark',
    menu: { item: 'markingTasks' },
  },
  {
    path: '/MainPage/markPaper/markPage/arbitration-home/:mode',
    title: '仲裁任务',
    load: () => import('./pages/ArbitrationHomePage.tsx').then((m) => m.ArbitrationHomePage),
    access: 'marking.arbitrate',
    menu: {
      item: 'markingTasks',
      to: '/MainPage/markPaper/markPage/arbitration-home/arbitration',
    },
  },
  {
    path: '/MainPage/markPaper/markPage/arbitration-marking',
    title: '仲裁阅卷',
    load: () => import('./pages/ArbitrationMarkingPage.tsx').then((m) => m.ArbitrationMarkingPage),
    access: 'marking.arbitrate',
    frame: 'bare',
    parent: '/MainPage/markPaper/markPage/arbitration-home/:mode',
  },
  {
    path: '/marking',
    title: '阅卷',
    load: () => import('./pages/MarkingPage.tsx').then((m) => m.MarkingPage),
    access: 'marking.mark',
    frame: 'bare',
    parent: '/MainPage/markPaper/markPage/unfinishList',
  },
  {
    path: '/qualification',
    title: '试评与定标',
    load: () => import('./pages/QualificationPage.tsx').then((m) => m.QualificationPage),
    access: 'marking.mark',
    frame: 'bare',
    parent: '/MainPage/markPaper/markPage/unfinishList',
  },
  {
    path: '/marking-view',
    title: '阅卷查看',
    load: () => import('./pages/MarkingViewPage.tsx').then((m) => m.MarkingViewPage),
    access: 'marking.mark',
    frame: 'bare',
    parent: '/MainPage/markPaper/markPage/unfinishList',
  },
  {
    path: '/new-marking-view',
    title: '阅卷查看',
    load: () => import('./pages/MarkingViewPage.tsx').then((m) => m.MarkingViewPage),
    access: 'marking.mark',
    frame: 'bare',
    parent: '/MainPage/markPaper/markPage/unfinishList',
  },
  {
    path: '/identical-papers',
    title: '雷同卷',
    load: () => import('./pages/IdenticalPapersPage.tsx').then((m) => m.IdenticalPapersPage),
    access: 'marking.arbitrate',
    frame: 'fill',
    parent: '/MainPage/markPaper/markPage/arbitration-home/:mode',
  },
  {
    path: '/MainPage/markPaper/evaluationRegulationHome/list/:mode',
    title: '评卷监管',
    load: () => import('./pages/EvaluationHomePage.tsx').then((m) => m.EvaluationHomePage),
    access: 'marking.arbitrate',
    parent: '/MainPage/markPaper/markPage/arbitration-home/:mode',
  },
  {
    path: '/MainPage/markPaper/evaluationRegulationHome/marking',
    title: '评卷监管阅卷',
    load: () => import('./pages/EvaluationMarkingPage.tsx').then((m) => m.EvaluationMarkingPage),
    access: 'marking.arbitrate',
    parent: '/MainPage/markPaper/evaluationRegulationHome/list/:mode',
  },
  {
    path: '/MarkSet',
    title: '阅卷设置',
    load: () => import('./pages/MarkSetPage.tsx').then((m) => m.MarkSetPage),
    access: 'marking.supervise',
  },
  {
    path: '/setDistri',
    title: '任务分配',
    load: () => import('./pages/SetDistriPage.tsx').then((m) => m.SetDistriPage),
    access: 'marking.supervise',
  },
  {
    path: '/changeMarker',
    title: '更换阅卷员',
    load: () => import('./pages/ChangeMarkerPage.tsx').then((m) => m.ChangeMarkerPage),
    access: 'marking.supervise',
    parent: '/MarkSet',
  },
  {
    path: '/stuck-papers',
    title: '无人可阅',
    load: () => import('./pages/StuckPapersPage.tsx').then((m) => m.StuckPapersPage),
    access: 'exam.manage',
    parent: '/MarkingSupervision',
  },
  {
    path: '/avoidance',
    title: '亲属回避',
    load: () => import('./pages/AvoidancePage.tsx').then((m) => m.AvoidancePage),
    access: 'exam.manage',
    parent: '/MarkSet',
  },

  // Supervision
  {
    path: '/MarkingSupervision',
    title: '阅卷监管',
    load: () => import('./pages/MarkingSupervisionPage.tsx').then((m) => m.MarkingSupervisionPage),
    access: 'exam.read',
    menu: { item: 'markingSupervision' },
  },
  {
    path: '/spot-check',
    title: '抽查',
    load: () => import('./pages/SpotCheckPage.tsx').then((m) => m.SpotCheckPage),
    access: 'marking.supervise',
    frame: 'fill',
    parent: '/MarkingSupervision',
  },
  {
    path: '/benchmark',
    title: '标准卷与种子卷',
    load: () => import('./pages/BenchmarkPage.tsx').then((m) => m.BenchmarkPage),
    access: ['marking.supervise', 'marking.arbitrate'],
    frame: 'fill',
    parent: '/MarkSet',
  },
  {
    path: '/empty-check',
    title: '空白卷核查',
    load: () => import('./pages/EmptyCheckPage.tsx').then((m) => m.EmptyCheckPage),
    access: ['marking.supervise', 'marking.arbitrate'],
    frame: 'fill',
    parent: '/MarkingSupervision',
  },
  {
    path: '/risk-papers',
    title: '情绪或安全风险',
    load: () => import('./pages/RiskPapersPage.tsx').then((m) => m.RiskPapersPage),
    access: 'risk.handle',
    frame: 'fill',
    parent: '/MarkingSupervision',
  },

  // Scores and reports
  {
    path: '/score-check',
    title: '成绩核查',
    load: () => import('./pages/ScoreCheckPage.tsx').then((m) => m.ScoreCheckPage),
    access: 'score.preview',
    frame: 'fill',
  },
  {
    path: '/MainPage/exam-manage/exam-detail/:examId/result-preliminary',
    title: '成绩预审',
    load: () => import('./pages/ResultPreliminaryPage.tsx').then((m) => m.ResultPreliminaryPage),
    access: 'score.preview',
    parent: '/MainPage/exam-manage/overview',
  },
  {
    path: '/MainPage/testReport',
    title: '报表',
    load: () => import('./pages/TestReportPage.tsx').then((m) => m.TestReportPage),
    access: 'report.read',
    menu: { item: 'reports' },
  },
  ...reportPages,
  {
    path: '/searchScore/:exam_no/:exam_id',
    title: '成绩查询',
    load: () => import('./pages/PublicScorePage.tsx').then((m) => m.PublicScorePage),
    access: 'open',
    frame: 'bare',
  },
  {
    path: '/MainPage/searchScore/:exam_no/:exam_id',
    title: '成绩查询',
    load: () => import('./pages/SearchScorePage.tsx').then((m) => m.SearchScorePage),
    access: 'student.score',
    strangersGo: (path) => path.replace('/MainPage', ''),
    frame: 'plain',
    parent: '/MainPage/homePage',
  },

  // Settings and operations
  {
    path: '/ReportSetting',
    title: '报表设置',
    load: () => import('./pages/ReportSettingPage.tsx').then((m) => m.ReportSettingPage),
    access: 'report.configure',
    parent: '/MainPage/testReport',
  },
  {
    path: '/MainPage/account-security',
    title: '账号安全',
    load: () => import('./pages/AccountSecurityPage.tsx').then((m) => m.AccountSecurityPage),
    access: 'signedIn',
    parent: '/MainPage/homePage',
  },
  {
    path: '/MainPage/audit',
    title: '操作记录',
    load: () => import('./pages/AuditPage.tsx').then((m) => m.AuditPage),
    access: 'audit.read',
    parent: '/MainPage/homePage',
  },
  {
    path: '/MainPage/server',
    title: '运维',
    load: () => import('./pages/ServerPage.tsx').then((m) => m.ServerPage),
    access: 'server.watch',
    parent: '/MainPage/homePage',
  },
  {
    path: '/MainPage/notifications',
    title: '通知',
    load: () => import('./pages/NotificationsPage.tsx').then((m) => m.NotificationsPage),
    access: 'signedIn',
    parent: '/MainPage/homePage',
  },
]

/** Addresses that only lead elsewhere. */
export const redirects: Readonly<Record<string, string>> = {
  '/': '/Login',
  '/MainPage': '/MainPage/homePage',
  '/MainPage/reportPage': '/MainPage/testReport',
  '/MainPage/exam-manage': '/MainPage/exam-manage/overview',
}
