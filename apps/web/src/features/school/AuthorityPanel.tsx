import { useRoute } from '@hengjuan/client/react'
import { authorityConfig2 } from '@hengjuan/contracts'
import { QueryView } from '@hengjuan/ui'
import { AuthorityMatrix } from './AuthorityMatrix.tsx'

/** What each role sees; a school takes away from what the role has by itself. */
export function AuthorityPanel() {
  const config = useRoute(authorityConfig2, {})
  return (
    <QueryView query={config}>
      {(data) => <AuthorityMatrix key={data.version} config={data} />}
    </QueryView>
  )
}
