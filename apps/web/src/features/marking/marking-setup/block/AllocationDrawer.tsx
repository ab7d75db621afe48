import { useRoute } from '@hengjuan/client/react'
import { allocationGet, markingStaff } from '@hengjuan/contracts'
import { ErrorState, SideDrawer, SkeletonLines } from '@hengjuan/ui'
import { useState } from 'react'
import { AllocationEditor } from './AllocationEditor.tsx'
import css from './setup.module.css'

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
  // Read again behind what is being typed: what is typed stays.
  if (error && !(allocation.data && staff.data))
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          void allocation.refetch()
          void staff.refetch()
        }}
      />
    )
  if (!allocation.data || !staff.data || !allocation.isFetchedAfterMount)
    return (
      <div className={css['drawer']}>
        <SkeletonLines lines={6} />
      </div>
    )
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
