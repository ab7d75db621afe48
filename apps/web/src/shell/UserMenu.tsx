import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CogIcon, HistoryIcon, LockIcon, LogOutIcon } from '@blueprintjs/icons'
import { useCaller } from '@hengjuan/client/react'
import { logout } from '@hengjuan/contracts'
import { toast } from '@hengjuan/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { PasswordDialog } from '../features/account/index.ts'
import { leaveSession, useMay, useSession } from '../session/session-store.ts'
import css from './top-bar.module.css'

/** The person's name and role, the own password, and the way out. */
export function UserMenu() {
  const { user_name, account, current_role } = useSession()
  const { call } = useCaller()
  const navigate = useNavigate()
  const readsAudit = useMay('audit.read')
  const watchesServer = useMay('server.watch')
  const [isChanging, setIsChanging] = useState(false)
  const signOut = useMutation({
    mutationFn: () => call(logout, {}),
    onSuccess: () => leaveSession('signedOut'),
    // The cookie is still good, so pretending to be out would be a lie.
    onError: (error) => toast.error(error),
  })
  return (
    <>
      <PopoverNext
        placement="bottom-end"
        content={
          <Menu>
            <li className={css['who']}>
              <strong>{user_name}</strong>
              <span>
                {account} · {current_role.role_name}
              </span>
            </li>
            <MenuDivider />
            <MenuItem icon={<LockIcon />} text="修改密码" onClick={() => setIsChanging(true)} />
            {readsAudit && (
              <MenuItem
                icon={<HistoryIcon />}
                text="操作记录"
                onClick={() => void navigate('/MainPage/audit')}
              />
            )}
            {watchesServer && (
              <MenuItem
                icon={<CogIcon />}
                text="运维"
                onClick={() => void navigate('/MainPage/server')}
              />
            )}
            <MenuItem icon={<LogOutIcon />} text="退出登录" onClick={() => signOut.mutate()} />
          </Menu>
        }
      >
        <Button variant="minimal" loading={signOut.isPending} aria-label={`${user_name}，账号菜单`}>
          {/* A drawing and no text: what is read aloud begins with the name. */}
          <span className={css['avatar']} data-initial={user_name.slice(0, 1)} /> {user_name}
        </Button>
      </PopoverNext>
      <PasswordDialog isOpen={isChanging} onClose={() => setIsChanging(false)} />
    </>
  )
}
