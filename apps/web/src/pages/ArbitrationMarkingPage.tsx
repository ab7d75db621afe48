import { useSearchParams } from 'react-router'
import { LeaderDesk } from '../features/marking/index.ts'
import { useMay, useSession } from '../session/session-store.ts'

/** `/MainPage/markPaper/markPage/arbitration-marking?mode=&unit_id=`: decides one paper after another. */
export function ArbitrationMarkingPage() {
  const [search] = useSearchParams()
  const { user_id } = useSession()
  const maySeeSet = useMay('marking.supervise')
  const mode = search.get('mode') === 'problem' ? 'problem' : 'arbitration'
  const unitId = Number(search.get('unit_id')) || null
  return (
    <LeaderDesk
      key={`${mode} ${unitId}`}
      mode={mode}
      unitId={unitId}
      userId={user_id}
      maySeeSet={maySeeSet}
    />
  )
}
