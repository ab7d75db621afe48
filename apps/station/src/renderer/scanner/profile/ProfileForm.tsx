import { saveFile, toast } from '@hengjuan/ui'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { PROFILE_SECTIONS, withValue } from '../../../bridge/profile-fields.ts'
import { profileProblems } from '../../../bridge/profile-problems.ts'
import type { ProfileView } from '../../../bridge/scanner-api.ts'
import { useTransport } from '../../transport/use-station.ts'
import { DeviceBinding } from './DeviceBinding.tsx'
import { OptionRows } from './OptionRows.tsx'
import { ProfileFieldRow } from './ProfileFieldRow.tsx'
import css from './profile.module.css'
import { ProfileQuestions } from './ProfileQuestions.tsx'
import { ProfileHead } from './ProfileHead.tsx'
import { ProfileFoot } from './ProfileFoot.tsx'

/** A profile, and what follows when it is kept, copied or gone. */
export interface ProfileFormProps {
  view: ProfileView
  /** Names of the other profiles. */
  names: readonly string[]
  /** Whether something is changed and not kept. */
  onEdited: (isNow: boolean) => void
  onCopy: () => void
  /** It was kept, or is gone (null). */
  onDone: (id: string | null) => void
}

/** One profile: read-only when it is shipped, otherwise with every field to edit. */
export function ProfileForm(props: ProfileFormProps) {
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
          <ProfileHead view={view} driver={profile.driver} madeFrom={profile.source.madeFrom} />
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
        <ProfileFoot
          view={view}
          failure={failure}
          problems={problems}
          isPending={isPending}
          isChanged={isChanged}
          onAsk={setQuestion}
          onExport={exportFile}
          onCopy={props.onCopy}
          onDrop={() => props.onDone(null)}
        />
      </form>
      <ProfileQuestions
        view={view}
        question={question}
        onDelete={() =>
          run(async () => {
            await call('deleteProfile', { profile_id: view.profile.id })
            props.onDone(null)
          })
        }
        onReset={() =>
          run(async () => {
            await call('resetProfile', { profile_id: view.profile.id })
            props.onDone(view.profile.id)
          })
        }
        onClose={() => setQuestion(null)}
      />
    </>
  )
}
