import {
  BarcodeIcon,
  ChartIcon,
  CogIcon,
  DashboardIcon,
  DesktopIcon,
  EndorsedIcon,
  FormIcon,
  HelpIcon,
  HomeIcon,
  ImportIcon,
  LearningIcon,
  ManualIcon,
  PeopleIcon,
  TimelineEventsIcon,
  TimelineLineChartIcon,
  WarningSignIcon,
} from '@blueprintjs/icons'
import type { ExamSection, Menu } from '@hengjuan/domain'

/** The picture of each menu, in the navigation and wherever it is mentioned. */
export const menuIcons: Record<Menu, typeof HomeIcon> = {
  home: HomeIcon,
  examManage: TimelineEventsIcon,
  markingTasks: EndorsedIcon,
  answerSheets: FormIcon,
  markingSupervision: TimelineLineChartIcon,
  exceptionCenter: WarningSignIcon,
  reports: ChartIcon,
  learningAnalysis: LearningIcon,
  paperComposition: ManualIcon,
  staffInfo: PeopleIcon,
  help: HelpIcon,
}

/** The same of each part of an exam. */
export const sectionIcons: Record<ExamSection, typeof HomeIcon> = {
  overview: DashboardIcon,
  students: PeopleIcon,
  sheets: FormIcon,
  scoreImport: ImportIcon,
  online: DesktopIcon,
  scan: BarcodeIcon,
  exceptions: WarningSignIcon,
  settings: CogIcon,
  supervision: TimelineLineChartIcon,
  results: EndorsedIcon,
  reports: ChartIcon,
}
