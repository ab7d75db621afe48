import { type KeyChoice, parseChoice } from './key-profile.ts'

const keyOf = (userId: number): string => `hengjuan-keys-${userId}`
const sentKeyOf = (userId: number): string => `${keyOf(userId)}-sent`

interface KeptChoice {
  choice: KeyChoice
  /** The server has it. */
  isSent: boolean
}

/** The keys that a person chose on this computer, or had here last; null when there are none. */
export function keptChoice(userId: number): KeptChoice | null {
  const choice = parseChoice(localStorage.getItem(keyOf(userId)) ?? '')
  return choice && { choice, isSent: localStorage.getItem(sentKeyOf(userId)) === '1' }
}

export function keepChoice(userId: number, { choice, isSent }: KeptChoice): void {
  localStorage.setItem(keyOf(userId), JSON.stringify(choice))
  localStorage.setItem(sentKeyOf(userId), isSent ? '1' : '0')
}
