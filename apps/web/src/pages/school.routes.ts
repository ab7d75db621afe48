import type { Page } from '../shell/page.ts'

/** The school: classes, students, staff, subjects and its year. */
export const schoolPages: readonly Page[] = [
  {
    path: '/ClassesManager',
    title: '学校管理',
    load: () => import('./SchoolClassesPage.tsx').then((m) => m.SchoolClassesPage),
    access: 'school.read',
    menu: { item: 'staffInfo' },
  },
  {
    path: '/ClassesManager/students',
    title: '学生',
    load: () => import('./SchoolStudentsPage.tsx').then((m) => m.SchoolStudentsPage),
    access: 'student.read',
    parent: '/ClassesManager',
  },
  {
    path: '/ClassesManager/staff',
    title: '教师',
    load: () => import('./SchoolStaffPage.tsx').then((m) => m.SchoolStaffPage),
    access: 'staff.read',
    parent: '/ClassesManager',
  },
  {
    path: '/ClassesManager/subjects',
    title: '科目',
    load: () => import('./SchoolSubjectsPage.tsx').then((m) => m.SchoolSubjectsPage),
    access: 'school.read',
    parent: '/ClassesManager',
  },
  {
    path: '/ClassesManager/combos',
    title: '选科',
    load: () => import('./SchoolCombosPage.tsx').then((m) => m.SchoolCombosPage),
    access: 'school.manage',
    parent: '/ClassesManager',
  },
  {
    path: '/ClassesManager/year',
    title: '学年',
    load: () => import('./SchoolYearPage.tsx').then((m) => m.SchoolYearPage),
    access: 'school.manage',
    parent: '/ClassesManager',
  },
  {
    path: '/ClassesManager/authority',
    title: '权限',
    load: () => import('./SchoolAuthorityPage.tsx').then((m) => m.SchoolAuthorityPage),
    access: 'school.manage',
    parent: '/ClassesManager',
  },
]
