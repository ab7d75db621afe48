import { keepHere } from '@hengjuan/ui'
import { create } from 'zustand'

const STORAGE_KEY = 'examination_nav_collapsed'

/** Whether the navigation shows icons only; remembered on this computer. */
export const useNavState = create<{
  isCollapsed: boolean
  toggle: () => void
  /** On a phone it lies over the page on whose path it was opened, until another is chosen. */
  openedAt: string | null
  open: (at: string | null) => void
}>((set, get) => ({
  isCollapsed: localStorage.getItem(STORAGE_KEY) === '1',
  toggle: () => {
    const isCollapsed = !get().isCollapsed
    keepHere(STORAGE_KEY, isCollapsed ? '1' : '0')
    set({ isCollapsed })
  },
  openedAt: null,
  open: (openedAt) => set({ openedAt }),
}))
