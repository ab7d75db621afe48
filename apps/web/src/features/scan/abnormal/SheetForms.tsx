import { InputGroup } from '@blueprintjs/core'
import { abnormalMarkSpecial, abnormalSendBack } from '@hengjuan/contracts'
import { ActDialog } from '@hengjuan/ui'
import { useState } from 'react'
import css from './abnormal.module.css'
import { TagDialog } from './TagDialog.tsx'
import type { Abnormal, AbnormalSheet } from './use-abnormal.ts'
import type { Asking } from './SheetMenu.tsx'

function SpecialDialog(props: {
  isPending: boolean
  onConfirm: (note: string) => void
  onClose: () => void
}) {
  const [note, setNote] = useState('')
  return (
    <ActDialog
      title="标为特殊试卷"
      submitText="标为特殊试卷"
      refusal={note.trim() === '' ? '请写明这份试卷为什么特殊' : null}
      isPending={props.isPending}
      onSubmit={() => props.onConfirm(note.trim())}
      onClose={props.onClose}
    >
      <p className={css['effect']}>试卷会列在「特殊试卷」里，阅卷不受影响。</p>
      <InputGroup
        autoFocus
        aria-label="特殊的原因"
        placeholder="例如：使用盲文作答"
        maxLength={200}
        value={note}
        onValueChange={setNote}
      />
    </ActDialog>
  )
}

/** Why a paper is special, and which blocks are sent back. */
export function SheetForms(props: {
  abnormal: Abnormal
  sheet: AbnormalSheet
  asking: Asking | null
  /** Blocks that could be sent back. */
  rest: AbnormalSheet['blocks']
  onClose: () => void
}) {
  const { abnormal, sheet, asking } = props
  const { at, run, pending } = abnormal
  const person = { ...at, candidate_id: sheet.candidate.candidate_id }
  const done = async (promise: Promise<unknown>) => {
    if ((await promise) !== null) props.onClose()
  }
  return (
    <>
      {asking === 'special' && (
        <SpecialDialog
          isPending={pending}
          onConfirm={(note) =>
            void done(
              run(abnormalMarkSpecial, { body: { ...person, special: 1, note } }, '已标为特殊试卷'),
            )
          }
          onClose={props.onClose}
        />
      )}
      {asking === 'back' && (
        <TagDialog
          title="退回切图"
          confirmText="退回题块"
          effect="退回的题块暂停评阅，直到重新送阅；图像没有变的保留已有评阅。"
          tag="wrong_crop"
          note=""
          blocks={props.rest}
          isPending={pending}
          onConfirm={({ tag, note, blockIds }) =>
            void done(
              run(
                abnormalSendBack,
                { body: { ...person, block_ids: blockIds, tag, note } },
                ({ blocks }) => `${blocks} 个题块已退回切图`,
              ),
            )
          }
          onClose={props.onClose}
        />
      )}
    </>
  )
}
