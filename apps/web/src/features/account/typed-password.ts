/** The initial password that was typed a moment ago, so that it is not asked for again at once; never stored. */
let typed = ''

export function keepTypedPassword(password: string): void {
  typed = password
}

export const takeTypedPassword = (): string => typed
