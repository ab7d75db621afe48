/** The report pages that there are, in the order of the navigation. */
export const REPORT_PAGES = [
  { key: 'overview', label: '总览', path: '/MainPage/reportDetail/basicAnalysis', of: 'total' },
  { key: 'student', label: '学生成绩', path: '/MainPage/reportDetail/student', of: 'total' },
  {
    key: 'class',
    label: '班级均分',
    path: '/MainPage/reportDetail/averageGrades/class',
    of: 'both',
  },
  { key: 'little', label: '小题分析', path: '/MainPage/reportDetail/little', of: 'subject' },
  {
    key: 'segment',
    label: '分数段',
    path: '/MainPage/reportDetail/gradeSection/score',
    of: 'both',
  },
] as const

export type ReportPageKey = (typeof REPORT_PAGES)[number]['key']

/** Filters that all reports of an exam keep while one goes from page to page. */
export interface KeptFilters {
  exam_id: number
  version?: number | null
  subject_id?: number | null
  school_id?: number | null
  class_id?: number | null
}

/** The address of a report page; filters that are not set are left out. */
export function reportAddress(page: ReportPageKey, filters: KeptFilters): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters))
    if (value !== null && value !== undefined) query.set(name, String(value))
  const { path } = REPORT_PAGES.find(({ key }) => key === page) ?? REPORT_PAGES[0]
  return `${path}?${query}`
}

/** The page whose table says what a sentence says, by the key of its report. */
export const PAGE_OF_REPORT: Record<string, ReportPageKey> = {
  basic: 'overview',
  student: 'student',
  average: 'class',
  little: 'little',
  section: 'segment',
}
