interface ReportEntry {
  key: string
  label: string
  path: string
  /** What it answers, for the directory. */
  text: string
  /** Only where several schools sit the exam. */
  joint?: true
}

const group = <const Entries extends readonly ReportEntry[]>(title: string, pages: Entries) => ({
  title,
  pages,
})

/** The report pages that there are, in the order of the navigation. */
export const REPORT_GROUPS = [
  group('概况', [
    {
      key: 'overview',
      label: '总览',
      path: '/MainPage/reportDetail/basicAnalysis',
      text: '考得怎么样：均分、四率、分布、差距最大的题',
    },
    {
      key: 'student',
      label: '学生成绩',
      path: '/MainPage/reportDetail/student',
      text: '每个学生的总分、各科分数、名次、等级与标准分',
    },
    {
      key: 'booklet',
      label: '班级报告',
      path: '/ClassReport',
      text: '一个班的全部情况在一页里，可打印',
    },
  ]),
  group('均分', [
    {
      key: 'class',
      label: '班级均分',
      path: '/MainPage/reportDetail/averageGrades/class',
      text: '各班均分、四率与四分位，与其余班级的差异是否超出误差',
    },
    {
      key: 'school',
      label: '学校均分',
      path: '/MainPage/reportDetail/averageGrades/school',
      text: '各校均分与联考的差异',
      joint: true,
    },
    {
      key: 'grade',
      label: '年级报表',
      path: '/MainPage/reportDetail/grades',
      text: '各科在一张表里：均分、四率、难度、信度、班级差距',
    },
    {
      key: 'area',
      label: '区域报表',
      path: '/MainPage/reportDetail/area',
      text: '市、区县与学校的人数、均分、上线率',
      joint: true,
    },
    {
      key: 'own',
      label: '自定义报表',
      path: '/MainPage/reportDetail/gradeFrom',
      text: '自选指标与综合指数公式',
    },
  ]),
  group('试题', [
    {
      key: 'little',
      label: '小题分析',
      path: '/MainPage/reportDetail/little',
      text: '每题的得分率、难度、区分度与需要留意之处',
    },
    {
      key: 'questionDetail',
      label: '小题×班级',
      path: '/MainPage/reportDetail/littleQuestion/detail',
      text: '每题各班的得分率与差距',
    },
    {
      key: 'questionPeople',
      label: '学生小题分',
      path: '/MainPage/reportDetail/littleQuestion/student',
      text: '谁在哪题得了多少分，直到作答图像',
    },
    {
      key: 'gallery',
      label: '作答图像',
      path: '/MainPage/reportDetail/littleQuestion/gallery',
      text: '一道题的作答图像，按得分与班级，备讲评用',
    },
    {
      key: 'choice',
      label: '选项分析',
      path: '/MainPage/reportDetail/littleQuestion/choice',
      text: '谁选了什么，干扰项起作用了吗',
    },
    {
      key: 'questionSplit',
      label: '分组答题',
      path: '/MainPage/reportDetail/littleQuestion/qsDetail',
      text: '高中低分组、选科组合、性别与各班的内在表现',
    },
    {
      key: 'paper',
      label: '试卷质量',
      path: '/MainPage/reportDetail/paper',
      text: '难度、区分度、信度与易中难结构',
    },
  ]),
  group('分布', [
    {
      key: 'segment',
      label: '分数段',
      path: '/MainPage/reportDetail/gradeSection/score',
      text: '每个分数段的人数与累计，可为一分一段',
    },
    {
      key: 'rankBand',
      label: '名次段',
      path: '/MainPage/reportDetail/gradeSection/rank',
      text: '各班在前若干名中占多少，与班级人数相称吗',
    },
    {
      key: 'ownBand',
      label: '自定义分段',
      path: '/MainPage/reportDetail/gradeSection/from',
      text: '按自己的名称与上下限分段',
    },
  ]),
  group('等级', [
    {
      key: 'studentLevel',
      label: '学生等级',
      path: '/MainPage/reportDetail/levelGrades/student',
      text: '每个学生各科的等级与赋分',
    },
    {
      key: 'unitLevel',
      label: '班级等级',
      path: '/MainPage/reportDetail/levelGrades/unit',
      text: '各班每个等级的人数与占比',
    },
  ]),
  group('上线', [
    {
      key: 'lineOverview',
      label: '上线概览',
      path: '/MainPage/reportDetail/lineAnalysis/overview',
      text: '每条线上多少人，临界多少人',
    },
    {
      key: 'subjectLine',
      label: '单科上线',
      path: '/MainPage/reportDetail/lineAnalysis/type1',
      text: '各科对上线的贡献、命中与错位',
    },
    {
      key: 'stepLine',
      label: '分档上线',
      path: '/MainPage/reportDetail/lineAnalysis/type2',
      text: '各班在每一档的累计与人数',
    },
  ]),
  group('关注学生', [
    {
      key: 'critical',
      label: '临界生',
      path: '/MainPage/reportDetail/concernedStudent/critical',
      text: '线上线下差一点的学生，以及偏科学生',
    },
    {
      key: 'excellent',
      label: '尖子生',
      path: '/MainPage/reportDetail/concernedStudent/excellent',
      text: '前若干名，与各班占多少',
    },
  ]),
  group('文件', [
    {
      key: 'book',
      label: '错题本',
      path: '/MainPage/reportDetail/exportBook',
      text: '每个学生的错题与班级共性错题',
    },
    {
      key: 'download',
      label: '下载中心',
      path: '/MainPage/reportDetail/download',
      text: '成套报表，合成一份或每班、每校一份，以及要过的文件',
    },
    {
      key: 'versions',
      label: '历史版本',
      path: '/MainPage/reportDetail/oldDownload',
      text: '更正之后谁的分数和名次变了、为什么，以及当时的报表与文件',
    },
    {
      key: 'pdf',
      label: '报告 PDF',
      path: '/MainPage/reportDetail/reportPdf',
      text: '班级报告、年级质量报告、试卷分析',
    },
  ]),
] as const

