import { useState } from 'react'
import { storedUserId } from './session-store.ts'

const keyOf = (name: string): string => `hengjuan-typed-${storedUserId() ?? ''}-${name}`

/** Words that this user began under a name in this window and did not send; empty for none. */
export const typedUnder = (name: string): string => sessionStorage.getItem(keyOf(name)) ?? ''

/** Keeps words that were begun; empty ones are forgotten. */
export function keepTyped(name: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(name))
    else sessionStorage.setItem(keyOf(name), text)
  } catch {
    // Without room, or in a window that stores nothing, the words are on the screen all the same.
  }
}

/**
 * A text that is found again where it was begun: it outlives a window closed by Esc, another paper on the table, and a
 * page that is loaded anew. Whoever sends it sets it empty. The name says what the words are about: a paper, a
 * conversation.
 */
export function useTyped(name: string): [string, (text: string) => void] {
  const [typed, setTyped] = useState({ name, text: typedUnder(name) })
  // Under another name, the words on the screen are those of the other thing.
  const text = typed.name === name ? typed.text : typedUnder(name)
  const set = (next: string) => {
    keepTyped(name, next)
    setTyped({ name, text: next })
  }
  return [text, set]
}

/** Scores that were chosen for each point, kept as words are; null for none, and where there are other points now. */
export function useTypedScores(
  name: string,
  count: number,
): [number[] | null, (scores: number[] | null) => void] {
  const [text, setText] = useTyped(name)
  const scores = text === '' ? null : (JSON.parse(text) as number[])
  return [
    scores?.length === count ? scores : null,
    (next) => setText(next === null ? '' : JSON.stringify(next)),
  ]
}

/** The same over words that are saved: what was begun stands in their place until it is sent, or is the same again. */
export function useTypedOver(name: string, saved: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => typedUnder(name) || saved)
  const set = (next: string) => {
    keepTyped(name, next === saved ? '' : next)
    setText(next)
  }
  return [text, set]
}
