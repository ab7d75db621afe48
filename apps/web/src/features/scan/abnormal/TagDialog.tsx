import { Checkbox, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import type { abnormalSendBack, InputOf } from '@hengjuan/contracts'
import { ABNORMAL_TAGS } from '@hengjuan/domain'
import { ActDialog } from '@hengjuan/ui'
import { useState } from 'react'
import css from './abnormal.module.css'

type Tag = InputOf<typeof abnormalSendBack>['body']['tag']

const NOTE_LENGTH = 200

/** Why answers need handling: a tag and words; where blocks are sent back, which of them. */
export function TagDialog(props: {
  title: string
  confirmText: string
  /** What follows from it. */
  effect?: string
  tag: string
  note: string
  /** To choose from; absent where the block is known. */
  blocks?: readonly { block_id: number; block_name: string; readings: number }[]
  isPending: boolean
  onConfirm: (given: { tag: Tag; note: string; blockIds: number[] }) => void
  onClose: () => void
}) {
  const [tag, setTag] = useState(props.tag)
  const [note, setNote] = useState(props.note)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const isUnchosen = props.blocks !== undefined && chosen.length === 0
  return (
    <ActDialog
      title={props.title}
      submitText={props.confirmText}
      refusal={isUnchosen ? '请先勾选要退回的题块' : null}
      isPending={props.isPending}
      onSubmit={() =>
        props.onConfirm({ tag: tag as Tag, note: note.trim(), blockIds: [...chosen] })
      }
      onClose={props.onClose}
    >
      {props.effect && <p className={css['effect']}>{props.effect}</p>}
      {props.blocks && (
        <FormGroup label="题块">
          {props.blocks.map(({ block_id, block_name, readings }) => (
            <Checkbox
              key={block_id}
              checked={chosen.includes(block_id)}
              label={readings > 0 ? `${block_name}（已有 ${readings} 次评阅）` : block_name}
              onChange={() =>
                setChosen((before) =>
                  before.includes(block_id)
                    ? before.filter((id) => id !== block_id)
                    : [...before, block_id],
                )
              }
            />
          ))}
        </FormGroup>
      )}
      <FormGroup label="标签">
        <HTMLSelect
          fill
          aria-label="标签"
          value={tag}
          onChange={({ currentTarget }) => setTag(currentTarget.value)}
          options={Object.entries(ABNORMAL_TAGS).map(([value, label]) => ({ value, label }))}
        />
      </FormGroup>
      <FormGroup label="说明">
        <InputGroup
          aria-label="说明"
          maxLength={NOTE_LENGTH}
          placeholder="例如：下半部分没有切进来"
          value={note}
          onValueChange={setNote}
        />
      </FormGroup>
    </ActDialog>
  )
}
