import { Button, Callout, Dialog, DialogBody, DialogFooter, Switch } from '@blueprintjs/core'
import { KeyHint, saveFile, Segmented, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { ACTION_GROUPS, ACTION_TITLES, type DeskAction } from './desk-actions.ts'
import { isLetterKey, isScoreKey, keyName } from './key-name.ts'
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
  // Also those that are turned off: they are set here all the same.
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
          <Callout intent="warning" compact role="alert">
            {problem}
            {wanted && (
              <Button
                size="small"
                style={{ marginLeft: 12 }}
                onClick={() => {
                  choose(takeOver(choice, wanted.action, wanted.key))
                  setProblem(null)
                  setWanted(null)
                }}
              >
                改由「{ACTION_TITLES[wanted.action]}」使用
              </Button>
            )}
          </Callout>
        )}
        <div className={css['groups']}>
          {ACTION_GROUPS.map(({ title, actions }) => (
            <section key={title}>
              <h3>{title}</h3>
              <ul>
                {Object.entries(actions).map(([name, meaning]) => {
                  const action = name as DeskAction
                  return (
                    <li key={action}>
                      <span>{meaning}</span>
                      <button
                        type="button"
                        aria-label={`更改「${meaning}」的按键`}
                        data-waiting={waiting === action || undefined}
                        data-changed={Object.hasOwn(choice.changes, action) || undefined}
                        onClick={() => {
                          setProblem(null)
                          setWanted(null)
                          setWaiting(action)
                        }}
                        onBlur={() => setWaiting(null)}
                        onKeyDown={(event) => waiting === action && take(event, action)}
                      >
                        {waiting === action && '请按新的按键'}
                        {waiting !== action && (
                          <Keys keys={bindings[action]} lettersOff={choice.lettersOff} />
                        )}
                      </button>
                    </li>
                  )
                })}
              </ul>
            </section>
          ))}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={() => replace({ ...choice, changes: {} }, '已恢复本方案')}>
              恢复本方案
            </Button>
            <Button
              onClick={() =>
                saveFile(new Blob([JSON.stringify(choice, null, 2)]), '阅卷按键设置.json')
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
                  void load(event.target.files?.[0])
                  event.target.value = ''
                }}
              />
            </label>
            <Button intent="primary" onClick={props.onClose}>
              完成
            </Button>
          </>
        }
      />
    </Dialog>
  )
}

/** The keys of an action; letters that are turned off are struck out. */
const Keys = ({ keys, lettersOff }: { keys: readonly string[]; lettersOff: boolean }) =>
  keys.length === 0
    ? '未设'
    : keys.map((key) =>
        lettersOff && isLetterKey(key) ? (
          <s key={key} title="单个字母已关闭，打开上面的开关后可用">
            <KeyHint keys={key} />
          </s>
        ) : (
          <KeyHint key={key} keys={key} />
        ),
      )
