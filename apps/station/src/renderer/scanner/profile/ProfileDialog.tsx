import { Dialog } from '@blueprintjs/core'
import { ConfirmDialog, ErrorState, SkeletonPage } from '@hengjuan/ui'
import { useCallback, useRef, useState } from 'react'
import type { ProfileView } from '../../../bridge/scanner-api.ts'
import { useAnswer } from '../../transport/use-station.ts'
import { copyOf } from './copy-of.ts'
import { ProfileForm } from './ProfileForm.tsx'
import { ProfileList } from './ProfileList.tsx'
import css from './profile.module.css'

/** Goes on, after a question where something was changed and not kept. */
type Leave = (go: () => void) => void

/** All scanner profiles on the left, the chosen one on the right: shipped ones to read, own ones to edit. */
export function ProfileDialog(props: { isOpen: boolean; onClose: () => void }) {
  const isEdited = useRef(false)
  const [leaving, setLeaving] = useState<{ go: () => void } | null>(null)
  const leave: Leave = (go) => {
    if (isEdited.current) setLeaving({ go })
    else go()
  }
  const noteEdited = useCallback((isNow: boolean) => {
    isEdited.current = isNow
  }, [])
  return (
    <>
      <Dialog
        isOpen={props.isOpen}
        title="扫描仪配置"
        className={css['dialog'] ?? ''}
        canOutsideClickClose={false}
        onClose={() => leave(props.onClose)}
      >
        <Content leave={leave} onEdited={noteEdited} />
      </Dialog>
      <ConfirmDialog
        isOpen={leaving !== null}
        title="改动还没有保存"
        effect="这个配置改过的内容将丢失"
        confirmText="放弃改动"
        isDestructive
        onConfirm={() => {
          isEdited.current = false
          setLeaving(null)
          leaving?.go()
        }}
        onClose={() => setLeaving(null)}
      >
        <p>点「取消」可以接着改，再点「保存」。</p>
      </ConfirmDialog>
    </>
  )
}

function Content({ leave, onEdited }: { leave: Leave; onEdited: (isNow: boolean) => void }) {
  const [version, setVersion] = useState(0)
  const { answer, error, retry } = useAnswer('listProfiles', {}, version)
  const [chosen, setChosen] = useState<string | null>(null)
  /** A copy that is not kept yet. */
  const [draft, setDraft] = useState<ProfileView | null>(null)
  const [last, setLast] = useState<ProfileView[]>([])
  // While the list is asked again, what was there stays.
  const profiles = answer?.profiles ?? last
  if (answer && answer.profiles !== last) setLast(answer.profiles)
  if (profiles.length === 0)
    return (
      <div className={css['waiting']}>
        {error === null ? (
          <SkeletonPage inset />
        ) : (
          <ErrorState error={error} onRetry={retry} size="large" />
        )}
      </div>
    )
  const view = draft ?? profiles.find(({ profile }) => profile.id === chosen) ?? profiles[0] ?? null
  const choose = (id: string | null) => {
    setDraft(null)
    setChosen(id)
  }
  const show = (id: string | null) => {
    choose(id)
    setVersion((before) => before + 1)
  }
  const names = profiles.map(({ profile }) => profile.name)
  return (
    <div className={css['content']} aria-busy={answer === null}>
      <ProfileList
        profiles={profiles}
        broken={answer?.broken ?? []}
        chosen={draft ? null : (view?.profile.id ?? null)}
        onChoose={(id) => leave(() => choose(id))}
        onImported={(id) => {
          setVersion((before) => before + 1)
          leave(() => choose(id))
        }}
      />
      {view && (
        <ProfileForm
          // Another profile, or the same one kept anew: the form begins again.
          key={`${view.profile.id} ${JSON.stringify(view.profile)}`}
          view={view}
          names={names.filter((name) => draft !== null || name !== view.profile.name)}
          onEdited={onEdited}
          onCopy={() => leave(() => setDraft(copyOf(view, names)))}
          onDone={show}
        />
      )}
    </div>
  )
}
