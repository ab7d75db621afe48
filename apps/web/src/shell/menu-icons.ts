import {
  ChartIcon,
  EndorsedIcon,
  FormIcon,
  HomeIcon,
  LearningIcon,
  ManualIcon,
  PeopleIcon,
  TimelineEventsIcon,
  TimelineLineChartIcon,
  WarningSignIcon,
} from '@blueprintjs/icons'
import type { Menu } from '@hengjuan/domain'

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
}
