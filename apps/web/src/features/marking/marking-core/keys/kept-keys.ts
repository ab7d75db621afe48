import { type KeyChoice, parseChoice } from './key-profile.ts'
import { keepHere } from '@hengjuan/ui'

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
  keepHere(keyOf(userId), JSON.stringify(choice))
  keepHere(sentKeyOf(userId), isSent ? '1' : '0')
}
