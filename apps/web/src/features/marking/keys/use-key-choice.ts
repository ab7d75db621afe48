import { useMemo, useState } from 'react'
import {
  actionsByKey,
  bindingsOf,
  DEFAULT_CHOICE,
  type KeyChoice,
  parseChoice,
} from './key-profile.ts'

const keyOf = (userId: number): string => `hengjuan-keys-${userId}`

/** The keys that a person chose on this browser. */
export function useKeyChoice(userId: number) {
  const [choice, setChoice] = useState<KeyChoice>(
    () => parseChoice(localStorage.getItem(keyOf(userId)) ?? '') ?? DEFAULT_CHOICE,
  )
  const bindings = useMemo(() => bindingsOf(choice), [choice])
  const actions = useMemo(() => actionsByKey(bindings), [bindings])
  return {
    choice,
    bindings,
    actions,
    choose: (next: KeyChoice) => {
      localStorage.setItem(keyOf(userId), JSON.stringify(next))
      setChoice(next)
    },
  }
}

export type KeyChoiceState = ReturnType<typeof useKeyChoice>
