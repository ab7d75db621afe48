import type { JobInfo } from '@hengjuan/contracts'
import type { ComponentType, ReactNode } from 'react'
import { JobLine } from '../features/jobs/index.ts'
import type * as AllReports from '../features/report/index.ts'
import { TrendPanel } from '../features/trend/index.ts'
import { useMay } from '../session/session-store.ts'
import type { Page } from '../shell/page.ts'

interface ReportProps {
  mayExport: boolean
  renderJob: (job: JobInfo, acts?: ReactNode) => ReactNode
  renderTrend: (studentId: number) => ReactNode
}

const renderJob = (job: JobInfo, acts?: ReactNode) => <JobLine job={job}>{acts}</JobLine>
const renderTrend = (studentId: number) => <TrendPanel key={studentId} studentId={studentId} />

type Reports = typeof AllReports
type ReportKey = {
  [Key in keyof Reports]: Reports[Key] extends ComponentType<ReportProps> ? Key : never
}[keyof Reports]

/** A page of a report: they all are in one piece of the program, and show whether one may export. */
const report = (
  path: string,
  title: string,
  key: ReportKey,
  frame: Page['frame'] & string = 'plain',
): Page => ({
  path,
  title,
  load: () =>
    import('../features/report/index.ts').then((reports) => {
      const Report = reports[key] as ComponentType<ReportProps>
      return () => (
        <Report
          mayExport={useMay('report.export')}
          renderJob={renderJob}
          renderTrend={renderTrend}
        />
      )
    }),
  access: 'report.read',
  frame,
  parent: '/MainPage/testReport',
})

export const reportPages: readonly Page[] = [
  report('/MainPage/reportDetail', '全部报表', 'ReportDirectory'),
  report('/ClassReport', '班级报告', 'ClassBooklet'),
  report('/studentScoresList', '学生成绩', 'StudentScoresList', 'bare'),
  report('/MainPage/reportDetail/basicAnalysis', '总览', 'OverviewReport'),
  report('/MainPage/reportDetail/student', '学生成绩', 'StudentReport'),
  report('/MainPage/reportDetail/averageGrades/class', '班级均分', 'ClassReport'),
  report('/MainPage/reportDetail/averageGrades/school', '学校均分', 'SchoolReport'),
  report('/MainPage/reportDetail/grades', '年级报表', 'GradeReport'),
  report('/MainPage/reportDetail/area', '区域报表', 'AreaReport'),
  report('/MainPage/reportDetail/gradeFrom', '自定义报表', 'OwnReport'),
  report('/MainPage/reportDetail/paper', '试卷质量', 'PaperReport'),
  report('/MainPage/reportDetail/little', '小题分析', 'ItemReport'),
  report('/MainPage/reportDetail/littleQuestion/detail', '小题×班级', 'QuestionDetailReport'),
  report('/MainPage/reportDetail/littleQuestion/student', '学生小题分', 'QuestionPeopleReport'),
  report('/MainPage/reportDetail/littleQuestion/gallery', '作答图像', 'GalleryReport'),
  report('/MainPage/reportDetail/littleQuestion/choice', '选项分析', 'ChoiceReport'),
  report('/MainPage/reportDetail/littleQuestion/qsDetail', '分组答题', 'QuestionSplitReport'),
  report('/MainPage/reportDetail/gradeSection/score', '分数段', 'SegmentReport'),
  report('/MainPage/reportDetail/gradeSection/rank', '名次段', 'RankBandReport'),
  report('/MainPage/reportDetail/gradeSection/from', '自定义分段', 'OwnBandReport'),
  report('/MainPage/reportDetail/levelGrades/student', '学生等级', 'StudentLevelReport'),
  report('/MainPage/reportDetail/levelGrades/unit', '班级等级', 'UnitLevelReport'),
  report('/MainPage/reportDetail/lineAnalysis/overview', '上线概览', 'LineOverviewReport'),
  report('/MainPage/reportDetail/lineAnalysis/type1', '单科上线', 'SubjectLineReport'),
  report('/MainPage/reportDetail/lineAnalysis/type2', '分档上线', 'StepLineReport'),
  report('/MainPage/reportDetail/concernedStudent/critical', '临界生', 'CriticalReport'),
  report('/MainPage/reportDetail/concernedStudent/excellent', '尖子生', 'ExcellentReport'),
  report('/MainPage/reportDetail/download', '下载中心', 'DownloadReport'),
  report('/MainPage/reportDetail/oldDownload', '历史版本', 'VersionReport'),
  report('/MainPage/reportDetail/reportPdf', '报告 PDF', 'PdfReport'),
  report('/MainPage/reportDetail/exportBook', '错题本', 'BookReport'),
]
