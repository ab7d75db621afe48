const KEY = 'hj.sign-in-from'

/** Where somebody was going when they were sent to a provider, which sends back to the page of signing in. */
export function keepFrom(from: string | null): void {
  if (from === null) sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, from)
}

export function takeFrom(): string | null {
  const from = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return from
}
