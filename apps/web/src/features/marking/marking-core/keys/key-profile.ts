import type { InputOf, markingKeysSet } from '@hengjuan/contracts'
import { ACTION_TITLES, type DeskAction } from './desk-actions.ts'
import { isLetterKey, isScoreKey } from './key-name.ts'

/** The keys of every action; an action may have none. */
export type KeyBindings = Readonly<Record<DeskAction, readonly string[]>>

const DEFAULT_KEYS: KeyBindings = {
  submit: ['Enter'],
  full: ['F'],
  fullAll: ['Shift+F'],
  zero: ['X'],
  zeroAll: ['Shift+X'],
  up: ['↑', 'Shift+Tab'],
  down: ['↓', 'Tab'],
  clear: ['Backspace'],
  clearAll: ['Esc'],
  blank: ['B'],
  previous: ['[', 'PageUp'],
  takeBack: ['Z'],
  next: [']', 'PageDown'],
  undo: ['Ctrl+Z'],
  redo: ['Ctrl+Y', 'Ctrl+Shift+Z'],
  submitExcellent: ['Ctrl+Enter'],
  excellent: ['E'],
  typical: ['T'],
  typicalMistake: ['Shift+T'],
  doubtful: ['D'],
  flagNote: ['I'],
  problem: ['Q'],
  message: ['M'],
  rubric: ['S'],
  whole: ['W'],
  view: ['V'],
  left: ['←'],
  right: ['→'],
  search: ['/'],
  zoomIn: ['+'],
  zoomOut: ['-'],
  fitWidth: ['Ctrl+0'],
  rotate: ['R'],
  contrast: ['Shift+C'],
  beside: ['Y'],
  words: ['N'],
  scrollDown: ['Space'],
  scrollUp: ['Shift+Space'],
  pen: ['P'],
  tick: ['H'],
  cross: ['O'],
  half: ['L'],
  text: ['A'],
  stamp: ['G'],
  eraser: ['C'],
  help: ['?'],
  takeFirst: ['Alt+1'],
  takeSecond: ['Alt+2'],
  takeThird: ['Alt+3'],
  takeMean: ['Alt+0'],
  handBack: ['J'],
  handBackSame: ['Shift+J'],
  benchmark: ['K'],
  noMark: ['U'],
  entryA: ['Shift+1'],
  entryB: ['Shift+2'],
  entryC: ['Shift+3'],
  entryD: ['Shift+4'],
  entryE: ['Shift+5'],
  entryF: ['Shift+6'],
  entryG: ['Shift+7'],
  entryH: ['Shift+8'],
  entryI: ['Shift+9'],
  entryJ: ['Shift+0'],
  entryK: ['Shift+Q'],
  entryL: ['Shift+W'],
  entryM: ['Shift+E'],
  entryN: ['Shift+R'],
  entryO: ['Shift+Y'],
  entryP: ['Shift+U'],
  entryQ: ['Shift+I'],
  entryR: ['Shift+O'],
  entryS: ['Shift+P'],
  entryT: ['Shift+A'],
}

/** Of a page on which no key acts. */
export const NO_KEYS = Object.fromEntries(
  Object.keys(DEFAULT_KEYS).map((action) => [action, []]),
) as unknown as KeyBindings

export const KEY_PROFILES = {
  default: { name: '默认', keys: DEFAULT_KEYS },
  /** `]` hands in, as on 云阅卷. */
  cloud: {
    name: '云阅卷习惯',
    keys: { ...DEFAULT_KEYS, submit: ['Enter', ']'], next: ['PageDown'] },
  },
  /** Enter hands in; H and L walk papers, J and K points. */
  crowdmark: {
    name: 'Crowdmark 习惯',
    keys: {
      ...DEFAULT_KEYS,
      previous: ['H', '[', 'PageUp'],
      next: ['L', ']', 'PageDown'],
      down: ['J', '↓', 'Tab'],
      up: ['K', '↑', 'Shift+Tab'],
      tick: ['Shift+H'],
      half: ['Shift+L'],
      handBack: ['Shift+J'],
      handBackSame: ['Alt+J'],
      benchmark: ['Shift+K'],
    },
  },
} as const satisfies Record<string, { name: string; keys: KeyBindings }>

