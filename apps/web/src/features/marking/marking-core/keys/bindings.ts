import { createContext, use } from 'react'
import { type KeyBindings, NO_KEYS } from './key-profile.ts'

const Bindings = createContext(NO_KEYS)

/** Gives the keys of a page to all that says them on it. */
export const BindingsOn = Bindings.Provider

/** The keys of the page around; none where it has none. */
export const useBindings = (): KeyBindings => use(Bindings)
