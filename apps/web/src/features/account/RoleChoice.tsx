import { Spinner } from '@blueprintjs/core'
import { ChevronRightIcon } from '@blueprintjs/icons'
import { isRegionalRole, isRole } from '@hengjuan/domain'
import { useEffect, useRef } from 'react'
import type { HeldRole, SessionUser } from '../../session/session-store.ts'
import { Notice } from './Notice.tsx'
import css from './login.module.css'

/** Choice of identity for a person with several roles, among those of the entry that was taken. */
export function RoleChoice(props: {
  user: SessionUser
  /** The role on its way, if one was chosen. */
  pendingId: number | null
  error: string | null
  onChoose: (role: HeldRole) => void
}) {
  const list = useRef<HTMLUListElement>(null)
  // The form that had the focus is gone: the keyboard goes on at the current role.
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('[data-current]')?.focus()
  }, [])
  return (
    <div className={css['form']}>
      <h1 className={css['title']}>{props.user.user_name}，选择本次身份</h1>
      <p className={css['lead']}>进入后可在右上角随时切换。</p>
      {props.error && <Notice kind="error">{props.error}</Notice>}
      <ul className={css['roles']} ref={list}>
        {choosableRoles(props.user).map((held) => (
          <li key={held.id}>
            <button
              type="button"
              className={css['role']}
              data-current={held.id === props.user.current_role.id || undefined}
              disabled={props.pendingId !== null}
              onClick={() => props.onChoose(held)}
            >
              <span className={css['initial']} aria-hidden="true">
                {held.role_name.slice(0, 1)}
              </span>
              <span className={css['roleText']}>
                <strong>{held.role_name}</strong>
                {held.school_name && <span>{held.school_name}</span>}
              </span>
              {props.pendingId === held.id ? <Spinner size={16} /> : <ChevronRightIcon />}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The roles with which one may enter here. */
export const choosableRoles = (user: SessionUser): HeldRole[] =>
  user.roles.filter((held) => isRegional(held) === isRegional(user.current_role))

const isRegional = ({ role }: HeldRole): boolean => isRole(role) && isRegionalRole(role)
