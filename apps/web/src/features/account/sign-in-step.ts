import { CallError } from '@hengjuan/client'
import { create } from 'zustand'
import type { SessionUser } from '../../session/session-store.ts'

/** What is still asked of somebody whose first proof was right. */
type SignInStep =
  | { kind: 'factor'; ticket: string }
  | { kind: 'link'; ticket: string; message: string }
  /** In, and as whom is still to be chosen. */
  | { kind: 'choose'; user: SessionUser }

interface Steps {
  step: SignInStep | null
  /** Why somebody is back at the sign-in page. */
  problem: { code: string; message: string } | null
}

/** Between the first proof and the session; an entry link begins it before the page of signing in is there. */
export const useSignInStep = create<Steps>(() => ({ step: null, problem: null }))

/** The step that an answer asks for; null for what is simply refused. */
export function stepOf(error: unknown): SignInStep | null {
  if (!(error instanceof CallError)) return null
  const ticket = error.fields.find(({ path }) => path === 'ticket')?.msg
  if (ticket === undefined) return null
  if (error.code === 'SECOND_FACTOR_NEEDED') return { kind: 'factor', ticket }
  if (error.code === 'LINK_NEEDED') return { kind: 'link', ticket, message: error.message }
  return null
}