export type KeyProfileName = keyof typeof KEY_PROFILES

/** What a person set: a ready-made profile, own keys on top of it, and whether single letters act. */
export interface KeyChoice {
  profile: KeyProfileName
  changes: Partial<Record<DeskAction, readonly string[]>>
  lettersOff: boolean
}

export const DEFAULT_CHOICE: KeyChoice = { profile: 'default', changes: {}, lettersOff: false }

export const bindingsOf = ({ profile, changes }: KeyChoice): KeyBindings => ({
  ...KEY_PROFILES[profile].keys,
  ...changes,
})

/** The same without single letters, where these are turned off. */
export function actingBindings(choice: KeyChoice): KeyBindings {
  const bindings = bindingsOf(choice)
  if (!choice.lettersOff) return bindings
  return Object.fromEntries(
    Object.entries(bindings).map(([action, keys]) => [
      action,
      keys.filter((key) => !isLetterKey(key)),
    ]),
  ) as unknown as KeyBindings
}

/** The action of every key. */
export const actionsByKey = (bindings: KeyBindings): ReadonlyMap<string, DeskAction> =>
  new Map(
    Object.entries(bindings).flatMap(([action, keys]) =>
      keys.map((key) => [key, action as DeskAction] as const),
    ),
  )

/**
 * Gives an action another key. A key that something else has is not taken away from it.
 *
 * @returns the new choice, or in Chinese why not
 */
export function remap(choice: KeyChoice, action: DeskAction, key: string): KeyChoice | string {
  if (isScoreKey(key)) return `「${key}」用来输入分数，请换一个按键`
  const holder = actionsByKey(bindingsOf(choice)).get(key)
  if (holder === action) return choice
  if (holder) return `「${key}」已用于「${ACTION_TITLES[holder]}」，请先更改那一项，或换一个按键`
  return { ...choice, changes: { ...choice.changes, [action]: [key] } }
}

/** Gives an action a key that something else had; that keeps its other keys, if it has any. */
export function takeOver(choice: KeyChoice, action: DeskAction, key: string): KeyChoice {
  const bindings = bindingsOf(choice)
  const holder = actionsByKey(bindings).get(key)
  const left = holder ? { [holder]: bindings[holder].filter((one) => one !== key) } : {}
  return { ...choice, changes: { ...choice.changes, ...left, [action]: [key] } }
}

const isKeys = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length <= 4 &&
  value.every((key) => typeof key === 'string' && key.length <= 24 && !isScoreKey(key))

/** Reads a stored or imported choice; null when it is none. Unknown actions are left out. */
export function parseChoice(text: string): KeyChoice | null {
  try {
    return choiceFrom(JSON.parse(text))
  } catch {
    return null
  }
}

function choiceFrom(value: unknown): KeyChoice | null {
  if (typeof value !== 'object' || value === null || !('profile' in value)) return null
  const { profile } = value
  if (typeof profile !== 'string' || !Object.hasOwn(KEY_PROFILES, profile)) return null
  const changes = 'changes' in value && value.changes instanceof Object ? value.changes : {}
  const choice: KeyChoice = {
    profile: profile as KeyProfileName,
    changes: Object.fromEntries(
      Object.entries(changes).filter(
        ([action, keys]) => Object.hasOwn(ACTION_TITLES, action) && isKeys(keys),
      ),
    ) as KeyChoice['changes'],
    lettersOff: 'lettersOff' in value && value.lettersOff === true,
  }
  const keys = Object.values(bindingsOf(choice)).flat()
  return new Set(keys).size === keys.length ? choice : null
}

type WireChoice = InputOf<typeof markingKeysSet>['body']

export const wireOfChoice = ({ profile, changes, lettersOff }: KeyChoice): WireChoice => ({
  profile,
  letters_off: lettersOff,
  changes: Object.fromEntries(
    Object.entries(changes).map(([action, keys]) => [action, [...(keys ?? [])]]),
  ),
})

/** What the server kept; the usual keys where another version of the page kept what this one does not know. */
export const choiceOfWire = ({ profile, changes, letters_off }: WireChoice): KeyChoice =>
  choiceFrom({ profile, changes, lettersOff: letters_off }) ?? {
    ...DEFAULT_CHOICE,
    lettersOff: letters_off,
  }
