/** Steps that can be taken back and taken again. */
export interface History<State> {
  past: readonly State[]
  present: State
  future: readonly State[]
  /** What the last step changed: typing on in one place stays one step. */
  lastTouched: string | null
}

/** Enough to take back a lesson's work; states share what did not change. */
const MOST_STEPS = 200

export const historyOf = <State>(present: State): History<State> => ({
  past: [],
  present,
  future: [],
  lastTouched: null,
})

/** @param touched names the place; a further step in the same place joins the last one */
export function stepped<State>(
  history: History<State>,
  next: State,
  touched: string | null = null,
): History<State> {
  if (next === history.present) return history
  const joins = touched !== null && touched === history.lastTouched
  const past = joins ? history.past : [...history.past, history.present].slice(-MOST_STEPS)
  return { past, present: next, future: [], lastTouched: touched }
}

export function undone<State>(history: History<State>): History<State> {
  const before = history.past.at(-1)
  if (before === undefined) return history
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    lastTouched: null,
  }
}

export function redone<State>(history: History<State>): History<State> {
  const [next, ...future] = history.future
  if (next === undefined) return history
  return { past: [...history.past, history.present], present: next, future, lastTouched: null }
}
