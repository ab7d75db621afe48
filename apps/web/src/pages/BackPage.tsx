import { Navigate, useSearchParams } from 'react-router'
import { returnAddress } from '../session/session-guard.ts'

/** `/back?from=`: where other systems send people back to; goes on to an address of this site, or home. */
export function BackPage() {
  const [search] = useSearchParams()
  return <Navigate replace to={returnAddress(search.get('from'))} />
}
