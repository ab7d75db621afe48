import { Button } from '@blueprintjs/core'
import { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { currentUser, thirdLogin } from '@hengjuan/contracts'
import { errorMessage } from '@hengjuan/domain'
import { toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import {
  enterSession,
  leaveSession,
  type SessionUser,
  storedUserId,
} from '../../session/session-store.ts'
import { returnAddress } from '../../session/session-guard.ts'
import type { Entry } from './entry-link.ts'
import { takeFrom } from './kept-from.ts'
import { choosableRoles } from './RoleChoice.tsx'
import { stepOf, useSignInStep } from './sign-in-step.ts'
import css from './login.module.css'

type At =
  | { kind: 'entering' }
  /** Somebody else is signed in on this browser. */
  | { kind: 'asking'; current: SessionUser }
  | { kind: 'through' }

/** Before the first page: takes what an entry link or a provider sent, and asks before it changes who is signed in. */
export function EntryGate(props: {
  entry: Entry | null
  /** Opens an address of the portal. */
  goTo: (address: string) => void
  /** Where the link leads, without what it was sent with. */
  address: string
  frame: (content: ReactNode) => ReactNode
  children: ReactNode
}) {
  const { entry, goTo, address } = props
  const [at, setAt] = useState<At>({ kind: entry === null ? 'through' : 'entering' })
  const { call } = useCaller()
  const queryClient = useQueryClient()

  const enter = async (sent: Entry) => {
    setAt({ kind: 'entering' })
    // A provider sends back to the page of signing in: where one was going was kept here.
    const from = address.startsWith('/Login') ? takeFrom() : address
    const signIn = from === null ? '/Login' : `/Login?${new URLSearchParams({ from })}`
    try {
      const { target, ...user } = await call(thirdLogin, { body: bodyOf(sent) })
      queryClient.clear()
      // An entry link says of which school one comes; a provider does not.
      if (sent.kind === 'oidc' && choosableRoles(user).length > 1) {
        leaveSession('none')
        useSignInStep.setState({ step: { kind: 'choose', user }, problem: null })
        goTo(signIn)
      } else {
        enterSession(user)
        toast.done('跳转成功')
        goTo(target ?? returnAddress(from))
      }
    } catch (error) {
      leaveSession('none')
      const step = stepOf(error)
      useSignInStep.setState({ step, problem: step ? null : problemOf(error) })
      goTo(signIn)
    }
    setAt({ kind: 'through' })
  }

  // Once, when the portal is opened by a link.
  useEffect(() => {
    if (entry === null) return
    const begin = async () => {
      const current = storedUserId() === null ? null : await call(currentUser, {}).catch(() => null)
      if (!current) return enter(entry)
      const isSame = entry.kind === 'partner' && entry.userId === String(current.user_id)
      if (!isSame) return setAt({ kind: 'asking', current })
      // The own link to another of the own schools.
      if (entry.schoolId && entry.schoolId !== String(current.school_id)) return enter(entry)
      enterSession(current)
      goTo(address)
      setAt({ kind: 'through' })
    }
    void begin()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what a link sent is spent once
  }, [])

  if (at.kind === 'through' || entry === null) return props.children
  if (at.kind === 'entering')
    return props.frame(
      <p className={css['lead']} role="status">
        正在进入
      </p>,
    )
  const stay = () => {
    enterSession(at.current)
    goTo(returnAddress(address))
    setAt({ kind: 'through' })
  }
  const whose = entry.kind === 'partner' ? entry.userName : undefined
  return props.frame(
    <div className={css['form']}>
      <h1 className={css['title']}>切换登录的人？</h1>
      <p>
        当前登录的是 {at.current.user_name}，链接属于 {whose ?? '另一个人'}。
      </p>
      <Button intent="primary" size="large" fill onClick={() => void enter(entry)}>
        切换
      </Button>
      <Button variant="minimal" onClick={stay}>
        不切换
      </Button>
    </div>,
  )
}

function bodyOf(sent: Entry) {
  switch (sent.kind) {
    case 'partner':
      return {
        provider: 'partner' as const,
        token: sent.token,
        ...(sent.userId === undefined ? {} : { user_id: sent.userId }),
        ...(sent.schoolId === undefined ? {} : { school_id: sent.schoolId }),
        ...(sent.userName === undefined ? {} : { user_name: sent.userName.slice(0, 100) }),
      }
    case 'oidc':
      return {
        provider: 'oidc' as const,
        code: sent.code,
        state: sent.state,
        ...(sent.iss === undefined ? {} : { iss: sent.iss }),
      }
    case 'refused':
      return { provider: 'oidc' as const }
  }
}

const problemOf = (error: unknown) =>
  error instanceof CallError
    ? { code: error.code, message: error.message }
    : { code: 'THIRD_LOGIN_FAILED', message: errorMessage('THIRD_LOGIN_FAILED') }
