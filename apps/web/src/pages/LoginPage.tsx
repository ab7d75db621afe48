import { useRoute } from '@hengjuan/client/react'
import { setupState } from '@hengjuan/contracts'
import { errorMessage } from '@hengjuan/domain'
import { toast } from '@hengjuan/ui'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { choosableRoles, LoginForm, RoleChoice, SetupForm } from '../features/account/index.ts'
import { returnAddress } from '../session/session-guard.ts'
import {
  type Absence,
  enterSession,
  type HeldRole,
  type SessionUser,
  storedUserId,
  useSessionStore,
} from '../session/session-store.ts'
import { useSwitchRole } from '../session/use-switch-role.ts'
import { SignInFrame } from '../shell/SignInFrame.tsx'
import { useUnsent } from './use-unsent.ts'

/** `/Login`: password, then identity if there are several, then back to where one was. */
export function LoginPage() {
  const [person, setPerson] = useState<SessionUser | null>(null)
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const absence = useSessionStore((session) => session.absence)
  const switchRole = useSwitchRole()
  const unsent = useUnsent()
  const goal = returnAddress(query.get('from'))
  // A server without a school has nobody who could sign in.
  const setup = useRoute(setupState, {}, { staleTime: Infinity })

  // Someone who is still signed in has nothing to do here; the guard of the next page makes sure.
  useEffect(() => {
    if (storedUserId() !== null) void navigate(goal, { replace: true })
  }, [goal, navigate])

  const enter = (user: SessionUser) => {
    enterSession(user)
    void navigate(goal, { replace: true })
  }
  const choose = (user: SessionUser, held: HeldRole) => {
    if (held.id === user.current_role.id) return enter(user)
    // The call needs the new session's token.
    useSessionStore.setState({ user })
    switchRole.mutate(held, { onSuccess: () => void navigate(goal, { replace: true }) })
  }

  return (
    <SignInFrame>
      {setup.data?.needed ? (
        <SetupForm
          onCreated={(account) => {
            toast.done(`已创建学校，请用账号 ${account} 登录`)
            void setup.refetch()
          }}
        />
      ) : person ? (
        <RoleChoice
          user={person}
          pendingId={switchRole.isPending ? switchRole.variables.id : null}
          error={switchRole.error?.message ?? null}
          onChoose={(held) => choose(person, held)}
        />
      ) : (
        <LoginForm
          notice={noticeOf(absence, unsent)}
          entry={query.get('entry') === 'region' ? 'region' : 'school'}
          onEntry={(entry) =>
            setQuery(
              (before) => {
                if (entry === 'region') before.set('entry', entry)
                else before.delete('entry')
                return before
              },
              { replace: true },
            )
          }
          onSignedIn={(user) => (choosableRoles(user).length > 1 ? setPerson(user) : enter(user))}
        />
      )}
    </SignInFrame>
  )
}

/** Why one is here, and that nothing is lost. */
function noticeOf(absence: Absence, unsent: number): string | undefined {
  const texts = [
    absence === 'expired' ? errorMessage('LOGIN_EXPIRED') : '',
    unsent > 0 ? `本机有 ${unsent} 份给分还没有上传，阅卷教师本人登录后自动上传` : '',
  ].filter((text) => text !== '')
  return texts.length === 0 ? undefined : texts.join('；')
}
