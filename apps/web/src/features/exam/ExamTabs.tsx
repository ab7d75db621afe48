import { NavLink } from 'react-router'
import css from './exam.module.css'

const TABS = [
  { to: 'exam-detail/:examId/subject-exam', title: '科目流程' },
  { to: 'AffairManage/:examId/studentManage', title: '考生' },
  { to: 'AffairManage/:examId/answer-sheet-manage', title: '答题卡' },
  { to: 'exam-detail/:examId/staff-manage', title: '阅卷人员' },
  { to: 'exam-detail/:examId/result-preliminary', title: '成绩预审' },
] as const

/** The pages of one exam. @param known paths that have a page and that the role may open */
export function ExamTabs(props: { examId: number; known: readonly string[] }) {
  const base = '/MainPage/exam-manage/'
  return (
    <nav className={css['tabs']} aria-label="考试页面">
      {TABS.filter(({ to }) => props.known.includes(base + to)).map(({ to, title }) => (
        <NavLink key={to} to={base + to.replace(':examId', String(props.examId))}>
          {title}
        </NavLink>
      ))}
    </nav>
  )
}
