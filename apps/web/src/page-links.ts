/**
 * Links inside pages, from a page to others, beside the menu, the side bar of an exam and the header: what takes data
 * of the page to be followed. `reach.test.ts` holds that each of them is in the source of its page, and counts with
 * them how far every page is from home.
 */
export const PAGE_LINKS: Readonly<Record<string, readonly string[]>> = {
  '/MainPage/notifications': ['/exam-asks'],
  '/MainPage/homePage': [
    '/MainPage/exam-manage/overview',
    '/MainPage/exam-manage/create-exam',
    '/MainPage/import',
    '/MainPage/testReport',
    '/marking',
    '/qualification',
    '/MainPage/markPaper/markPage/unfinishList',
    '/MainPage/searchScore/:exam_no/:exam_id',
    '/pad/exam',
  ],
  '/MainPage/exam-manage/overview': ['/MainPage/exam-manage/create-exam'],
  '/MainPage/markPaper/markPage/unfinishList': ['/marking', '/qualification'],
  '/marking': ['/marking-view'],
  '/marking-view': ['/new-marking-view'],
  '/MainPage/markPaper/markPage/arbitration-home/:mode': [
    '/MainPage/markPaper/markPage/arbitration-marking',
    '/identical-papers',
    '/MainPage/markPaper/evaluationRegulationHome/list/:mode',
  ],
  '/MainPage/markPaper/evaluationRegulationHome/list/:mode': [
    '/MainPage/markPaper/evaluationRegulationHome/marking',
  ],
  '/MarkSet': ['/changeMarker'],
  '/MainPage/answer-sheet-center': [
    '/adjust-coord/:examId/:subjectId/:type/:questionId/:isAddingQuestion',
  ],
  '/MainPage/exam-manage/AffairManage/:examId/answer-sheet-manage': [
    '/adjust-coord/:examId/:subjectId/:type/:questionId/:isAddingQuestion',
  ],
  '/MainPage/testReport': ['/ReportSetting', '/MainPage/reportPage'],
  '/ClassesManager': [
    '/ClassesManager/students',
    '/ClassesManager/staff',
    '/ClassesManager/subjects',
    '/ClassesManager/combos',
    '/ClassesManager/year',
    '/ClassesManager/authority',
  ],
}
