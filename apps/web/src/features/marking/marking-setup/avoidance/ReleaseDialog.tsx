import { Checkbox, InputGroup, Radio, RadioGroup } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { type ReplyOf, stuckSet } from '@hengjuan/contracts'
import { ActDialog } from '@hengjuan/ui'
import { useState } from 'react'
import { useTyped } from '../../../../session/typed.ts'
import css from './avoidance.module.css'
import { choicesFor, rulesText, type StuckPaper } from './release-options.ts'

const MOST_REASON = 200
/** Most teachers that are named one by one. */
const NAMED = 6

/** Asks which rule is relaxed for the ticked papers, and why; relatives only with a second word. */
export function ReleaseDialog(props: {
  blockId: number
  papers: readonly StuckPaper[]
  onDone: (reply: ReplyOf<typeof stuckSet>) => void
  onClose: () => void
}) {
  const choices = choicesFor(props.papers)
  const [at, setAt] = useState(0)
  const [reason, setReason] = useTyped(`release ${props.blockId}`)
  const [isConfirmed, setConfirmed] = useState(false)
  const release = useCall(stuckSet, {
    onSuccess: (reply) => {
      setReason('')
      props.onDone(reply)
    },
  })
  const choice = choices[at]
  const isRelative = choice?.rules.includes('relative') ?? false
  const refusal =
    reason.trim() === ''
      ? '请写明原因，操作记录中会保留'
      : isRelative && !isConfirmed
        ? '请确认亲属可以评阅'
        : null
  const send = () =>
    choice &&
    release.mutate({
      body: {
        block_id: props.blockId,
        action: 'release',
        unit_ids: choice.unitIds,
        rules: choice.rules,
        reason: reason.trim(),
        ...(isRelative ? { confirm_relative: 1 } : {}),
      },
    })
  return (
    <ActDialog
      title={`放开 ${props.papers.length} 份无人可阅的试卷`}
      width={640}
      submitText={`放开 ${choice?.unitIds.length ?? 0} 份`}
      submitsOnEnter
      refusal={refusal}
      isPending={release.isPending}
      error={release.error}
      onSubmit={send}
      onClose={props.onClose}
    >
      <RadioGroup
        label="放开哪种回避（只对这些试卷）"
        selectedValue={at}
        onChange={({ currentTarget }) => {
          setAt(Number(currentTarget.value))
          setConfirmed(false)
        }}
      >
        {choices.map(({ rules, unitIds, markers }, index) => (
          <Radio key={rules.join(' ')} value={index}>
            {rulesText(rules)}，{unitIds.length} 份
            <small className={css['who']}>可由 {namesText(markers)} 评阅</small>
          </Radio>
        ))}
      </RadioGroup>
      {isRelative && (
        <Checkbox
          checked={isConfirmed}
          onChange={({ currentTarget }) => setConfirmed(currentTarget.checked)}
          label="我确认：没有其他办法，由考生的亲属评阅这些试卷"
        />
      )}
      <div className={css['reason']}>
        <span>原因</span>
        <InputGroup
          fill
          autoFocus
          aria-label="原因"
          maxLength={MOST_REASON}
          placeholder="例如：全校只有两位物理教师，都任教本班"
          value={reason}
          onValueChange={setReason}
        />
      </div>
    </ActDialog>
  )
}

const namesText = (names: readonly string[]): string =>
  names.length > NAMED
    ? `${names.slice(0, NAMED).join('、')} 等 ${names.length} 名教师`
    : names.join('、')
