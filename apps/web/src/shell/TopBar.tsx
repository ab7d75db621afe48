import { Link } from 'react-router'
import { useSession } from '../session/session-store.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { Mark } from './Mark.tsx'
import { RoleSwitcher } from './RoleSwitcher.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'
import { UserMenu } from './UserMenu.tsx'
import css from './top-bar.module.css'

/** The header: whose school, where one is, as whom one acts. */
export function TopBar() {
  const { school_name } = useSession()
  return (
    <header className={css['root']}>
      <Link to="/MainPage/homePage" className={css['brand']} aria-label="衡卷首页">
        <Mark />
        <span className={css['name']}>衡卷</span>
      </Link>
      {school_name && <span className={css['school']}>{school_name}</span>}
      <Breadcrumbs />
      <div className={css['right']}>
        <ThemeMenu />
        <RoleSwitcher />
        <UserMenu />
      </div>
    </header>
  )
}
