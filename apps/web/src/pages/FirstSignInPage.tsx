import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { FirstFactor, FirstPassword } from '../features/account/index.ts'
import { returnAddress } from '../session/session-guard.ts'
import { enterSession, type SessionUser, useSession } from '../session/session-store.ts'
import { SignInFrame } from '../shell/SignInFrame.tsx'

/** `/first-sign-in`: what has to be done before anything else, then on to where one was going. */
export function FirstSignInPage() {
  const user = useSession()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [goal] = useState(() => returnAddress(query.get('from')))
  const goOn = (now: SessionUser) => {
    enterSession(now)
    if (!now.must_change && !now.must_secure) void navigate(goal, { replace: true })
  }
  return (
    <SignInFrame>
      {user.must_change ? (
        <FirstPassword user={user} onDone={goOn} />
      ) : (
        <FirstFactor onDone={goOn} />
      )}
    </SignInFrame>
  )
}
