import { Button, InputGroup } from '@blueprintjs/core'
import { HistoryIcon, UndoIcon } from '@blueprintjs/icons'
import { CallError } from '@hengjuan/client'
import { useCall } from '@hengjuan/client/react'
import { type InputOf, type ReplyOf, settingSave } from '@hengjuan/contracts'
import { ReasonButton, sentenceOf, Time, toast } from '@hengjuan/ui'
import { type ReactNode, useState } from 'react'
import { SettingHistory } from './SettingHistory.tsx'
import css from './setting.module.css'

export type Reading = ReplyOf<typeof settingSave>
/** The scope that a page sets, as the calls take it. */
export type SettingScopeInput = Pick<
  InputOf<typeof settingSave>['body'],
  'scope' | 'grade_id' | 'exam_id'
>

/**
 * One setting of a page: its fields, where the value comes from, and the ways back. The page holds what was typed and
 * says how it is saved; a reason is asked for here.
 */
export function SettingRow(props: {
  reading: Reading
  at: SettingScopeInput
  /** A line under the name: what follows from it. */
  hint?: ReactNode
  children: ReactNode
  isDirty: boolean
  /** Why what was typed can not be saved; null when it can. */
  problem: string | null
  save: (reason: string) => Promise<unknown>
  discard: () => void
  /** After a value was taken back or an old version taken again. */
  onChanged: (saved: ReplyOf<typeof settingSave>) => void
  /** Tells a version in words, for the list of versions. */
  words: (value: unknown) => string
}) {
  const { reading, at } = props
  const [reason, setReason] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [isSaving, setSaving] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const restore = useCall(settingSave, {
    onSuccess: (saved) => {
      props.onChanged(saved)
      toast.done(`「${reading.label}」已恢复为${saved.source_label}的值`)
    },
    onError: (failed) => toast.error(failed),
  })
  const save = async () => {
    setSaving(true)
    setError(null)
    try {
      await props.save(reason.trim())
      setReason('')
      toast.done(`已保存「${reading.label}」`)
    } catch (failed) {
      setError(failed)
    } finally {
      setSaving(false)
    }
  }
  const isConflict = error instanceof CallError && error.code === 'VERSION_CONFLICT'
  return (
    <section className={css['row']} aria-label={reading.label}>
      <div className={css['label']}>
        {reading.label}
        {props.hint && <small>{props.hint}</small>}
      </div>
      <div className={css['body']}>
        {props.children}
        {props.isDirty && (
          <div className={css['save']}>
            <span className={css['reason']}>
              理由
              <InputGroup
                aria-label="理由"
                value={reason}
                onValueChange={setReason}
                placeholder="会记入版本和操作记录"
                maxLength={200}
              />
            </span>
            <Button variant="minimal" onClick={props.discard}>
              放弃
            </Button>
            <ReasonButton
              intent="primary"
              loading={isSaving}
              reason={props.problem ?? (reason.trim() === '' ? '请填写理由' : null)}
              onClick={() => void save()}
            >
              保存
            </ReasonButton>
          </div>
        )}
        {props.isDirty && props.problem !== null && (
          <p className={css['problem']} role="alert">
            {props.problem}
          </p>
        )}
        {error !== null && (
          <p className={css['problem']} role="alert">
            {sentenceOf(error)}
            {isConflict && `；对方的值：${props.words(reading.value)}。核对后可再次保存。`}
          </p>
        )}
        <div className={css['source']}>
          {reading.own
            ? '本级设置'
            : reading.source === 'default'
              ? '系统默认'
              : `继承自 ${reading.source_label}`}
          {reading.changed_at !== null && (
            <span>
              {reading.changed_by_name} <Time at={reading.changed_at} />
            </span>
          )}
          {reading.own && (
            <Button
              size="small"
              variant="minimal"
              icon={<UndoIcon />}
              loading={restore.isPending}
              title={`恢复后为${reading.inherited.source_label}的值：${props.words(reading.inherited.value)}`}
              onClick={() =>
                restore.mutate({
                  body: {
                    key: reading.key,
                    ...at,
                    version: reading.version,
                    reason: '恢复默认',
                  },
                })
              }
            >
              恢复默认
            </Button>
          )}
          {reading.version > 0 && (
            <Button
              size="small"
              variant="minimal"
              icon={<HistoryIcon />}
              onClick={() => setOpen(true)}
            >
              {reading.version} 个版本
            </Button>
          )}
        </div>
      </div>
      <SettingHistory
        reading={reading}
        at={at}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onChanged={props.onChanged}
        words={props.words}
      />
    </section>
  )
}
