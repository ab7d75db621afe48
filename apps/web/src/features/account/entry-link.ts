/** What somebody was sent here with, taken out of the address. */
export type Entry =
  | { kind: 'partner'; token: string; userId?: string; schoolId?: string; userName?: string }
  | { kind: 'oidc'; code: string; state: string; iss?: string }
  | { kind: 'refused' }

interface TakenEntry {
  entry: Entry | null
  /** The address without it, and to the exception page where `error_handle` says so. */
  address: string
}

const LINK_NAMES = ['user_id', 'token', 'school_id', 'user_name'] as const
const OIDC_NAMES = ['code', 'state', 'iss', 'session_state', 'error', 'error_description'] as const
const HANDLE_NAMES = ['error_handle', 'subject_id', 'exam_id'] as const

/**
 * Reads an entry link: what proves something leaves the address at once, so that it is in no history and no log.
 *
 * @source specification, section 2 (navigation guard); platform 3.2
 */
export function entryIn(href: string): TakenEntry {
  const url = new URL(href)
  const { searchParams: query } = url
  const entry = entryOf(url)
  const named = (name: string) => query.get(name) ?? ''
  const isId = (name: string) => /^\d{1,9}$/.test(named(name))
  const handles = query.has('error_handle') && isId('subject_id') && isId('exam_id')
  const target = handles
    ? `/MainPage/exam-manage/scan-error-handle/${named('subject_id')}/all/0/0/0?exam_id=${named('exam_id')}`
    : null
  if (entry?.kind === 'partner') for (const name of LINK_NAMES) query.delete(name)
  else if (entry) for (const name of OIDC_NAMES) query.delete(name)
  if (handles) for (const name of HANDLE_NAMES) query.delete(name)
  return { entry, address: target ?? url.pathname + url.search + url.hash }
}

function entryOf({ pathname, searchParams: query }: URL): Entry | null {
  const token = query.get('token')
  if (token) {
    const [userId, schoolId, userName] = ['user_id', 'school_id', 'user_name'].map(
      (name) => query.get(name) || undefined,
    )
    return {
      kind: 'partner',
      token,
      ...(userId === undefined ? {} : { userId }),
      ...(schoolId === undefined ? {} : { schoolId }),
      ...(userName === undefined ? {} : { userName }),
    }
  }
  if (!/^\/Login\/?$/i.test(pathname) || !query.has('state')) return null
  const [code, state, iss] = [query.get('code'), query.get('state'), query.get('iss')]
  if (!code || !state) return { kind: 'refused' }
  return { kind: 'oidc', code, state, ...(iss ? { iss } : {}) }
}
