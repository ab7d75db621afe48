import { Classes } from '@blueprintjs/core'
import { useSyncExternalStore } from 'react'
import { keepHere } from '../storage/keep-here.ts'

/** Light, dark, and 护眼: a warm paper tone for pages and scans. */
export const THEMES = { light: '浅色', dark: '深色', paper: '护眼' } as const
export type Theme = keyof typeof THEMES

const STORAGE_KEY = 'examination_theme'
const watchers = new Set<() => void>()

const isTheme = (value: string | null): value is Theme =>
  value !== null && Object.hasOwn(THEMES, value)

/** What was chosen since the page was loaded: it holds also where the browser keeps nothing. */
let chosen: Theme | null = null

/** While the page is drawn for paper. */
let isOnPaper = false

/** The theme chosen on this computer; light until one is chosen. */
export function currentTheme(): Theme {
  if (chosen !== null) return chosen
  const stored = localStorage.getItem(STORAGE_KEY)
  return isTheme(stored) ? stored : 'light'
}

/** Puts the theme on the page. Call once before the first render. */
export function applyTheme(theme: Theme = shownTheme()): void {
  document.documentElement.dataset['theme'] = theme
  // On the body, so that dialogs and menus in portals follow.
  document.body.classList.toggle(Classes.DARK, theme === 'dark')
}

const shownTheme = (): Theme => (isOnPaper ? 'light' : currentTheme())

function show(): void {
  applyTheme()
  for (const tell of watchers) tell()
}

/** Changes the theme and remembers it. */
export function chooseTheme(theme: Theme): void {
  chosen = theme
  keepHere(STORAGE_KEY, theme)
  show()
}

/** Paper is light whatever was chosen; what the style sheet for paper says holds meanwhile. */
export function setOnPaper(next: boolean): void {
  if (isOnPaper === next) return
  isOnPaper = next
  document.documentElement.toggleAttribute('data-paper', next)
  show()
}

const watch = (tell: () => void) => {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

/** The theme on screen; re-renders when it changes. Canvas drawings need it, CSS does not. */
export const useTheme = (): Theme => useSyncExternalStore(watch, shownTheme)
