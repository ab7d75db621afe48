import type { Page } from '../shell/page.ts'

/** Answer sheets, their blocks, questions and keys. */
export const sheetPages: readonly Page[] = [
  {
    path: '/MainPage/answer-sheet-center',
    title: '答题卡库',
    load: () => import('./AnswerSheetCenterPage.tsx').then((m) => m.AnswerSheetCenterPage),
    access: 'sheet.read',
    menu: { item: 'answerSheets' },
  },
  {
    path: '/MainPage/exam-manage/divideBlock/:examId',
    title: '题块划分',
    load: () => import('./DivideBlockPage.tsx').then((m) => m.DivideBlockPage),
    access: 'sheet.read',
    parent: '/MainPage/exam-manage/overview',
  },
  {
    path: '/adjust-coord/:examId/:subjectId/:type/:questionId/:isAddingQuestion',
    title: '调整坐标',
    load: () => import('./AdjustCoordPage.tsx').then((m) => m.AdjustCoordPage),
    access: 'sheet.read',
    frame: 'fill',
    parent: '/MainPage/answer-sheet-center',
  },
  {
    path: '/bindQuestions',
    title: '绑定试题',
    load: () => import('./BindQuestionsPage.tsx').then((m) => m.BindQuestionsPage),
    access: 'sheet.read',
    parent: '/MainPage/answer-sheet-center',
  },
  {
    path: '/MainPage/exam-manage/paper-question',
    title: '原卷',
    load: () => import('./PaperQuestionPage.tsx').then((m) => m.PaperQuestionPage),
    access: 'sheet.read',
    parent: '/MainPage/answer-sheet-center',
  },
  {
    path: '/changeAnswer',
    title: '答案与规则',
    load: () => import('./ChangeAnswerPage.tsx').then((m) => m.ChangeAnswerPage),
    access: 'sheet.read',
    parent: '/MainPage/answer-sheet-center',
  },
]
