import type { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { switchUser } from '@hengjuan/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { enterSession, type HeldRole, type SessionUser } from './session-store.ts'

/**
 * Takes another role of the same person. Nothing fetched as the old role is kept.
 *
 * @source domain rules 18.1
 */
export function useSwitchRole() {
  const { call } = useCaller()
  const queryClient = useQueryClient()
  return useMutation<SessionUser, CallError, HeldRole>({
    mutationFn: ({ id }) => call(switchUser, { body: { user_role_id: id } }),
    onSuccess: (user) => {
      queryClient.clear()
      enterSession(user)
    },
  })
}
