/** The report pages that there are, in the order of the navigation. */
export const REPORT_PAGES = [
  { key: 'overview', label: '总览', path: '/MainPage/reportDetail/basicAnalysis' },
  { key: 'student', label: '学生成绩', path: '/MainPage/reportDetail/student' },
  { key: 'class', label: '班级均分', path: '/MainPage/reportDetail/averageGrades/class' },
  { key: 'little', label: '小题分析', path: '/MainPage/reportDetail/little' },
  { key: 'segment', label: '分数段', path: '/MainPage/reportDetail/gradeSection/score' },
] as const

export type ReportPage = (typeof REPORT_PAGES)[number]['key']

/** The address of a report page; filters that are not set are left out. */
export function reportAddress(
  page: ReportPage,
  filters: { exam_id: number; subject_id?: number | null; class_id?: number | null },
): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters))
    if (value !== null && value !== undefined) query.set(name, String(value))
  const { path } = REPORT_PAGES.find(({ key }) => key === page) ?? REPORT_PAGES[0]
  return `${path}?${query}`
}
