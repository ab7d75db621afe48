import { useRoute } from '@hengjuan/client/react'
import { allocationGet, markingStaff } from '@hengjuan/contracts'
import { Pending, SideDrawer, SkeletonLines } from '@hengjuan/ui'
import { useState } from 'react'
import { AllocationEditor } from './AllocationEditor.tsx'

/** Who marks and who arbitrates a block, and how the work is shared; checked while it is typed. */
export function AllocationDrawer(props: {
  blockId: number | null
  title: string
  mayChange: boolean
  onClose: () => void
}) {
  const { blockId } = props
  const [openings, setOpenings] = useState(0)
  // Opened again while it slides out, it would be the form that was left.
  const onClose = () => {
    setOpenings((now) => now + 1)
    props.onClose()
  }
  return (
    <SideDrawer
      isOpen={blockId !== null}
      onClose={onClose}
      title={props.title}
      size="720px"
      hasBackdrop
    >
      {blockId !== null && (
        <AllocationForm
          key={`${openings} ${blockId}`}
          blockId={blockId}
          mayChange={props.mayChange}
          onClose={onClose}
        />
      )}
    </SideDrawer>
  )
}

function AllocationForm(props: { blockId: number; mayChange: boolean; onClose: () => void }) {
  const allocation = useRoute(
    allocationGet,
    { query: { block_id: props.blockId } },
    { staleTime: 0, gcTime: 0 },
  )
  const staff = useRoute(markingStaff, { query: { block_id: props.blockId } })
  const [loads, setLoads] = useState(0)
  const error = allocation.error ?? staff.error
  const refetch = () => Promise.all([allocation.refetch(), staff.refetch()])
  if (!allocation.data || !staff.data) return <Pending error={error} refetch={refetch} inset />
  // Read again behind what is being typed: what is typed stays.
  if (!allocation.isFetchedAfterMount) return <SkeletonLines inset />
  return (
    <AllocationEditor
      key={loads}
      {...props}
      latest={allocation.data}
      staff={staff.data}
      onReload={() => setLoads(loads + 1)}
    />
  )
}
