import type { ExamAlarmCode } from '@hengjuan/domain'

/** Where an alarm is worked off. */
export function alarmLink(code: ExamAlarmCode, examId: number, subjectId: number | null): string {
  const exam = `/MainPage/exam-manage/exam-detail/${examId}`
  const query = `exam_id=${examId}${subjectId === null ? '' : `&subject_id=${subjectId}`}`
  switch (code) {
    case 'scan_behind':
    case 'no_sheet':
      return `${exam}/scan${subjectId === null ? '' : `?subject_id=${subjectId}`}`
    case 'exception_old':
      return `/MainPage/exam-manage/scan-error-handle/${subjectId ?? 0}/all/all/0/0?exam_id=${examId}`
    case 'nobody_can_mark':
      return `/stuck-papers?${query}`
    case 'marking_late':
    case 'arbitration_waiting':
    case 'seed_suspended':
      return `/MarkingSupervision?${query}`
    case 'roster_unconfirmed':
      return `/MainPage/exam-manage/AffairManage/${examId}/studentManage`
    case 'import_unfinished':
      return `${exam}/score-import`
    case 'score_alarm':
      return `${exam}/result-preliminary?tab=alarms`
    case 'release_due':
      return `${exam}/result-preliminary?tab=versions`
    case 'appeal_due':
      return `/MainPage/reportDetail/review?exam_id=${examId}`
  }
}
