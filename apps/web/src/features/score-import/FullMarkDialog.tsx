import { Button, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { scoreImportFull } from '@hengjuan/contracts'
import { formatMilli, parseMilli } from '@hengjuan/domain'
import { ErrorState, ReasonButton } from '@hengjuan/ui'
import { useState } from 'react'
import type { ImportedSubject } from './ImportedSubjects.tsx'

/** What the scores of a subject are out of. */
export function FullMarkDialog(props: {
  examId: number
  subject: ImportedSubject
  onDone: () => void
  onClose: () => void
}) {
  const { subject, onDone } = props
  const [text, setText] = useState(
    formatMilli(subject.full_milli > 0 ? subject.full_milli : USUAL_MILLI),
  )
  const save = useCall(scoreImportFull, { onSuccess: onDone })
  const milli = parseMilli(text)
  const reason =
    milli === null || milli < 1000 || milli > 1_000_000 ? '满分是 1 到 1000 的数' : null
  return (
    <Dialog isOpen title={`${subject.name}满分`} onClose={props.onClose} style={{ width: 380 }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (milli !== null && reason === null)
            save.mutate({
              body: { exam_id: props.examId, subject_id: subject.subject_id, full_milli: milli },
            })
        }}
      >
        <DialogBody>
          <FormGroup label="满分（分）" labelFor="full-mark">
            <InputGroup
              id="full-mark"
              autoFocus
              inputMode="decimal"
              value={text}
              onValueChange={setText}
            />
          </FormGroup>
          {save.error && <ErrorState error={save.error} />}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button onClick={props.onClose}>取消</Button>
              <ReasonButton type="submit" intent="primary" reason={reason} loading={save.isPending}>
                保存
              </ReasonButton>
            </>
          }
        />
      </form>
    </Dialog>
  )
}

const USUAL_MILLI = 100_000
