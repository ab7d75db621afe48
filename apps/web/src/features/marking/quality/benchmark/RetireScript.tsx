import { Button } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { benchmarkScriptSet } from '@hengjuan/contracts'
import { ConfirmDialog, toast } from '@hengjuan/ui'
import { useState } from 'react'
import type { Script } from './Benchmarks.tsx'
import css from './quality.module.css'

/** Takes a script out of use, once it was asked for. */
export function RetireScript(props: { blockId: number; script: Script; onDone: () => void }) {
  const { blockId, script } = props
  const [isAsking, setIsAsking] = useState(false)
  const retire = useCall(benchmarkScriptSet, {
    onSuccess: () => {
      setIsAsking(false)
      toast.done('已停用')
      props.onDone()
    },
  })
  return (
    <div className={css['actions']}>
      <Button variant="minimal" intent="danger" onClick={() => setIsAsking(true)}>
        停用这份标准卷…
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`停用标准卷 ${script.secret_code}`}
        effect={
          script.served > 0
            ? '不再发给阅卷教师；已有教师评过，这份试卷保留标准分。'
            : '这份试卷回到正常阅卷，独立评分保留在记录中。'
        }
        confirmText="停用"
        isPending={retire.isPending}
        error={retire.error}
        onClose={() => {
          setIsAsking(false)
          retire.reset()
        }}
        onConfirm={() =>
          retire.mutate({
            body: { block_id: blockId, script_id: script.script_id, retire: 1 },
          })
        }
      >
        需要时可以从「选取试卷」重新选取。
      </ConfirmDialog>
    </div>
  )
}