export const REPORT_PAGES = REPORT_GROUPS.flatMap(
  ({ pages }): readonly (ReportEntry & { key: ReportPageKey })[] => pages,
)

export type ReportPageKey = (typeof REPORT_GROUPS)[number]['pages'][number]['key']

/** Filters that all reports of an exam keep while one goes from page to page. */
export interface KeptFilters {
  exam_id: number
  version?: number | null
  subject_id?: number | null
  school_id?: number | null
  class_id?: number | null
  compare_exam_id?: number | null
}

/** The address of a report page; filters that are not set are left out. @param more filters of that page alone */
export function reportAddress(
  page: ReportPageKey,
  filters: KeptFilters,
  more: Record<string, string | number> = {},
): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...filters, ...more }))
    if (value !== null && value !== undefined) query.set(name, String(value))
  const path = REPORT_PAGES.find(({ key }) => key === page)?.path ?? '/MainPage/reportDetail'
  return `${path}?${query}`
}

/** The page whose table says what a sentence says, by the key of its report. */
export const PAGE_OF_REPORT: Record<string, ReportPageKey> = {
  basic: 'overview',
  student: 'student',
  average: 'class',
  little: 'little',
  section: 'segment',
  average_school: 'school',
  grade: 'grade',
  paper: 'paper',
  line_type1: 'subjectLine',
  line_overview: 'lineOverview',
  line_type2: 'stepLine',
  section_rank: 'rankBand',
  section_from: 'ownBand',
  level_unit: 'unitLevel',
  concerned_critical: 'critical',
  concerned_excellent: 'excellent',
  area: 'area',
  grade_from: 'own',
  question_detail: 'questionDetail',
  question_choice: 'choice',
  question_split: 'questionSplit',
  version_diff: 'versions',
  book: 'book',
}
