import { Dialog } from '@blueprintjs/core'
import { ErrorState } from '@hengjuan/ui'
import { useState } from 'react'
import type { ProfileView } from '../../../bridge/scanner-api.ts'
import { useAnswer } from '../../transport/use-station.ts'
import { copyOf } from './copy-of.ts'
import { ProfileForm } from './ProfileForm.tsx'
import { ProfileList } from './ProfileList.tsx'
import css from './profile.module.css'

/** All scanner profiles on the left, the chosen one on the right: shipped ones to read, own ones to edit. */
export function ProfileDialog(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={props.isOpen}
      title="扫描仪配置"
      className={css['dialog'] ?? ''}
      canOutsideClickClose={false}
      onClose={props.onClose}
    >
      <Content />
    </Dialog>
  )
}

function Content() {
  const [version, setVersion] = useState(0)
  const { answer, error, retry } = useAnswer('listProfiles', {}, version)
  const [chosen, setChosen] = useState<string | null>(null)
  /** A copy that is not kept yet. */
  const [draft, setDraft] = useState<ProfileView | null>(null)
  const [last, setLast] = useState<ProfileView[]>([])
  // While the list is asked again, what was there stays.
  const profiles = answer?.profiles ?? last
  if (answer && answer.profiles !== last) setLast(answer.profiles)
  if (error !== null && profiles.length === 0)
    return <ErrorState error={error} onRetry={retry} size="large" />
  const view = draft ?? profiles.find(({ profile }) => profile.id === chosen) ?? profiles[0] ?? null
  const show = (id: string | null) => {
    setDraft(null)
    setChosen(id)
    setVersion((before) => before + 1)
  }
  const names = profiles.map(({ profile }) => profile.name)
  return (
    <div className={css['content']} aria-busy={answer === null}>
      <ProfileList
        profiles={profiles}
        broken={answer?.broken ?? []}
        chosen={draft ? null : (view?.profile.id ?? null)}
        onChoose={(id) => {
          setDraft(null)
          setChosen(id)
        }}
        onImported={show}
      />
      {view && (
        <ProfileForm
          // Another profile, or the same one kept anew: the form begins again.
          key={`${view.profile.id} ${JSON.stringify(view.profile)}`}
          view={view}
          names={names.filter((name) => draft !== null || name !== view.profile.name)}
          onCopy={() => setDraft(copyOf(view, names))}
          onDone={show}
        />
      )}
    </div>
  )
}
