import type { useCall } from '@hengjuan/client/react'
import type { blockSettingsGet, blockStatusSet, ReplyOf } from '@hengjuan/contracts'
import { SideDrawer } from '@hengjuan/ui'
import { useState } from 'react'
import { RubricDialog } from '../../marking-messages/rubric/RubricDialog.tsx'
import { AllocationDrawer } from './AllocationDrawer.tsx'
import { ClearDialog } from './ClearDialog.tsx'
import { CopyExamDialog } from './CopyExamDialog.tsx'
import { ImportMarkersDialog } from './ImportMarkersDialog.tsx'
import { OpenDialog } from './OpenDialog.tsx'
import { type AskedStatus, StatusDialog } from './StatusDialog.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import type { SettingsProps } from './use-settings-draft.ts'

/** What is open over the table. */
export type Open =
  | { kind: 'settings'; ids: readonly number[] }
  | { kind: 'markers' | 'rubric' | 'clear' | 'undo'; id: number }
  | { kind: 'status'; action: AskedStatus; id: number }
  | { kind: 'import' | 'open' | 'copy' }
  | null

/** What is open over the table of blocks. */
export function BlockWindows(props: {
  examId: number
  subjectId: number
  mayChange: boolean
  settings: ReplyOf<typeof blockSettingsGet>
  open: Open
  /** Changes the status of a block. */
  act: ReturnType<typeof useCall<typeof blockStatusSet>>
  /** Something was changed, or may have been. */
  onDone: () => void
  onClose: () => void
}) {
  const { settings, open, act } = props
  const { blocks } = settings
  const one = open && 'id' in open ? blocks.find(({ block_id }) => block_id === open.id) : undefined
  return (
    <>
      <SettingsDrawer
        examId={props.examId}
        subjectId={props.subjectId}
        mayChange={props.mayChange}
        all={blocks}
        schools={settings.schools}
        blocks={
          open?.kind === 'settings'
            ? blocks.filter(({ block_id }) => open.ids.includes(block_id))
            : []
        }
        onSaved={props.onDone}
        onClose={props.onClose}
      />
      <AllocationDrawer
        blockId={open?.kind === 'markers' ? open.id : null}
        title={one ? `${one.block_name} · 阅卷教师与任务分配` : ''}
        mayChange={props.mayChange}
        onClose={props.onDone}
      />
      {one && open?.kind === 'rubric' && (
        <RubricDialog blockId={one.block_id} onClose={props.onDone} />
      )}
      {open?.kind === 'import' && (
        <ImportMarkersDialog
          examId={props.examId}
          subjectId={props.subjectId}
          onClose={props.onClose}
        />
      )}
      {open?.kind === 'copy' && (
        <CopyExamDialog
          examId={props.examId}
          subjectId={props.subjectId}
          blocks={blocks}
          first={settings.copied_from?.exam_id ?? null}
          onDone={props.onDone}
          onClose={props.onClose}
        />
      )}
      {open?.kind === 'open' && (
        <OpenDialog examId={props.examId} subjectId={props.subjectId} onClose={props.onClose} />
      )}
      {one && (open?.kind === 'clear' || open?.kind === 'undo') && (
        <ClearDialog
          examId={props.examId}
          block={one}
          action={open.kind}
          onDone={props.onDone}
          onClose={props.onClose}
        />
      )}
      {one && open?.kind === 'status' && (
        <StatusDialog
          block={one}
          action={open.action}
          isPending={act.isPending}
          error={act.error}
          onClose={() => {
            act.reset()
            props.onClose()
          }}
          onConfirm={() => act.mutate({ body: { block_id: one.block_id, action: open.action } })}
        />
      )}
    </>
  )
}

/** Settings of one block, or of several at once; another block's can be taken over. */
function SettingsDrawer(props: Omit<SettingsProps, 'onReload'>) {
  const [loads, setLoads] = useState(0)
  /** The folded part stays open where the form is loaded anew. */
  const [isMoreOpen, setMoreOpen] = useState(false)
  const anew = () => setLoads((now) => now + 1)
  // Opened again while it slides out, it would be the form that was left.
  const leaving = (leave: () => void) => () => {
    anew()
    setMoreOpen(false)
    leave()
  }
  const [onSaved, onClose] = [leaving(props.onSaved), leaving(props.onClose)]
  const { blocks } = props
  return (
    <SideDrawer
      isOpen={blocks.length > 0}
      onClose={onClose}
      size="520px"
      title={
        blocks.length === 1
          ? `${blocks[0]?.block_name} · 阅卷设置`
          : `${blocks.length} 个题块 · 阅卷设置`
      }
    >
      {blocks.length > 0 && (
        <SettingsForm
          key={`${loads} ${blocks.map(({ block_id }) => block_id).join(' ')}`}
          {...props}
          onSaved={onSaved}
          onClose={onClose}
          onReload={anew}
          isMoreOpen={isMoreOpen}
          onMoreOpen={setMoreOpen}
        />
      )}
    </SideDrawer>
  )
}
