import { NavLink } from 'react-router'
import { useMayFollow } from '../../shell/menu-tree.ts'
import css from './school.module.css'

const TABS = [
  { to: '/ClassesManager', title: '班级' },
  { to: '/ClassesManager/students', title: '学生' },
  { to: '/ClassesManager/staff', title: '教师' },
  { to: '/ClassesManager/subjects', title: '科目' },
  { to: '/ClassesManager/combos', title: '选科' },
  { to: '/ClassesManager/year', title: '学年' },
  { to: '/ClassesManager/authority', title: '权限' },
] as const

/** The pages of a school; those that the role may open. */
export function SchoolTabs() {
  const mayFollow = useMayFollow()
  return (
    <nav className={css['tabs']} aria-label="学校管理页面">
      {TABS.filter(({ to }) => mayFollow(to)).map(({ to, title }) => (
        <NavLink key={to} to={to} end>
          {title}
        </NavLink>
      ))}
    </nav>
  )
}
