import { Button, Checkbox, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useState } from 'react'
import css from './adjust.module.css'
import type { CarriedKey } from './carried-keys.ts'

/** Asks, before a sheet takes the place of another, which of the earlier answers still hold. */
export function CarriedKeysDialog(props: {
  keys: readonly CarriedKey[]
  isSaving: boolean
  onClose: () => void
  /** Question number to whether its answer stays. */
  onSave: (keep: Record<string, boolean>) => void
}) {
  const { keys } = props
  const [keep, setKeep] = useState<Readonly<Record<string, boolean>>>(() =>
    Object.fromEntries(keys.map(({ no, difference }) => [no, difference === null])),
  )
  const kept = keys.filter(({ no }) => keep[no]).length
  const all = (value: boolean) =>
    setKeep(Object.fromEntries(keys.map(({ no, isPossible }) => [no, value && isPossible])))
  return (
    <Dialog isOpen title="保留原来的答案吗" onClose={props.onClose} style={{ width: 560 }}>
      <DialogBody>
        <p>
          这份答题卡将替换该科目现在的答题卡，下列题号原来设过答案。勾选的保留，其余清除，保存后可以在「答案与规则」重新设置。
        </p>
        <div className={css['keysHead']}>
          <span role="status">
            保留 {kept} 题，清除 {keys.length - kept} 题
          </span>
          <Button size="small" onClick={() => all(true)}>
            全部保留
          </Button>
          <Button size="small" onClick={() => all(false)}>
            全部清除
          </Button>
        </div>
        <ul className={css['keys']} aria-label="原来的答案">
          {keys.map(({ no, answer, difference, isPossible }) => (
            <li key={no}>
              <Checkbox
                checked={keep[no] ?? false}
                disabled={!isPossible}
                label={`第 ${no} 题：${answer}`}
                onChange={() => setKeep((before) => ({ ...before, [no]: !before[no] }))}
              />
              {difference && (
                <span className={css['quiet']}>
                  {difference}
                  {!isPossible && '，不能保留'}
                </span>
              )}
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>取消</Button>
            <Button
              intent="primary"
              loading={props.isSaving}
              onClick={() => props.onSave({ ...keep })}
            >
              保存
            </Button>
          </>
        }
      />
    </Dialog>
  )
}
