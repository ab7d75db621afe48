/** Keys of a Chinese keyboard that stand where others have the sign that is meant. */
const SAME: Readonly<Record<string, string>> = {
  ' ': 'Space',
  '=': '+',
  '。': '.',
  '【': '[',
  '】': ']',
  '、': '/',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
}

/** Keys that mean nothing by themselves. */
const MODIFIERS: readonly string[] = ['Control', 'Shift', 'Alt', 'Meta', 'CapsLock', 'Dead']

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * A pressed key as it is written in a key map: `F`, `Shift+F`, `Ctrl+Z`, `↓`, `?`. An input method that
 * swallows the key is seen through. Null for a key that is no key of its own.
 */
export function keyName(event: Pressed): string | null {
  const onPad = numberPad(event)
  if (onPad !== null) return [...heldBefore(event), onPad].join('+')
  const digit = shiftedDigit(event)
  if (digit !== null) return [...heldBefore(event), 'Shift', digit].join('+')
  // With Alt some systems type another sign; the key itself is meant.
  const isHidden =
    event.key === 'Process' || (event.altKey && lettersAndDigits(event.code) !== null)
  // A keyboard that types full width means the same signs.
  const key = isHidden ? fromCode(event.code, event.shiftKey) : event.key.normalize('NFKC')
  if (key === null || MODIFIERS.includes(key)) return null
  const name = SAME[key] ?? (key.length === 1 ? key.toUpperCase() : key)
  // Shift is part of a sign like ? already; for letters and named keys it is said.
  const isShifted =
    event.shiftKey && (/^[A-Z]$/.test(name) || name.length > 1 || /[↑↓←→]/.test(name))
  return [...heldBefore(event), ...(isShifted ? ['Shift'] : []), name].join('+')
}

const heldBefore = ({ ctrlKey, metaKey, altKey }: Pressed): string[] => [
  ...(ctrlKey || metaKey ? ['Ctrl'] : []),
  ...(altKey ? ['Alt'] : []),
]

/** A digit or a point of the number pad, which with NumLock off would be an arrow or Delete: scores are typed there. */
function numberPad({ key, code }: Pressed): string | null {
  if (code === 'NumpadDecimal') return key === 'Delete' ? '.' : null
  return /^Numpad(\d)$/.exec(code)?.[1] ?? null
}

/** A digit with Shift, whatever sign it types; null where it types the digit, as on a French keyboard. */
function shiftedDigit({ key, code, shiftKey }: Pressed): string | null {
  if (!shiftKey || /^\d$/.test(key)) return null
  return /^Digit(\d)$/.exec(code)?.[1] ?? null
}

function lettersAndDigits(code: string): string | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return letter ?? /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? null
}

/** Where the signs of a key map lie; what they are with Shift, where that is another sign of it. */
const SIGNS: Readonly<Record<string, readonly [plain: string, shifted?: string]>> = {
  Period: ['.'],
  NumpadDecimal: ['.'],
  Semicolon: [';'],
  BracketLeft: ['['],
  BracketRight: [']'],
  Slash: ['/', '?'],
  NumpadDivide: ['/', '/'],
  Minus: ['-'],
  NumpadSubtract: ['-', '-'],
  Equal: ['+', '+'],
  NumpadAdd: ['+', '+'],
}

/** The key that an input method swallowed, by where it lies. */
function fromCode(code: string, isShifted: boolean): string | null {
  const [plain = null, shifted = null] = SIGNS[code] ?? []
  return lettersAndDigits(code) ?? (isShifted ? shifted : plain)
}

/** One letter without Ctrl or Alt: switched off for those who dictate or rest a hand on the keys. */
export const isLetterKey = (name: string): boolean => /^(?:Shift\+)?[A-Z]$/.test(name)

/** Digits and what belongs to them are scores, always. */
export const isScoreKey = (name: string): boolean => /^[\d.;]$/.test(name)
