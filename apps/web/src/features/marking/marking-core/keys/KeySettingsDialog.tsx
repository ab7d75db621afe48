import { Button, Callout, Dialog, DialogBody, DialogFooter, Switch } from '@blueprintjs/core'
import { saveFile, Segmented, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { ACTION_TITLES, type DeskAction } from './desk-actions.ts'
import { isScoreKey, keyName } from './key-name.ts'
import {
  bindingsOf,
  DEFAULT_CHOICE,
  KEY_PROFILES,
  type KeyChoice,
  type KeyProfileName,
  parseChoice,
  remap,
  takeOver,
} from './key-profile.ts'
import type { KeyChoiceState } from './use-key-choice.ts'
import { KeyList } from './KeyList.tsx'
import css from './key-settings.module.css'

const PROFILES = Object.entries(KEY_PROFILES).map(([value, { name }]) => ({
  value: value as KeyProfileName,
  label: name,
}))

/** Ready-made profiles, an own key for every action, and a way to carry them to another computer. */
export function KeySettingsDialog(props: {
  keys: KeyChoiceState
  isOpen: boolean
  onClose: () => void
}) {
  const { choice, choose } = props.keys
  const bindings = bindingsOf(choice)
  const [waiting, setWaiting] = useState<DeskAction | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** The key that something else has, and what it was wanted for. */
  const [wanted, setWanted] = useState<{ action: DeskAction; key: string } | null>(null)
  const take = (event: React.KeyboardEvent, action: DeskAction) => {
    const key = keyName(event.nativeEvent)
    if (key === null) return
    // The key is given away here; it neither closes the dialog nor walks it.
    event.preventDefault()
    event.stopPropagation()
    const next = remap(choice, action, key)
    setWaiting(null)
    setProblem(typeof next === 'string' ? next : null)
    setWanted(typeof next === 'string' && !isScoreKey(key) ? { action, key } : null)
    if (typeof next !== 'string') choose(next)
  }
  const wait = (action: DeskAction | null) => {
    if (action !== null) {
      setProblem(null)
      setWanted(null)
    }
    setWaiting(action)
  }
  /** Own keys that another profile, a reset or a file takes away come back by one press. */
  const replace = (next: KeyChoice, done: string) => {
    setProblem(null)
    setWanted(null)
    choose(next)
    const count = Object.keys(choice.changes).length
    if (count > 0)
      toast.done(`${done}，自己改过的 ${count} 项按键不再使用`, {
        text: '撤销',
        onClick: () => choose(choice),
      })
  }
  const load = async (file: File | undefined) => {
    const read = file ? parseChoice(await file.text()) : null
    setProblem(read ? null : '这个文件不是按键设置，或其中同一个按键用了两次，没有导入')
    if (!read) return
    replace(read, '按键设置已导入')
    if (Object.keys(choice.changes).length === 0) toast.done('按键设置已导入')
  }
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title="按键设置"
      onClosed={() => {
        setProblem(null)
        setWanted(null)
      }}
      style={{ width: 'min(1240px, 96vw)' }}
      canEscapeKeyClose={waiting === null}
    >
      <DialogBody>
        <div className={css['top']}>
          <Segmented
            label="现成方案"
            options={PROFILES}
            value={choice.profile}
            onChange={(profile) =>
              replace(
                { ...DEFAULT_CHOICE, profile, lettersOff: choice.lettersOff },
                `已换成「${KEY_PROFILES[profile].name}」`,
              )
            }
          />
          <Switch
            checked={!choice.lettersOff}
            label="单个字母可作快捷键"
            onChange={(event) => choose({ ...choice, lettersOff: !event.currentTarget.checked })}
          />
        </div>
        <p className={css['tip']}>
          点一个按键再按新的键。数字、小数点与分号总是输入分数。设置按登录账号保存，换一台电脑登录后同样有效；也可以导出给别人导入。
        </p>
        {problem && (
          <KeyProblem
            problem={problem}
            wanted={wanted?.action ?? null}
            onTake={() => {
              if (wanted) choose(takeOver(choice, wanted.action, wanted.key))
              setProblem(null)
              setWanted(null)
            }}
          />
        )}
        <KeyList choice={choice} bindings={bindings} waiting={waiting} onWait={wait} onKey={take} />
      </DialogBody>
      <DialogFooter
        actions={
          <KeyFileActions
            choice={choice}
            onReset={() => replace({ ...choice, changes: {} }, '已恢复本方案')}
            onLoad={(file) => void load(file)}
            onClose={props.onClose}
          />
        }
      />
    </Dialog>
  )
}

/** Why a key is not taken, and a way to take it from what has it. */
function KeyProblem(props: {
  problem: string
  /** What the key is wanted for, where something else has it. */
  wanted: DeskAction | null
  onTake: () => void
}) {
  const { problem, wanted } = props
  return (
    <Callout intent="warning" compact role="alert">
      {problem}
      {wanted !== null && (
        <Button size="small" style={{ marginLeft: 12 }} onClick={props.onTake}>
          改由「{ACTION_TITLES[wanted]}」使用
        </Button>
      )}
    </Callout>
  )
}

/** Back to the profile as it came, and a file that carries the keys to another computer. */
function KeyFileActions(props: {
  choice: KeyChoice
  onReset: () => void
  onLoad: (file: File | undefined) => void
  onClose: () => void
}) {
  return (
    <>
      <Button onClick={props.onReset}>恢复本方案</Button>
      <Button
        onClick={() =>
          saveFile(new Blob([JSON.stringify(props.choice, null, 2)]), '阅卷按键设置.json')
        }
      >
        导出
      </Button>
      <label className={css['import']}>
        导入
        <input
          type="file"
          accept="application/json,.json"
          onChange={(event) => {
            props.onLoad(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </label>
      <Button intent="primary" onClick={props.onClose}>
        完成
      </Button>
    </>
  )
}
