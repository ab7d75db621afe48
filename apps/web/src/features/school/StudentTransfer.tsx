import { Button } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { studentTransfer } from '@hengjuan/contracts'
import { Time, toast } from '@hengjuan/ui'
import css from './school.module.css'
import { useRefreshSchool } from './use-school.ts'
import type { Detail } from './StudentDrawer.tsx'

export function StudentTransfer({ transfer }: { transfer: NonNullable<Detail['transfer']> }) {
  const refresh = useRefreshSchool()
  const undo = useCall(studentTransfer, {
    onSuccess: () => {
      toast.done('已撤销转学')
      return refresh()
    },
    onError: (error) => toast.error(error),
  })
  const { direction, school_name: school, code } = transfer
  return (
    <p>
      {direction === 'in'
        ? `由 ${school ?? '其他学校'} 转入`
        : transfer.taken_at === null
          ? '已办理转出，等待对方学校接收'
          : `已转到 ${school ?? '其他学校'}`}
      {code !== null && (
        <>
          ，转学码 <span className={css['code']}>{code}</span>
        </>
      )}
      （<Time at={transfer.taken_at ?? transfer.at} />）
      {transfer.can_undo && (
        <Button
          size="small"
          loading={undo.isPending}
          onClick={() =>
            undo.mutate({ body: { action: 'undo', transfer_id: transfer.transfer_id } })
          }
        >
          撤销转学
        </Button>
      )}
    </p>
  )
}
