import { useSearchParams } from 'react-router'
import { LeaderDesk } from '../features/marking/index.ts'
import { useSession } from '../session/session-store.ts'

/** `/MainPage/markPaper/markPage/arbitration-marking?mode=&unit_id=&block_id=`: decides one paper after another. */
export function ArbitrationMarkingPage() {
  const [search] = useSearchParams()
  const { user_id } = useSession()
  const mode = search.get('mode') === 'problem' ? 'problem' : 'arbitration'
  const unitId = Number(search.get('unit_id')) || null
  const blockId = Number(search.get('block_id')) || null
  return (
    <LeaderDesk
      key={`${mode} ${blockId}`}
      mode={mode}
      unitId={unitId}
      blockId={blockId}
      userId={user_id}
    />
  )
}
