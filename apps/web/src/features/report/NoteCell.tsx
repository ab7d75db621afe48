import { Button, Popover, TextArea } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { type CriticalRow, reportNote } from '@hengjuan/contracts'
import { toast } from '@hengjuan/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import css from './report.module.css'

const MOST = 200

/** What one notes for oneself about a student: written where the list is read. @source reports P11 */
export function NoteCell({ examId, row }: { examId: number; row: CriticalRow }) {
  const [typed, setTyped] = useState<string | null>(null)
  const { call } = useCaller()
  const client = useQueryClient()
  const save = useMutation<{ text: string }, CallError, string>({
    mutationFn: (text) =>
      call(reportNote, { body: { exam_id: examId, candidate_id: row.candidate_id, text } }),
    onSuccess: () => {
      setTyped(null)
      void client.invalidateQueries()
    },
    onError: (error) => toast.error(error),
  })
  return (
    <Popover
      isOpen={typed !== null}
      onClose={() => setTyped(null)}
      placement="left"
      content={
        <div className={css['noteForm']}>
          <TextArea
            autoFocus
            value={typed ?? ''}
            maxLength={MOST}
            rows={4}
            fill
            aria-label={`给${row.student_name}的备注`}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <p className={css['quiet']}>只有您自己看得到；清空即删除。</p>
          <Button
            intent="primary"
            loading={save.isPending}
            onClick={() => save.mutate(typed ?? '')}
            text="保存"
          />
        </div>
      }
    >
      <button
        type="button"
        className={css['noteCell']}
        title={row.note || '写备注'}
        onClick={(event) => {
          event.stopPropagation()
          setTyped(row.note)
        }}
      >
        {row.note || <span className={css['faint']}>写备注</span>}
      </button>
    </Popover>
  )
}
