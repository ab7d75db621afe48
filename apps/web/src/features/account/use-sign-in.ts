import type { CallError, Caller } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { login, thirdLogin } from '@hengjuan/contracts'
import type { EntryKind } from '@hengjuan/domain'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { stepOf, useSignInStep } from './sign-in-step.ts'
import { keepTypedPassword } from './typed-password.ts'
import type { SessionUser } from '../../session/session-store.ts'

type Credentials =
  | { by: 'password'; account: string; password: string; entry: EntryKind }
  | { by: 'phone'; phone: string; code: string; entry: EntryKind }
  | { by: 'ldap'; account: string; password: string }

/** Signs in; the caller decides when the session starts, after the choice of identity. */
export function useSignIn() {
  const { call } = useCaller()
  const queryClient = useQueryClient()
  return useMutation<SessionUser, CallError, Credentials>({
    mutationFn: (given) => send(call, given),
    onSuccess: (user, given) => {
      queryClient.clear()
      keepTypedPassword(user.must_change && given.by === 'password' ? given.password : '')
    },
    onError: (error) => {
      const step = stepOf(error)
      if (step) useSignInStep.setState({ step })
    },
  })
}

function send(call: Caller['call'], given: Credentials): Promise<SessionUser> {
  switch (given.by) {
    case 'password': {
      const { account, password, entry } = given
      return call(login, { body: { account: account.trim(), password, entry } })
    }
    case 'phone': {
      const { phone, code, entry } = given
      return call(login, { body: { phone: phone.trim(), code: code.trim(), entry } })
    }
    case 'ldap': {
      const { account, password } = given
      return call(thirdLogin, { body: { provider: 'ldap', account: account.trim(), password } })
    }
  }
}
