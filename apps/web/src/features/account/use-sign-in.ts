import type { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { login } from '@hengjuan/contracts'
import type { EntryKind } from '@hengjuan/domain'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepTypedPassword } from './typed-password.ts'
import type { SessionUser } from '../../session/session-store.ts'

export interface Credentials {
  account: string
  password: string
  entry: EntryKind
}

/** Signs in with a password; the caller decides when the session starts, after the choice of identity. */
export function useSignIn() {
  const { call } = useCaller()
  const queryClient = useQueryClient()
  return useMutation<SessionUser, CallError, Credentials>({
    mutationFn: ({ account, password, entry }) =>
      call(login, { body: { account: account.trim(), password, entry } }),
    onSuccess: (user, { password }) => {
      queryClient.clear()
      keepTypedPassword(user.must_change ? password : '')
    },
  })
}
