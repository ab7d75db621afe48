import { MenuIcon } from '@blueprintjs/icons'
import { isRole, mayDo } from '@hengjuan/domain'
import { type ComponentType, lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { useMay, useSession } from '../session/session-store.ts'
import { Bell } from '../features/notice/Bell.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { ExamCrumbs } from './exam/ExamCrumbs.tsx'
import { useWorkspaceExam } from './exam/use-exam-workspace.ts'
import { Mark } from './Mark.tsx'
import { useNavState } from './nav-state.ts'
import { RoleSwitcher } from './RoleSwitcher.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'
import { UserMenu } from './UserMenu.tsx'
import css from './top-bar.module.css'

/** Marks that the marking page could not send; their code comes when somebody may have some. */
const LeftMarks = lazy<ComponentType<{ userId: number }>>(() =>
  import('../features/marking/marking-desk/unsent/LeftMarks.tsx').then(
    (m) => ({ default: m.LeftMarks }),
    // Without the network the page stands all the same; the marks wait where they are.
    () => ({ default: () => null }),
  ),
)

/** Only whom it concerns asks for it. */
const RiskNotice = lazy(() =>
  import('../features/marking/quality/risk/RiskNotice.tsx').then(
    (m) => ({ default: m.RiskNotice }),
    () => ({ default: () => null }),
  ),
)

/** Its code comes behind the page. */
const JobTray = lazy<ComponentType>(() =>
  import('../features/jobs/JobTray.tsx').then(
    (m) => ({ default: m.JobTray }),
    () => ({ default: () => null }),
  ),
)

/** The header: whose school, where one is, as whom one acts. */
export function TopBar() {
  const { school_name, user_id, roles, current_role } = useSession()
  // Who marks in another role hears what waits for it.
  const marks = roles.some(({ role }) => isRole(role) && mayDo(role, 'marking.mark'))
  const handlesRisk = useMay('risk.handle')
  const inExam = useWorkspaceExam()
  const { openedAt, open } = useNavState()
  const { pathname } = useLocation()
  const isOpen = openedAt === pathname
  return (
    <header className={css['root']}>
      <button
        type="button"
        className={css['menu']}
        aria-label={isOpen ? '收起菜单' : '打开菜单'}
        aria-expanded={isOpen}
        onClick={() => open(isOpen ? null : pathname)}
      >
        <MenuIcon />
      </button>
      <Link to="/MainPage/homePage" className={css['brand']} aria-label="衡卷首页">
        <Mark />
        <span className={css['name']}>衡卷</span>
      </Link>
      {school_name && (
        <span className={css['school']} data-aside={inExam ? true : undefined}>
          {school_name}
        </span>
      )}
      {inExam ? <ExamCrumbs {...inExam} /> : <Breadcrumbs />}
      <div className={css['right']}>
        {handlesRisk && (
          <Suspense fallback={null}>
            <RiskNotice />
          </Suspense>
        )}
        {marks && (
          <Suspense fallback={null}>
            <LeftMarks key={user_id} userId={user_id} />
          </Suspense>
        )}
        <Suspense fallback={null}>
          <JobTray key={`${user_id} ${current_role.id}`} />
        </Suspense>
        <Bell />
        <ThemeMenu />
        <RoleSwitcher />
        <UserMenu />
      </div>
    </header>
  )
}
