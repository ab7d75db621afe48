import { sdOf } from '../../statistics/moments.ts'

/** What a marking page sees in its own input that no hand does. */
export const INPUT_SIGNS = ['synthetic', 'uniform'] as const
export type InputSign = (typeof INPUT_SIGNS)[number]

/** One key or click. */
export interface PageInput {
  /** Made by a person's device; false for what a script dispatched. */
  isTrusted: boolean
  /** How long it was held down, milliseconds; null where that was not seen. */
  heldMs: number | null
}

/** So many of the latest inputs are looked at; fewer say nothing. */
export const INPUT_WINDOW = 50
/** A password manager or an input method dispatches an event now and then; a script all of them. */
const SYNTHETIC_SHARE = 0.5
/** A hand holds a key for 60 to 140 ms, and differs from itself by 10 ms and more. */
const LEAST_DEVIATION_MS = 3

/**
 * Signs in the latest inputs of a page: most of them dispatched by a script, or all held down for the same
 * time.
 *
 * @param inputs oldest first
 * @source domain rules 7.6 (synthetic events; no pointer or keyboard variance)
 */
export function inputSigns(inputs: readonly PageInput[]): InputSign[] {
  const signs: InputSign[] = []
  const recent = inputs.slice(-INPUT_WINDOW)
  if (recent.length < INPUT_WINDOW) return signs
  const synthetic = recent.filter(({ isTrusted }) => !isTrusted).length
  if (synthetic >= SYNTHETIC_SHARE * INPUT_WINDOW) signs.push('synthetic')
  const held = recent.flatMap(({ heldMs }) => heldMs ?? [])
  if (held.length >= SYNTHETIC_SHARE * INPUT_WINDOW && (sdOf(held) ?? 0) < LEAST_DEVIATION_MS)
    signs.push('uniform')
  return signs
}
