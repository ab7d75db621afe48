import { Dialog, Spinner, SpinnerSize } from '@blueprintjs/core'
import { ErrorState } from '@hengjuan/ui'
import { useEffect, useState } from 'react'
import type { ScannerChoice } from '../../../bridge/scanner-api.ts'
import { useScreen } from '../../station-store.ts'
import { useTransport } from '../../transport/use-station.ts'
import css from './check.module.css'
import { CheckForm } from './CheckForm.tsx'

/** The end of the check before, which must not end the next one. */
let ending: Promise<unknown> = Promise.resolve()

/** The scanner check: steps on the left, what to do and what was seen on the right. */
export function CheckDialog(props: { choice: ScannerChoice; onClose: () => void }) {
  const { call } = useTransport()
  const check = useScreen((screen) => screen.live?.scanner.check ?? null)
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const [hasBegun, setBegun] = useState(false)
  const { choice, onClose } = props
  // The station holds the check; it begins with this dialog and ends with it.
  useEffect(() => {
    let isHere = true
    const begun = ending.then(async () => {
      if (isHere) await call('startCheck', choice)
    })
    begun.then(
      () => isHere && setBegun(true),
      (error: unknown) => isHere && setFailure(error),
    )
    return () => {
      isHere = false
      // Not before it has begun: the station takes one call after the other, in the order of their ends.
      ending = begun
        .catch(() => undefined)
        .then(() => call('endCheck', {}))
        .catch(() => undefined)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- attempt asks again
  }, [call, choice, attempt])
  return (
    <Dialog
      isOpen
      title={`扫描仪检查：${choice.device_name}`}
      className={css['dialog'] ?? ''}
      canOutsideClickClose={false}
      canEscapeKeyClose={check?.running == null}
      onClose={onClose}
    >
      {failure !== null ? (
        <div className={css['waiting']}>
          <ErrorState
            error={failure}
            size="large"
            onRetry={() => {
              setFailure(null)
              setAttempt((before) => before + 1)
            }}
          />
        </div>
      ) : check && hasBegun ? (
        <CheckForm check={check} onClose={onClose} />
      ) : (
        <div className={css['waiting']} role="status">
          <Spinner size={SpinnerSize.SMALL} />
          正在准备扫描仪检查…
        </div>
      )}
    </Dialog>
  )
}
