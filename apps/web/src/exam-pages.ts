import type { ExamSection } from '@hengjuan/domain'

/** A page of an exam, by its path in the table of pages. */
export interface ExamPage {
  path: string
  /** Its address, with `:exam` and `:subject` to be filled in; none for what opens only from another page. */
  to?: string
  /** Its name below that of its section; without it the page's title. */
  label?: string
}

const MANAGE = '/MainPage/exam-manage'
const REPORT = '/MainPage/reportDetail'
const report = (name: string): ExamPage => ({
  path: `${REPORT}/${name}`,
  to: `${REPORT}/${name}?exam_id=:exam`,
})

/**
 * The pages inside an exam, in the order of the side bar; a section opens its first page that the role may open. To
 * add one: a row in `routes.tsx`, and a row here.
 */
export const examPages: Readonly<Record<ExamSection, readonly ExamPage[]>> = {
  overview: [
    {
      path: `${MANAGE}/exam-detail/:examId/subject-exam`,
      to: `${MANAGE}/exam-detail/:exam/subject-exam`,
    },
    { path: `${MANAGE}/process/total`, to: `${MANAGE}/process/total?exam_id=:exam` },
    {
      path: `${MANAGE}/process/subject/:subjectIdStr/subjectStep`,
      to: `${MANAGE}/process/subject/:subject/subjectStep?exam_id=:exam`,
    },
    {
      path: `${MANAGE}/process/subject/:subjectIdStr/alarm/:querySchoolId`,
      to: `${MANAGE}/process/subject/0/alarm/0?exam_id=:exam`,
    },
  ],
  students: [
    {
      path: `${MANAGE}/AffairManage/:examId/studentManage`,
      to: `${MANAGE}/AffairManage/:exam/studentManage`,
    },
  ],
  sheets: [
    {
      path: `${MANAGE}/AffairManage/:examId/answer-sheet-manage`,
      to: `${MANAGE}/AffairManage/:exam/answer-sheet-manage?subject_id=:subject`,
      label: '版面',
    },
    {
      path: `${MANAGE}/divideBlock/:examId`,
      to: `${MANAGE}/divideBlock/:exam?subject_id=:subject`,
    },
    { path: '/bindQuestions', to: '/bindQuestions?exam_id=:exam&subject_id=:subject' },
    { path: '/changeAnswer', to: '/changeAnswer?exam_id=:exam&subject_id=:subject' },
    {
      path: `${MANAGE}/paper-question`,
      to: `${MANAGE}/paper-question?exam_id=:exam&subject_id=:subject`,
    },
    { path: '/adjust-coord/:examId/:subjectId/:type/:questionId/:isAddingQuestion' },
  ],
  scoreImport: [
    {
      path: `${MANAGE}/exam-detail/:examId/score-import`,
      to: `${MANAGE}/exam-detail/:exam/score-import`,
    },
  ],
  online: [
    {
      path: `${MANAGE}/exam-detail/:examId/online-exam`,
      to: `${MANAGE}/exam-detail/:exam/online-exam`,
    },
  ],
  scan: [
    {
      path: `${MANAGE}/exam-detail/:examId/scan`,
      to: `${MANAGE}/exam-detail/:exam/scan`,
    },
  ],
  exceptions: [
    {
      path: '/MainPage/error-home/error-summary',
      to: '/MainPage/error-home/error-summary?exam_id=:exam',
    },
    {
      path: `${MANAGE}/scan-error-handle/:subject/:nowTool/:filterChoices/:hideHandleBlock/:choiceCoordError`,
      to: `${MANAGE}/scan-error-handle/:subject/all/all/0/0?exam_id=:exam`,
      label: '扫描异常',
    },
    {
      path: '/MainPage/error-home/error-handle',
      to: '/MainPage/error-home/error-handle?exam_id=:exam&subject_id=:subject',
    },
    {
      path: '/MainPage/error-home/candidate-result',
      to: '/MainPage/error-home/candidate-result?exam_id=:exam&subject_id=:subject',
    },
  ],
  settings: [
    { path: '/MarkSet', to: '/MarkSet?exam_id=:exam&subject_id=:subject', label: '题块设置' },
    {
      path: `${MANAGE}/exam-detail/:examId/staff-manage`,
      to: `${MANAGE}/exam-detail/:exam/staff-manage`,
    },
    { path: '/setDistri', to: '/setDistri?exam_id=:exam&subject_id=:subject' },
    { path: '/avoidance', to: '/avoidance?exam_id=:exam' },
    { path: '/benchmark', to: '/benchmark?exam_id=:exam' },
    { path: '/changeMarker' },
  ],
  supervision: [
    { path: '/MarkingSupervision', to: '/MarkingSupervision?exam_id=:exam', label: '阅卷进度' },
    { path: '/spot-check', to: '/spot-check?exam_id=:exam' },
    { path: '/empty-check', to: '/empty-check?exam_id=:exam' },
    { path: '/stuck-papers', to: '/stuck-papers?exam_id=:exam' },
    { path: '/risk-papers', to: '/risk-papers?exam_id=:exam' },
  ],
  results: [
    {
      path: `${MANAGE}/exam-detail/:examId/result-preliminary`,
      to: `${MANAGE}/exam-detail/:exam/result-preliminary`,
    },
    { path: '/score-check', to: '/score-check?exam_id=:exam' },
    {
      path: `${REPORT}/review`,
      to: `${REPORT}/review?exam_id=:exam`,
    },
  ],
  reports: [
    report('basicAnalysis'),
    report('student'),
    { path: '/ClassReport', to: '/ClassReport?exam_id=:exam' },
    report('averageGrades/class'),
    report('averageGrades/school'),
    report('grades'),
    report('area'),
    report('gradeFrom'),
    report('little'),
    report('littleQuestion/detail'),
    report('littleQuestion/student'),
    report('littleQuestion/gallery'),
    report('littleQuestion/choice'),
    report('littleQuestion/qsDetail'),
    report('paper'),
    report('gradeSection/score'),
    report('gradeSection/rank'),
    report('gradeSection/from'),
    report('levelGrades/student'),
    report('levelGrades/unit'),
    report('lineAnalysis/overview'),
    report('lineAnalysis/type1'),
    report('lineAnalysis/type2'),
    report('concernedStudent/critical'),
    report('concernedStudent/excellent'),
    report('exportBook'),
    report('download'),
    report('oldDownload'),
    report('reportPdf'),
    { path: REPORT, to: `${REPORT}?exam_id=:exam` },
  ],
}
