import { Dialog, type DialogProps } from '@blueprintjs/core'
import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useContext,
  useEffect,
  useState,
} from 'react'
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx'
import { useLeaveWarning } from './leave-warning.ts'

const Unsaved = createContext<Dispatch<SetStateAction<boolean>>>(() => undefined)

/** Tells the drawer or dialog around a form, and the browser, that closing it now would lose what was changed. */
export function useUnsaved(isUnsaved: boolean): void {
  useLeaveWarning(isUnsaved)
  const report = useContext(Unsaved)
  // The drawer is around the form: it hears of a change after the form shows it.
  useEffect(() => {
    report(isUnsaved)
    return () => report(false)
  }, [report, isUnsaved])
}

/**
 * Closing by Esc, by a click beside or by ✕ asks first where a form inside has changes that are not saved: none of
 * the three says that they are not wanted. The form's own 取消 does, and closes at once.
 *
 * @returns what to close with, and the contents with the question over them
 */
export function useAskedClose(close: () => void) {
  const [isUnsaved, setUnsaved] = useState(false)
  const [isAsking, setAsking] = useState(false)
  return {
    ask: () => {
      if (isUnsaved) setAsking(true)
      else close()
    },
    around: (contents: ReactNode) => (
      <Unsaved value={setUnsaved}>
        {contents}
        <ConfirmDialog
          isOpen={isAsking && isUnsaved}
          title="修改还没有保存"
          effect="关闭后，这里没有保存的修改就没有了。"
          confirmText="放弃修改"
          cancelText="继续编辑"
          isDestructive
          onConfirm={() => {
            setAsking(false)
            close()
          }}
          onClose={() => setAsking(false)}
        />
      </Unsaved>
    ),
  }
}

/** A dialog with a form, which says by `useUnsaved` whether closing would lose something. */
export function FormDialog({ children, onClose, ...props }: DialogProps & { onClose: () => void }) {
  const { ask, around } = useAskedClose(onClose)
  return (
    <Dialog {...props} onClose={ask}>
      {around(children)}
    </Dialog>
  )
}
