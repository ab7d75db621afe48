import { useRoute } from '@hengjuan/client/react'
import { setupState } from '@hengjuan/contracts'
import { errorMessage } from '@hengjuan/domain'
import { toast } from '@hengjuan/ui'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import {
  choosableRoles,
  FactorForm,
  ForgotForm,
  LinkForm,
  RoleChoice,
  SetupForm,
  SignInWays,
  useSignInStep,
  type Way,
  WAYS,
} from '../features/account/index.ts'
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

/** `/Login`: one of the ways to sign in, a second step where there is one, then identity, then back to where one was. */
export function LoginPage() {
  const [chosen, setPerson] = useState<SessionUser | null>(null)
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const absence = useSessionStore((session) => session.absence)
  const step = useSignInStep((steps) => steps.step)
  const person = step?.kind === 'choose' ? step.user : chosen
  const switchRole = useSwitchRole()
  const unsent = useUnsent()
  const goal = returnAddress(query.get('from'))
  // A server without a school has nobody who could sign in.
  const setup = useRoute(setupState, {}, { staleTime: Infinity })
  const notice = noticeOf(absence, unsent)

  // Someone who is still signed in has nothing to do here; the guard of the next page makes sure.
  useEffect(() => {
    if (storedUserId() !== null) void navigate(goal, { replace: true })
  }, [goal, navigate])

  const enter = (user: SessionUser) => {
    useSignInStep.setState({ step: null })
    enterSession(user)
    void navigate(goal, { replace: true })
  }
  const signedIn = (user: SessionUser) => {
    useSignInStep.setState({ step: null, problem: null })
    if (choosableRoles(user).length > 1 && !user.must_change) setPerson(user)
    else enter(user)
  }
  const choose = (user: SessionUser, held: HeldRole) => {
    if (held.id === user.current_role.id) return enter(user)
    // The call needs the new session's token.
    useSessionStore.setState({ user })
    switchRole.mutate(held, {
      onSuccess: () => {
        useSignInStep.setState({ step: null })
        void navigate(goal, { replace: true })
      },
    })
  }
  const go = (way: Way) =>
    setQuery(
      (before) => {
        before.delete('entry')
        if (way === 'school') before.delete('way')
        else before.set('way', way)
        return before
      },
      { replace: true },
    )
  const back = () => {
    useSignInStep.setState({ step: null })
    go('school')
  }
  const way = wayIn(query)

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
      ) : step?.kind === 'factor' ? (
        <FactorForm ticket={step.ticket} onSignedIn={signedIn} onBack={back} />
      ) : step?.kind === 'link' ? (
        <LinkForm ticket={step.ticket} message={step.message} onSignedIn={signedIn} onBack={back} />
      ) : way === 'forgot' ? (
        <ForgotForm onBack={back} />
      ) : (
        <SignInWays
          way={way}
          onWay={go}
          onSignedIn={signedIn}
          {...(notice === undefined ? {} : { notice })}
        />
      )}
    </SignInFrame>
  )
}

function wayIn(query: URLSearchParams): Way {
  if (query.get('entry') === 'region') return 'region'
  return WAYS.find((way) => way === query.get('way')) ?? 'school'
}

/** Why one is here, and that nothing is lost. */
function noticeOf(absence: Absence, unsent: number): string | undefined {
  const texts = [
    absence === 'expired' ? errorMessage('LOGIN_EXPIRED') : '',
    unsent > 0 ? `本机有 ${unsent} 份给分还没有上传，阅卷教师本人登录后自动上传` : '',
  ].filter((text) => text !== '')
  return texts.length === 0 ? undefined : texts.join('；')
}
