import type { Menu, Permission } from '@hengjuan/domain'
import { type ComponentType, createContext, useContext } from 'react'

/**
 * What surrounds a page: `main` navigation and header; `fill` the same, but the page gets exactly the
 * height that is left and scrolls inside; `plain` the header without navigation; `bare` nothing.
 */
export type Frame = 'main' | 'fill' | 'plain' | 'bare'

/** A page of the specification's list. Everything about reaching it is said here. */
export interface Page {
  path: string
  title: string
  load: () => Promise<ComponentType>
  /**
   * `open` needs no session; `signedIn` any role; otherwise the permission that it takes, or several of which one
   * is enough.
   */
  access: Permission | readonly Permission[] | 'signedIn' | 'open'
  /** Where whoever is not signed in goes in place of Login, from an address of this page. */
  strangersGo?: (path: string) => string
  /** `main` unless said otherwise. */
  frame?: Frame
  /** Its place in the navigation; `to` fills the parameters of the path. Pages of one menu share an entry. */
  menu?: { item: Menu; to?: string }
  /** Path of the page above it, for breadcrumbs and for the lit entry of the navigation. */
  parent?: string
}

/** The permissions of which one opens a page; none for a page that asks for no permission. */
export const permissionsOfPage = ({ access }: Page): readonly Permission[] =>
  access === 'open' || access === 'signedIn' ? [] : typeof access === 'string' ? [access] : access

/** The table of pages, for pages that list others: they cannot import the table that loads them. */
export const PagesContext = createContext<readonly Page[]>([])

export const usePages = (): readonly Page[] => useContext(PagesContext)
