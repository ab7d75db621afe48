import { Button, Dialog, DialogBody } from '@blueprintjs/core'
import { candidatesOfSubject } from '@hengjuan/contracts'
import { useCaller } from '@hengjuan/client/react'
import { CandidatePicker } from '@hengjuan/scan-review'
import { toast } from '@hengjuan/ui'
import { useCallback, useState } from 'react'
import type { ExamSubject } from '../use-decisions.ts'
import css from './abnormal.module.css'

const LISTED = 30

/** Opens the paper of any candidate, for instance to send its blocks back. */
export function FindPaper(props: { at: ExamSubject; onFound: (candidateId: number) => void }) {
  const { call } = useCaller()
  const [isOpen, setOpen] = useState(false)
  const { at } = props
  const find = useCallback(
    async (keyword: string) =>
      (await call(candidatesOfSubject, { query: { ...at, all: 1, keyword, limit: LISTED } })).list,
    [call, at],
  )
  return (
    <>
      <Button onClick={() => setOpen(true)}>退回试卷</Button>
      <Dialog isOpen={isOpen} title="退回试卷" onClose={() => setOpen(false)}>
        <DialogBody>
          <p className={css['effect']}>查找考生并打开试卷，再在「更多」里选择要退回的题块。</p>
          <CandidatePicker
            find={find}
            proposals={[]}
            autoFocus
            onPick={({ candidate_id, name, sheets }) => {
              if (sheets === 0) {
                toast.warn(`${name} 没有答题卡，不能退回，请先补扫`)
                return
              }
              setOpen(false)
              props.onFound(Number(candidate_id))
            }}
          />
        </DialogBody>
      </Dialog>
    </>
  )
}
