import { windowText } from '@hengjuan/domain'
import { ConfirmDialog } from '@hengjuan/ui'
import { type ComponentType, useState } from 'react'
import { meaningless } from '../../marking-core/keys/key-groups.ts'
import { KeySettingsDialog } from '../../marking-core/keys/KeySettingsDialog.tsx'
import { PageKeyMap } from '../../marking-core/keys/PageKeyMap.tsx'
import type { KeyChoiceState } from '../../marking-core/keys/use-key-choice.ts'
import { slotMeanings } from '../../marking-messages/rubric/entry-choice.ts'
import { OwnPapersDialog } from '../search/OwnPapersDialog.tsx'
import { currentOf, type DeskState } from './desk-state.ts'
import type { Desk } from './desk-store.ts'
import type { DeskWindowsChoice } from './use-desk-windows.ts'

/** What lies over the desk; null for nothing. */
export type DeskWindow =
  | 'help'
  | 'keys'
  | 'search'
  | 'problem'
  | 'takeBack'
  | 'pair'
  | 'message'
  | 'flagNote'
  | 'original'
  | null

/** The window with the messages to and from the leaders. */
export type DeskMessages = ComponentType<{
  blockId: number
  /** The paper on the screen; null for none. */
  paper: { readingId: number; code: string } | null
  isOpen: boolean
  onClose: () => void
}>

/** The drawer with the original paper of the subject. */
export type DeskOriginal = ComponentType<{
  examId: number
  subjectId: number
  blockId: number
  isOpen: boolean
  onClose: () => void
}>

/** The windows of the desk that stand at no button. */
export function DeskWindows(props: {
  desk: Desk
  state: DeskState
  keys: KeyChoiceState
  windows: DeskWindowsChoice
  Messages: DeskMessages
  Original: DeskOriginal
}) {
  const { desk, state, keys, Messages, Original } = props
  const { info } = state
  const paper = currentOf(state)
  const { opened, search, close: onClose } = props.windows
  return (
    <>
      <Messages
        blockId={info.block_id}
        paper={paper && { readingId: paper.task.reading_id, code: paper.task.secret_code }}
        isOpen={opened === 'message'}
        onClose={onClose}
      />
      <Original
        examId={info.exam_id}
        subjectId={info.subject_id}
        blockId={info.block_id}
        isOpen={opened === 'original'}
        onClose={onClose}
      />
      <TakeBackDialog
        desk={desk}
        code={paper?.task.secret_code ?? ''}
        isOpen={opened === 'takeBack'}
        onClose={onClose}
      />
      <PageKeyMap
        keys={keys}
        page="marking"
        mayType={info.settings.score_type !== 1}
        meanings={meaningless({ tools: info.settings.traces === 1, words: info.has_words })}
        entries={slotMeanings(
          paper && { entry: paper.entry, rules: paper.rules, points: paper.task.points },
          state.rubric?.entries ?? [],
        )}
        isOpen={opened === 'help'}
        onClose={onClose}
      />
      <KeySettingsDialog keys={keys} isOpen={opened === 'keys'} onClose={onClose} />
      <OwnPapersDialog
        key={`search ${search.score} ${search.isSentBack}`}
        begin={search}
        blockId={info.block_id}
        bestOf={info.best_of}
        pending={state.pending}
        rule={windowText({ last: info.backmark_last, hours: info.backmark_hours })}
        isOpen={opened === 'search'}
        onClose={onClose}
        onOpen={(task) => {
          onClose()
          desk.open(task)
        }}
      />
    </>
  )
}

/** Asks before an own mark is taken back: until it is given again, the candidate has none. */
function TakeBackDialog(props: { desk: Desk; code: string; isOpen: boolean; onClose: () => void }) {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const close = () => {
    setError(null)
    props.onClose()
  }
  const confirm = async () => {
    setPending(true)
    const failed = await props.desk.takeBack()
    setPending(false)
    if (failed === null) close()
    else setError(failed as Error)
  }
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      title={`收回密号 ${props.code} 的评阅`}
      effect="成绩暂不计入，试卷回到手中，重新评阅后生效"
      confirmText="收回重评"
      isPending={isPending}
      error={error}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      <p>不算打回，可以再给原来的分数；只改分时直接改好保存。</p>
    </ConfirmDialog>
  )
}
