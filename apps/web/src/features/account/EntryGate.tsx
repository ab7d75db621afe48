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
import type { Entry } from './entry-link.ts'
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
    try {
      const { target, ...user } = await call(thirdLogin, { body: bodyOf(sent) })
      queryClient.clear()
      enterSession(user)
      toast.done('跳转成功')
      goTo(target ?? (address.startsWith('/Login') ? '/MainPage/homePage' : address))
    } catch (error) {
      leaveSession('none')
      const step = stepOf(error)
      const from = address.startsWith('/Login') ? null : address
      useSignInStep.setState({ step, target: from, problem: step ? null : problemOf(error) })
      goTo(from === null ? '/Login' : `/Login?${new URLSearchParams({ from })}`)
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
    goTo(address.startsWith('/Login') ? '/MainPage/homePage' : address)
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
