import { useRoute } from '@hengjuan/client/react'
import { allocationGet, markingStaff } from '@hengjuan/contracts'
import { Pending } from '@hengjuan/ui'
import { ChangeMarkerEditor } from './ChangeMarkerEditor.tsx'

/** Replaces markers of a block and shares the rest of the work anew; nobody's finished work is lost. */
export function ChangeMarker(props: { blockId: number; mayChange: boolean }) {
  const allocation = useRoute(
    allocationGet,
    { query: { block_id: props.blockId } },
    { staleTime: 0 },
  )
  const staff = useRoute(markingStaff, { query: { block_id: props.blockId } })
  const error = allocation.error ?? staff.error
  const refetch = () => Promise.all([allocation.refetch(), staff.refetch()])
  if (!allocation.data || !staff.data)
    return <Pending size="large" error={error} refetch={refetch} lines={8} />
  return (
    <ChangeMarkerEditor
      key={allocation.data.block_id}
      allocation={allocation.data}
      staff={staff.data.map((one) => ({
        id: one.user_id,
        name: one.name,
        school: one.school_name,
        schoolId: one.school_id,
        mayMark: one.may_mark === 1,
      }))}
      mayChange={props.mayChange}
    />
  )
}
