import { isScoreKey } from '../../marking-core/keys/key-name.ts'

/**
 * The score that a checker types, after a key anywhere on the page; null where the key is none of a score.
 *
 * @param key as a key map has it: 7, ., or ; for half a point
 */
export function afterTypedKey(score: string, key: string): string | null {
  if (key === 'Backspace') return score.slice(0, -1)
  if (!isScoreKey(key)) return null
  if (key === ';') return score.includes('.') ? score : `${score || '0'}.5`
  return key === '.' && score.includes('.') ? score : score + key
}
