import { Button } from '@blueprintjs/core'
import { ConfirmDialog, saveFile, sentenceOf, toast } from '@hengjuan/ui'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { PROFILE_SECTIONS, withValue } from '../../../bridge/profile-fields.ts'
import { profileProblems } from '../../../bridge/profile-problems.ts'
import type { ProfileView } from '../../../bridge/scanner-api.ts'
import { useTransport } from '../../transport/use-station.ts'
import { DRIVER_WORDS } from '../scanner-labels.ts'
import { DeviceBinding } from './DeviceBinding.tsx'
import { OptionRows } from './OptionRows.tsx'
import { ProfileFieldRow } from './ProfileFieldRow.tsx'
import css from './profile.module.css'

/** One profile: read-only when it is shipped, otherwise with every field to edit. */
export function ProfileForm(props: {
  view: ProfileView
  /** Names of the other profiles. */
  names: readonly string[]
  /** Whether something is changed and not kept. */
  onEdited: (isNow: boolean) => void
  onCopy: () => void
  /** It was kept, or is gone (null). */
  onDone: (id: string | null) => void
}) {
  const { view, onEdited } = props
  const { call } = useTransport()
  const [profile, setProfile] = useState(view.profile)
  const [isAsked, setAsked] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [question, setQuestion] = useState<'delete' | 'reset' | null>(null)
  const [isPending, setPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isNew = view.profile.id === ''
  const isEdited = JSON.stringify(profile) !== JSON.stringify(view.profile)
  const isChanged = isNew || isEdited
  // The dialog around asks before it leaves what is not kept.
  useEffect(() => onEdited(isEdited), [onEdited, isEdited])
  const found = profileProblems(profile, props.names)
  // What is wrong shows once somebody wanted to save, and then goes as soon as it is right.
  const problems = isAsked ? found : []
  const problemOf = (path: string) => problems.find((each) => each.path === path)?.message

  const run = (work: () => Promise<void>) => {
    setFailure(null)
    setQuestion(null)
    setPending(true)
    work()
      .catch(setFailure)
      .finally(() => setPending(false))
  }
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    setAsked(true)
    const [first] = found
    if (first) {
      const field = form.current?.querySelector<HTMLElement>(
        first.path === 'options' ? `.${css['options']}` : `[id="profile-${first.path}"]`,
      )
      field?.focus()
      field?.scrollIntoView({ block: 'center' })
      return
    }
    run(async () => {
      const { profile_id, problems: refused } = await call('saveProfile', { profile })
      if (refused[0]) return toast.warn(refused[0].message)
      toast.done('已保存')
      props.onDone(profile_id)
    })
  }
  const exportFile = () => {
    const { device: _, ...rest } = view.profile
    const text = `${JSON.stringify(rest, null, 2)}\n`
    saveFile(new Blob([text], { type: 'application/json' }), `${view.profile.name}.json`)
  }

  return (
    <>
      {/* The questions stand beside the form: a submit inside of them would reach it too. */}
      <form ref={form} className={css['form']} onSubmit={save} noValidate>
        <div className={css['fields']}>
          <header className={css['head']}>
            <h2>{isNew ? '新的配置' : view.profile.name}</h2>
            <p>
              {view.is_own ? '我的配置' : '自带的配置，不能改；复制后可以改每一项'} ·{' '}
              {DRIVER_WORDS[profile.driver]}
              {view.based_on_name !== null && ` · 复制自「${view.based_on_name}」`}
            </p>
            <p className={css['source']}>依据：{profile.source.madeFrom}</p>
          </header>
          {PROFILE_SECTIONS.map(({ title, fields }) => {
            const shown = fields.filter(({ when }) => when?.(profile) ?? true)
            if (shown.length === 0) return null
            return (
              <fieldset key={title} className={css['section']} disabled={!view.is_own}>
                <legend>{title}</legend>
                {shown.map((field) => (
                  <ProfileFieldRow
                    key={field.path}
                    field={field}
                    profile={profile}
                    problem={problemOf(field.path)}
                    onChange={(value) => setProfile(withValue(profile, field.path, value))}
                  />
                ))}
                {title === '基本' && view.is_own && (
                  <DeviceBinding profile={profile} onChange={setProfile} />
                )}
              </fieldset>
            )
          })}
          <fieldset className={css['section']} disabled={!view.is_own}>
            <legend>驱动选项</legend>
            <OptionRows
              options={profile.options}
              problem={problemOf('options')}
              isEditable={view.is_own}
              onChange={(options) => setProfile({ ...profile, options })}
            />
          </fieldset>
        </div>
        <footer className={css['foot']}>
          {failure !== null && (
            <p className={css['bad']} role="alert">
              ✕ {sentenceOf(failure)}
            </p>
          )}
          {problems.length > 0 && (
            <p className={css['bad']} role="alert">
              ✕ 有 {problems.length} 处要改：{problems[0]?.message}
            </p>
          )}
          {view.is_own && !isNew && (
            <>
              <Button
                variant="minimal"
                intent="danger"
                text="删除…"
                onClick={() => setQuestion('delete')}
              />
              {view.based_on_name !== null && (
                <Button variant="minimal" text="恢复自带值…" onClick={() => setQuestion('reset')} />
              )}
            </>
          )}
          <span className={css['space']} />
          {!isNew && <Button text="导出" onClick={exportFile} />}
          {!isNew && (
            <Button text="复制" intent={view.is_own ? 'none' : 'primary'} onClick={props.onCopy} />
          )}
          {isNew && <Button text="放弃" onClick={() => props.onDone(null)} />}
          {view.is_own && (
            <Button
              type="submit"
              intent="primary"
              text="保存"
              loading={isPending}
              disabled={!isChanged}
            />
          )}
        </footer>
      </form>
      <ConfirmDialog
        isOpen={question === 'delete'}
        title="删除配置"
        effect={`将删除配置「${view.profile.name}」`}
        confirmText="删除"
        isDestructive
        onConfirm={() =>
          run(async () => {
            await call('deleteProfile', { profile_id: view.profile.id })
            props.onDone(null)
          })
        }
        onClose={() => setQuestion(null)}
      >
        <p>删除后不能恢复；需要时可以先导出。</p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={question === 'reset'}
        title="恢复自带值"
        effect={`「${view.profile.name}」的每一项都改回「${view.based_on_name}」的值`}
        confirmText="恢复"
        onConfirm={() =>
          run(async () => {
            await call('resetProfile', { profile_id: view.profile.id })
            props.onDone(view.profile.id)
          })
        }
        onClose={() => setQuestion(null)}
      >
        <p>名称和绑定的扫描仪不变。</p>
      </ConfirmDialog>
    </>
  )
}
